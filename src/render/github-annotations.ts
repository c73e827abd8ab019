import type { Span } from '../core/problem/position.ts';
import type { Problem } from '../core/problem/problem.ts';
import { adviceLines, printable } from './problems.ts';

/** What would end the message or the line is escaped as the runner of GitHub Actions reads it back. */
function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The runner drops an end column where the annotation goes over several lines; its lines are inclusive. */
function placeProperties({ start, end }: Span): [string, string | number][] {
  const endsBeforeLine = end.line > start.line && end.column === 1;
  const endLine = endsBeforeLine ? end.line - 1 : end.line;
  if (endLine > start.line) {
    return [
      ['line', start.line],
      ['endLine', endLine],
    ];
  }
  return [
    ['line', start.line],
    ['col', start.column],
    ['endLine', endLine],
    ...(end.line === start.line ? [['endColumn', end.column] as [string, number]] : []),
  ];
}

/**
 * Problems as workflow commands of GitHub Actions, a line each, which shows them beside the lines of a pull request.
 * @param pathOf where a file is, with `/` between the parts: relative to the root of the repository, else absolute
 */
export function renderGithubAnnotations(problems: readonly Problem[], pathOf: (file: string) => string): string {
  return problems
    .map(problem => {
      const properties = [
        ...(problem.file === undefined ? [] : [['file', pathOf(problem.file)] as const]),
        ...(problem.span === undefined ? [] : placeProperties(problem.span)),
        ['title', problem.code] as const,
      ].map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
      const message = [problem.message, ...adviceLines(problem)].join('\n');
      return `::${problem.severity} ${properties.join(',')}::${printable(escapeMessage(message))}\n`;
    })
    .join('');
}
