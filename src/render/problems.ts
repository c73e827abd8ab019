import { formatPlace, type Problem } from '../core/problem/problem.ts';
import { renderCarets } from './excerpt.ts';
import type { Painter } from './painter.ts';

/** The line of the source with a caret under the place of a problem. */
function excerpt({ span }: Problem, source: string | undefined, paint: Painter): string[] {
  return source === undefined || span === undefined ? [] : renderCarets(source, [span], paint);
}

/** Text from a file may hold control characters, which have no business on a terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\uFFFD');
}

/** What to do about a problem: the name that was probably meant, and the help. */
export function adviceLines({ suggestion, help }: Problem): string[] {
  return [
    ...(suggestion === undefined ? [] : [`did you mean \`${suggestion}\`?`]),
    ...(help === undefined ? [] : [`help: ${help}`]),
  ];
}

/** Problems for a person: place, message, the line with a caret, help and suggestion. */
export function renderProblems(
  problems: readonly Problem[],
  sourceOf: (file: string | undefined) => string | undefined,
  paint: Painter,
): string {
  return problems
    .map(problem => {
      const label = problem.severity === 'error' ? paint.red('error') : paint.yellow('warning');
      return [
        `${printable(formatPlace(problem))}: ${label}: ${printable(problem.message)} ${paint.dim(`[${problem.code}]`)}`,
        ...excerpt(problem, sourceOf(problem.file), paint),
        ...adviceLines(problem).map(line => `  ${printable(line)}`),
        '',
      ].join('\n');
    })
    .join('\n');
}

/** Where more is to be read about the problems of a report; nothing where there are none. */
export function renderLearnMore(problems: readonly Problem[], paint: Painter): string {
  const [code, ...others] = new Set(problems.map(problem => problem.code));
  if (code === undefined) return '';
  const each = others.length === 0 ? '' : ', and so on for each code';
  return `${paint.dim(`more about it: hooklaw explain ${code}${each}`)}\n`;
}

/** Problems for a program. */
export function problemsToJson(problems: readonly Problem[]): unknown[] {
  return problems.map(({ code, severity, message, help, suggestion, file, span }) => ({
    code,
    severity,
    message,
    file: file ?? null,
    line: span?.start.line ?? null,
    column: span?.start.column ?? null,
    end_line: span?.end.line ?? null,
    end_column: span?.end.column ?? null,
    help: help ?? null,
    suggestion: suggestion ?? null,
  }));
}
