import { isOpen, one, type Pattern, star } from '../pattern.ts';

/** The longest text that a pattern of `${x#…}` and the like is tried on, in characters. */
const longest = 4_096;

/** Whether both are known well enough to say what would be removed or replaced. */
function canMatch(pattern: Pattern, text: Pattern): boolean {
  return !isOpen(text) && text.length <= longest && pattern.length <= 256 && !isOpen(pattern.replaceAll(star, ''));
}

/** The lengths of the starts of a text that a pattern stands for; `*` stands for anything here, `/` included. */
function prefixLengths(pattern: Pattern, text: string): number[] {
  let reached = new Array<boolean>(text.length + 1).fill(false);
  reached[0] = true;
  for (const character of pattern) {
    const next = new Array<boolean>(text.length + 1).fill(false);
    for (let at = 0; at <= text.length; at++) {
      if (character === star) next[at] = reached[at] === true || (at > 0 && next[at - 1] === true);
      else if (at > 0 && reached[at - 1] === true) next[at] = character === one || text[at - 1] === character;
    }
    reached = next;
  }
  return reached.flatMap((is, at) => (is ? [at] : []));
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}

/** `${x#p}`, `##`, `%`, `%%`; undefined where it cannot be told. */
export function removeMatch(text: Pattern, operator: string, pattern: Pattern): string | undefined {
  if (!canMatch(pattern, text)) return undefined;
  const fromStart = operator.startsWith('#');
  const lengths = fromStart ? prefixLengths(pattern, text) : prefixLengths(backwards(pattern), backwards(text));
  const length = operator.length === 2 ? lengths.at(-1) : lengths[0];
  if (length === undefined) return text;
  const characters = fromStart ? text : backwards(text);
  const rest = characters.slice(length);
  return fromStart ? rest : backwards(rest);
}

/** `${x/p/r}`, `//`, `/#`, `/%`; undefined where it cannot be told. */
export function replaceMatch(text: Pattern, operator: string, pattern: Pattern, by: Pattern): Pattern | undefined {
  if (!canMatch(pattern, text) || pattern === '') return pattern === '' ? text : undefined;
  if (!pattern.includes(star)) return replaceLiteral(text, operator, pattern, by);
  if (text.length > 512) return undefined;
  let result = '';
  for (let at = 0; at <= text.length; at++) {
    const length = prefixLengths(pattern, text.slice(at)).at(-1);
    const fits = length !== undefined && (operator !== '/%' || at + length === text.length);
    if (fits && (length > 0 || at === text.length)) {
      result += by;
      if (length === 0) return result;
      at += length - 1;
      if (operator !== '//') return result + text.slice(at + 1);
    } else if (operator === '/#') return text;
    else result += text[at] ?? '';
  }
  return result;
}

function replaceLiteral(text: string, operator: string, pattern: string, by: Pattern): Pattern {
  if (operator === '//') return text.split(pattern).join(by);
  if (operator === '/#') return text.startsWith(pattern) ? by + text.slice(pattern.length) : text;
  if (operator === '/%') return text.endsWith(pattern) ? text.slice(0, -pattern.length) + by : text;
  const at = text.indexOf(pattern);
  return at === -1 ? text : text.slice(0, at) + by + text.slice(at + pattern.length);
}
