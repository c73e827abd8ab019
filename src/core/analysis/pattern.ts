import { foldCase } from './path-text.ts';

/**
 * What a word of a command stands for, as far as it can be told without running it: a text in which a few private
 * characters stand for what is open.
 */
export type Pattern = string;

/** `*`: any run of characters within one segment. */
export const star = '\uE000';
/** `?` or `[…]`: one character. */
export const one = '\uE001';
/** Whatever a variable or a command puts there; taken for a name, or a part of one. */
export const anything = '\uE002';
/** Any run of characters over any number of segments: what `find` walks through. */
export const deep = '\uE003';

const open = /[\uE000-\uE003]/;

/** Whether a pattern is no plain text. */
export function isOpen(pattern: Pattern): boolean {
  return open.test(pattern);
}

/** Whether a pattern stands for a text; compared without regard to case. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  if (!isOpen(pattern)) return foldCase(pattern) === foldCase(text);
  return matchFolded(foldCase(pattern), foldCase(text));
}

/** One row per character of the pattern: which starts of the text it can stand for. Never more than pattern × text steps. */
function matchFolded(pattern: string, text: string): boolean {
  let reached = new Array<boolean>(text.length + 1).fill(false);
  reached[0] = true;
  for (const character of pattern) reached = step(character, reached, text);
  return reached[text.length] === true;
}

function step(character: string, reached: readonly boolean[], text: string): boolean[] {
  const next = new Array<boolean>(text.length + 1).fill(false);
  const runs = character === star || character === anything || character === deep;
  for (let at = 0; at <= text.length; at++) {
    if (runs && reached[at] === true) next[at] = true;
    if (at === 0) continue;
    const from = runs ? next[at - 1] === true : reached[at - 1] === true;
    if (from && stands(character, text, at - 1)) next[at] = true;
  }
  return next;
}

/** Whether a character of the pattern can stand for one of the text. A glob passes over a leading dot. */
function stands(character: string, text: string, at: number): boolean {
  const given = text[at];
  if (character === deep) return true;
  if (character === anything) return given !== '/';
  if (character !== star && character !== one) return character === given;
  return given !== '/' && !(given === '.' && (at === 0 || text[at - 1] === '/'));
}

/** How a pattern lies to a path. */
export type Relation = 'self' | 'above' | 'inside';

/**
 * How what a pattern stands for could lie to a path; undefined when it has nothing to do with it. Where nothing but the
 * end of a pattern is known, two names in a row must agree; where a whole name is open, it is not taken for a folder.
 */
export function relate(pattern: Pattern, path: string): Relation | undefined {
  if (!isOpen(pattern)) return relatePlain(foldCase(pattern), foldCase(path));
  if (pattern.startsWith(anything)) return relateEnd(pattern, path);
  if (matchesPattern(pattern, path)) return 'self';
  const own = pattern.split('/');
  if (own.at(-1) !== anything && isAbove(pattern, path)) return 'above';
  return own.some((_segment, at) => at > 1 && matchesPattern(own.slice(0, at).join('/'), path)) ? 'inside' : undefined;
}

function isAbove(pattern: Pattern, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_part, at) => at > 0 && matchesPattern(pattern, parts.slice(0, at).join('/') || '/'));
}

function relatePlain(pattern: string, path: string): Relation | undefined {
  if (pattern === path) return 'self';
  if (pattern === '/' || path.startsWith(`${pattern}/`)) return 'above';
  return pattern.startsWith(`${path}/`) ? 'inside' : undefined;
}

function relateEnd(pattern: Pattern, path: string): Relation | undefined {
  const names = pattern.slice(pattern.lastIndexOf(anything) + 1).split('/');
  for (let count = names.length; count > 2; count--) {
    if (matchesPattern(`${deep}${names.slice(0, count).join('/')}`, path))
      return count === names.length ? 'self' : 'inside';
  }
  return undefined;
}
