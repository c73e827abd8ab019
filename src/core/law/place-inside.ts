import type { Span } from '../problem/position.ts';
import type { LawSource } from './read-source.ts';

/** A stretch of the text of a value, by its offsets in that text. */
export interface Stretch {
  readonly start?: number;
  readonly end?: number;
}

/**
 * The place in the file of a stretch of a value's text; the value's own place where quoting or folding moves the text
 * about.
 * @param offset where in the value the text begins, for a part of a template
 */
export function placeInside(
  source: LawSource,
  path: readonly PropertyKey[],
  text: string,
  { start, end }: Stretch,
  offset = 0,
): Span {
  const whole = source.locateValue(path);
  const raw = source.text.slice(whole.start.offset, whole.end.offset);
  const at = offset > 0 ? raw.indexOf(text, Math.min(offset, raw.length)) : raw.indexOf(text);
  if (at === -1 || start === undefined) return whole;
  const from = whole.start.offset + at;
  return source.span(from + start, Math.max(from + start, from + (end ?? start)));
}
