/** Reads a regular expression from left to right and writes a text that it should match. */
class Sampler {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** The first alternative. */
  whole(): string {
    const text = this.#alternatives();
    if (this.#at < this.#source.length) throw new Unsupported();
    return text;
  }

  #alternatives(): string {
    const first = this.#sequence();
    while (this.#source[this.#at] === '|') {
      this.#at++;
      this.#sequence();
    }
    return first;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) text += this.#repeated();
    return text;
  }

  #repeated(): string {
    const item = this.#item();
    const sign = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})[?+]?/.exec(this.#source.slice(this.#at));
    if (sign === null) return item;
    this.#at += sign[0].length;
    if (sign[1] !== undefined) return item.repeat(Math.min(Number(sign[1]), 64));
    return sign[0].startsWith('+') ? item : '';
  }

  #item(): string {
    const rest = this.#source.slice(this.#at);
    const character = rest[0] ?? '';
    if (character === '(') return this.#group();
    if (character === '[') return this.#set();
    if (character === '\\') return this.#escape();
    this.#at++;
    if (character === '^' || character === '$') return '';
    if ('*+?{'.includes(character)) throw new Unsupported();
    return character;
  }

  #group(): string {
    const kind = /^\((?:\?(?::|<?[=!]|P?<\w+>|[imsx]+\)|[imsx]+:))?/.exec(this.#source.slice(this.#at))?.[0] ?? '(';
    if (this.#source[this.#at + 1] === '?' && kind === '(') throw new Unsupported();
    this.#at += kind.length;
    if (/^\(\?[imsx]+\)$/.test(kind)) return '';
    const text = this.#alternatives();
    if (this.#source[this.#at] !== ')') throw new Unsupported();
    this.#at++;
    return /^\(\?<?!/.test(kind) ? '' : text;
  }

  #set(): string {
    const found = /^\[(\^?)(\]?(?:\\.|\[:\w+:\]|[^\]\\])*)\]/.exec(this.#source.slice(this.#at));
    if (found === null) throw new Unsupported();
    this.#at += found[0].length;
    const [, negated, body = ''] = found;
    if (negated === '^') return ['x', '-', ' '].find(candidate => matchesSet(found[0], candidate)) ?? 'x';
    if (body.startsWith('[:space:]')) return ' ';
    if (body.startsWith('[:digit:]')) return '1';
    if (body.startsWith('[:')) return 'a';
    return body.startsWith('\\') ? plainOf(body[1] ?? '') : (body[0] ?? '');
  }

  #escape(): string {
    const character = this.#source[this.#at + 1];
    if (character === undefined) throw new Unsupported();
    this.#at += 2;
    return plainOf(character);
  }
}

class Unsupported extends Error {}

function matchesSet(set: string, character: string): boolean {
  try {
    return new RegExp(set).test(character);
  } catch {
    return false;
  }
}

function plainOf(character: string): string {
  if ('bBAzZ<>'.includes(character)) return '';
  if (character === 's') return ' ';
  if (character === 'd') return '1';
  if (character === 'w' || character === 'S' || character === 'D') return 'x';
  if (character === 'W') return ' ';
  if (character === 'n') return '\n';
  if (character === 't') return '\t';
  return character;
}

/**
 * A text that a regular expression of the usual kinds (JavaScript, Python, grep, jq) should match; undefined when it has
 * something in it that is not handled. Nobody relies on the text: it is only worth a try.
 */
export function exampleOfRegex(source: string): string | undefined {
  try {
    return new Sampler(source).whole();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** One source for each alternative at the top of an expression, or of the group that it consists of. */
export function alternativesOf(source: string): string[] {
  const inner = /^\^?\((?:\?:)?([^()]*)\)\$?$/.exec(source)?.[1] ?? source;
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (let at = 0; at < inner.length; at++) {
    const character = inner[at] ?? '';
    if (character === '\\') {
      part += character + (inner[at + 1] ?? '');
      at++;
      continue;
    }
    if ('(['.includes(character)) depth++;
    if (')]'.includes(character)) depth--;
    if (character === '|' && depth <= 0) {
      parts.push(part);
      part = '';
    } else {
      part += character;
    }
  }
  return [...parts, part].filter(text => text !== '');
}
