import { star } from '../pattern.ts';

/** The most words that the braces of one word are followed into. */
const mostWords = 256;
/** The most values of a range such as `{1..9}`; a longer one is left open. */
const mostOfRange = 64;
/** The most braces that one word may have. */
const mostBraces = 256;

/** A piece of a word's source: text that stays, or alternatives. */
type Node = string | { readonly alternatives: readonly (readonly Node[])[] };

interface Level {
  readonly alternatives: Node[][];
}

/**
 * The words that the braces of a word's source make, as sources; undefined where they would be too many. Quotes,
 * escapes and substitutions are left as they are.
 */
export function expandBraces(source: string): readonly string[] | undefined {
  if (!source.includes('{') || !(source.includes(',') || source.includes('..'))) return [source];
  const nodes = readNodes(source);
  const words = nodes === undefined ? undefined : multiply(nodes);
  return words === undefined || words.length > mostWords ? undefined : words;
}

function readNodes(source: string): readonly Node[] | undefined {
  let braces = 0;
  const levels: Level[] = [{ alternatives: [[]] }];
  const push = (node: Node): void => {
    levels.at(-1)?.alternatives.at(-1)?.push(node);
  };
  for (let at = 0; at < source.length; ) {
    const end = endOfOpaque(source, at);
    const character = source[at] ?? '';
    if (end > at + 1) push(source.slice(at, end));
    else if (character === '{') {
      if (++braces > mostBraces) return undefined;
      levels.push({ alternatives: [[]] });
    } else if (character === ',' && levels.length > 1) levels.at(-1)?.alternatives.push([]);
    else if (character === '}' && levels.length > 1) {
      const closed = levels.pop();
      for (const node of closeLevel(closed)) push(node);
    } else push(character);
    at = end;
  }
  while (levels.length > 1) {
    const unclosed = levels.pop();
    for (const node of asWritten(unclosed, '')) push(node);
  }
  return levels[0]?.alternatives[0] ?? [];
}

function closeLevel(level: Level | undefined): readonly Node[] {
  if (level === undefined) return [];
  if (level.alternatives.length > 1) return [{ alternatives: level.alternatives }];
  const only = level.alternatives[0] ?? [];
  const range = only.every(node => typeof node === 'string') ? readRange(only.join('')) : undefined;
  return range === undefined ? asWritten(level, '}') : [{ alternatives: range.map(value => [value]) }];
}

/** Braces that mean nothing stay as they are, but for what stands in them. */
function asWritten(level: Level | undefined, close: string): readonly Node[] {
  const nodes: Node[] = ['{'];
  for (const [at, alternative] of (level?.alternatives ?? []).entries()) {
    if (at > 0) nodes.push(',');
    for (const node of alternative) nodes.push(node);
  }
  return close === '' ? nodes : [...nodes, close];
}

function readRange(text: string): readonly string[] | undefined {
  const [, from = '', to = '', step] =
    /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text) ?? [];
  if (from === '' || /\d/.test(from) !== /\d/.test(to)) return undefined;
  const letters = !/\d/.test(from);
  const first = letters ? (from.codePointAt(0) ?? 0) : Number(from);
  const last = letters ? (to.codePointAt(0) ?? 0) : Number(to);
  const by = Math.max(1, Math.abs(Number(step ?? 1)));
  if (Math.abs(last - first) / by >= mostOfRange) return [star];
  const width = [from, to].some(end => /^-?0\d/.test(end)) ? Math.max(from.length, to.length) : 0;
  const values: string[] = [];
  for (let value = first; first <= last ? value <= last : value >= last; value += first <= last ? by : -by)
    values.push(letters ? String.fromCodePoint(value) : padded(value, width));
  return values;
}

function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
}

function multiply(nodes: readonly Node[]): readonly string[] | undefined {
  let words: readonly string[] = [''];
  for (const node of nodes) {
    if (typeof node === 'string') {
      words = words.map(word => word + node);
      continue;
    }
    const inner: string[] = [];
    for (const alternative of node.alternatives) {
      const made = multiply(alternative);
      if (made === undefined) return undefined;
      for (const word of made) inner.push(word);
      if (inner.length > mostWords) return undefined;
    }
    if (words.length * inner.length > mostWords) return undefined;
    words = words.flatMap(word => inner.map(next => word + next));
  }
  return words;
}

/** The end of what braces do not reach into: an escape, quotes, `${…}`, `$(…)`, backticks. Elsewhere one character. */
function endOfOpaque(source: string, at: number): number {
  const character = source[at];
  const next = source[at + 1];
  if (character === '\\') return at + 2;
  if (character === "'") return endOfSingle(source, at + 1);
  if (character === '"') return endOfNested(source, at + 1, '"');
  if (character === '`') return endOfNested(source, at + 1, '`');
  if (character !== '$') return at + 1;
  if (next === "'") return endOfEscaped(source, at + 2, "'");
  if (next === '{') return endOfNested(source, at + 2, '}');
  return next === '(' ? endOfNested(source, at + 2, ')') : at + 1;
}

function endOfSingle(source: string, at: number): number {
  const end = source.indexOf("'", at);
  return end === -1 ? source.length : end + 1;
}

function endOfEscaped(source: string, from: number, close: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === close) return at + 1;
  }
  return source.length;
}

/** What closes each thing that is open; nested ones are kept on a stack of our own. */
function endOfNested(source: string, from: number, close: string): number {
  const closers = [close];
  for (let at = from; at < source.length; at++) {
    const character = source[at] ?? '';
    const inner = closers.at(-1) ?? '';
    if (character === '\\') at++;
    else if (character === inner) {
      closers.pop();
      if (closers.length === 0) return at + 1;
    } else if (character === '$' && source[at + 1] === "'" && inner !== '"') at = endOfEscaped(source, at + 2, "'") - 1;
    else if (character === "'" && inner !== '"') at = endOfSingle(source, at + 1) - 1;
    else if (character === '"' && inner !== '`') closers.push('"');
    else if (character === '(' && inner !== '"') closers.push(')');
    else if (character === '$' && (source[at + 1] === '(' || source[at + 1] === '{')) {
      closers.push(source[at + 1] === '(' ? ')' : '}');
      at++;
    }
  }
  return source.length;
}
