import type { Quoting } from './quoting.ts';

/** A quoted stretch: where it ends, and its content. */
export interface Quoted {
  readonly kind: 'text' | 'name';
  readonly value: string;
  /** Behind the closing quote; the text's length where there is none. */
  readonly end: number;
  readonly ended: boolean;
}

/** The quoted stretch that starts here; undefined where none does. */
export function readQuoted(text: string, at: number, quoting: Quoting): Quoted | undefined {
  const sign = text[at];
  if (sign === "'") return readLiteral(text, at, quoting.backslash, quoting);
  if (sign === '"') {
    if (quoting.double === 'text') return readLiteral(text, at, quoting.backslash, quoting);
    return { ...readDoubled(text, at, '"', false), kind: 'name' };
  }
  if (sign === '`' && quoting.backtick === true) {
    return { ...readDoubled(text, at, '`', quoting.rawAndTriple === true), kind: 'name' };
  }
  if (sign === '[' && quoting.bracket === true) return { ...readDoubled(text, at, ']', false), kind: 'name' };
  return sign === '$' && quoting.dollar !== undefined ? readDollar(text, at, quoting.dollar) : undefined;
}

/** A literal whose prefix (`E`, `r`, `U&` …) stands right before; undefined where these words are no prefix. */
export function readPrefixed(text: string, word: string, at: number, quoting: Quoting): Quoted | undefined {
  const sign = text[at];
  if (sign !== "'" && !(sign === '"' && quoting.double === 'text')) return undefined;
  if (word === 'e' && quoting.escapeTexts === true) return readLiteral(text, at, true, quoting);
  if (quoting.rawAndTriple === true && /^(?:r|b|rb|br)$/.test(word)) return readLiteral(text, at, true, quoting);
  return /^[bxn]$/.test(word) ? readLiteral(text, at, quoting.backslash, quoting) : undefined;
}

function readLiteral(text: string, at: number, backslash: boolean, quoting: Quoting): Quoted {
  const sign = text[at] ?? '';
  const triple = sign.repeat(3);
  if (quoting.rawAndTriple === true && text.startsWith(triple, at)) return readTriple(text, at, triple);
  return { ...readDoubled(text, at, sign, backslash), kind: 'text' };
}

/** Up to the closing sign; written twice it stands for itself. */
function readDoubled(text: string, at: number, sign: string, backslash: boolean): Omit<Quoted, 'kind'> {
  let from = at + 1;
  let value = '';
  for (let place = from; place < text.length; place++) {
    const character = text[place];
    if (character === '\\' && backslash) place++;
    else if (character === sign) {
      value += text.slice(from, place);
      if (text[place + 1] !== sign) return { value, end: place + 1, ended: true };
      from = ++place;
    }
  }
  return { value: value + text.slice(from), end: text.length, ended: false };
}

function readTriple(text: string, at: number, triple: string): Quoted {
  for (let place = at + 3; place < text.length; place++) {
    if (text[place] === '\\') place++;
    else if (text.startsWith(triple, place)) {
      return { kind: 'text', value: text.slice(at + 3, place), end: place + 3, ended: true };
    }
  }
  return { kind: 'text', value: text.slice(at + 3), end: text.length, ended: false };
}

const tag = /\$(?:[A-Za-z_\x80-\uffff][A-Za-z0-9_\x80-\uffff]*)?\$/y;

function readDollar(text: string, at: number, tags: 'tag' | 'plain'): Quoted | undefined {
  tag.lastIndex = at;
  const opening = tag.exec(text)?.[0];
  if (opening === undefined || (tags === 'plain' && opening !== '$$')) return undefined;
  const from = at + opening.length;
  const end = text.indexOf(opening, from);
  if (end < 0) return { kind: 'text', value: text.slice(from), end: text.length, ended: false };
  return { kind: 'text', value: text.slice(from, end), end: end + opening.length, ended: true };
}
