import type { Painter } from './painter.ts';

/** How many columns of a long line are shown past the place in question. */
const contextWidth = 160;

/** A place in a text; lines and columns from 1, the end exclusive. */
export interface Place {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** A place with the file that it is in, and its text. */
export interface ShownPlace {
  readonly file: string;
  readonly source: string;
  readonly place: Place;
}

function splitLines(source: string): string[] {
  return source.split(/\r?\n/);
}

/** The carets under a line for the places that begin in it, which are in order. */
function caretsUnder(line: string, places: readonly Place[]): string {
  return places.reduce((carets, { start, end }) => {
    const last = end.line === start.line ? end.column : line.length + 1;
    const width = Math.max(1, Math.min(last - start.column, contextWidth));
    const gap = line.slice(carets.length, start.column - 1).replace(/[^\t]/g, ' ');
    return `${carets}${gap}${'^'.repeat(width)}`;
  }, '');
}

/**
 * A line with carets under the places that begin in it; nothing where there is no such line, or it is empty.
 * @param places all of one line, in order
 * @param gutterWidth the least width of the line's number
 */
export function renderCarets(source: string, places: readonly Place[], paint: Painter, gutterWidth = 0): string[] {
  const [first] = places;
  const line = first === undefined ? undefined : splitLines(source)[first.start.line - 1];
  if (first === undefined || line === undefined || line.trim() === '') return [];
  const number = String(first.start.line).padStart(gutterWidth);
  const most = contextWidth + Math.max(...places.map(({ start }) => start.column));
  const shown = line.length > most ? `${line.slice(0, most)}…` : line;
  const carets = caretsUnder(line, places).replace(/\^+/g, run => paint.red(run));
  return [`  ${paint.dim(`${number} |`)} ${shown}`, `  ${paint.dim(`${' '.repeat(number.length)} |`)} ${carets}`];
}

/** Some lines of a text with their numbers. */
export function renderLines(source: string, first: number, last: number, paint: Painter): string[] {
  const width = String(last).length;
  return splitLines(source)
    .slice(first - 1, last)
    .map((line, at) => `  ${paint.dim(`${String(first + at).padStart(width)} |`)} ${line}`.trimEnd());
}

/** A place of a file with carets under it, below the name of the file. */
export function renderShown({ file, source, place }: ShownPlace, paint: Painter): string {
  const { line, column } = place.start;
  return `${[`  ${file}:${line}:${column}`, ...renderCarets(source, [place], paint)].join('\n')}\n`;
}
