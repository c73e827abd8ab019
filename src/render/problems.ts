import { formatPlace, type Problem } from '../core/problem/problem.ts';
import type { Painter } from './painter.ts';

const contextWidth = 160;

/** The line of the source with a caret under the place of a problem. */
function excerpt(problem: Problem, source: string | undefined, paint: Painter): string[] {
  const start = problem.span?.start;
  if (source === undefined || start === undefined || problem.span === undefined) return [];
  const line = source.split(/\r?\n/)[start.line - 1];
  if (line === undefined || line.trim() === '') return [];
  const number = String(start.line);
  const end = problem.span.end.line === start.line ? problem.span.end.column : line.length + 1;
  const width = Math.max(1, Math.min(end - start.column, contextWidth));
  const gutter = ' '.repeat(number.length);
  const shown = line.length > contextWidth + start.column ? `${line.slice(0, contextWidth + start.column)}…` : line;
  const indent = shown.slice(0, start.column - 1).replace(/[^\t]/g, ' ');
  return [
    `  ${paint.dim(`${number} |`)} ${shown}`,
    `  ${paint.dim(`${gutter} |`)} ${indent}${paint.red('^'.repeat(width))}`,
  ];
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
        `${formatPlace(problem)}: ${label}: ${problem.message} ${paint.dim(`[${problem.code}]`)}`,
        ...excerpt(problem, sourceOf(problem.file), paint),
        ...adviceLines(problem).map(line => `  ${line}`),
        '',
      ].join('\n');
    })
    .join('\n');
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
