import type { Painter } from './painter.ts';

/** How many columns of a long line are shown past the place in question. */
const contextWidth = 160;

/** A place in a text; lines and columns from 1, the end exclusive. */
export interface Place {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

function splitLines(source: string): string[] {
  return source.split(/\r?\n/);
}

/** The first line of a place with carets under it; nothing where there is no such line, or it is empty. */
export function renderCaret(source: string, { start, end }: Place, paint: Painter, gutterWidth = 0): string[] {
  const line = splitLines(source)[start.line - 1];
  if (line === undefined || line.trim() === '') return [];
  const number = String(start.line).padStart(gutterWidth);
  const last = end.line === start.line ? end.column : line.length + 1;
  const width = Math.max(1, Math.min(last - start.column, contextWidth));
  const shown = line.length > contextWidth + start.column ? `${line.slice(0, contextWidth + start.column)}…` : line;
  const indent = shown.slice(0, start.column - 1).replace(/[^\t]/g, ' ');
  return [
    `  ${paint.dim(`${number} |`)} ${shown}`,
    `  ${paint.dim(`${' '.repeat(number.length)} |`)} ${indent}${paint.red('^'.repeat(width))}`,
  ];
}

/** Some lines of a text with their numbers. */
export function renderLines(source: string, first: number, last: number, paint: Painter): string[] {
  const width = String(last).length;
  return splitLines(source)
    .slice(first - 1, last)
    .map((line, at) => `  ${paint.dim(`${String(first + at).padStart(width)} |`)} ${line}`.trimEnd());
}
