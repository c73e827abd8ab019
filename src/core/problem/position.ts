/** A place in a text: line and column count from 1, the offset from 0 (all in UTF-16 units). */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A stretch of a text; `end` is exclusive. */
export interface Span {
  readonly start: Position;
  readonly end: Position;
}

/** Turns offsets of one text into positions; the line starts are found once. */
export function createPositionFinder(text: string): (offset: number) => Position {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return offset => {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1, offset };
  };
}
