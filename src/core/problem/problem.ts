import type { ProblemCode } from './catalogue.ts';
import { problemCatalogue } from './catalogue.ts';
import type { Span } from './position.ts';
import type { Severity } from './problem-info.ts';

export type { Severity } from './problem-info.ts';

/**
 * One thing that is wrong, for a person: lower-case message without a final period, the user's text in backticks,
 * what to do in `help`, and the nearest valid name in `suggestion`.
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string;
  /** The file as the user named it. */
  readonly file?: string;
  readonly span?: Span;
}

type ProblemDetails = Omit<Problem, 'code' | 'severity'>;

/** Makes a problem with the severity that its code has in the catalogue. */
export function createProblem(code: ProblemCode, details: ProblemDetails): Problem {
  return { code, severity: problemCatalogue[code].severity, ...details };
}

/** Whether a word is the code of a warning. */
export function isWarning(code: string): code is ProblemCode {
  return Object.hasOwn(problemCatalogue, code) && problemCatalogue[code as ProblemCode].severity === 'warning';
}

export function isError(problem: Problem): boolean {
  return problem.severity === 'error';
}

/** Sorts by place, then by code, so that the same file always reports the same list. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) =>
      (a.span?.start.offset ?? -1) - (b.span?.start.offset ?? -1) ||
      a.code.localeCompare(b.code) ||
      a.message.localeCompare(b.message),
  );
}

/** `file:line:column`, as far as it is known. */
export function formatPlace(problem: Problem): string {
  const start = problem.span?.start;
  const place = start === undefined ? '' : `:${start.line}:${start.column}`;
  return `${problem.file ?? 'law'}${place}`;
}

/** The problem in one line, for reasons and logs. */
export function formatProblemLine(problem: Problem): string {
  const suggestion = problem.suggestion === undefined ? '' : `; did you mean \`${problem.suggestion}\`?`;
  return `${formatPlace(problem)}: ${problem.message}${suggestion}`;
}

/** A law that could not be compiled; carries every problem found. */
export class LawError extends Error {
  readonly problems: readonly Problem[];
  /** The text that was compiled, where it may be another than that of the file. */
  readonly text: string | undefined;

  constructor(problems: readonly Problem[], text?: string) {
    const first = problems.find(isError);
    const more = problems.filter(isError).length - 1;
    super(
      `${first === undefined ? 'the law is broken' : formatProblemLine(first)}${more > 0 ? ` (and ${more} more)` : ''}`,
    );
    this.name = 'LawError';
    this.problems = problems;
    this.text = text;
  }
}
