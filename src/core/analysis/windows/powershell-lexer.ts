import { anything, one, type Pattern, star } from '../pattern.ts';

/** A piece of a PowerShell text. */
export type PowerToken =
  | {
      readonly kind: 'word';
      readonly text: Pattern;
      /** Variables and texts in brackets that stand in it. */
      readonly inner: readonly string[];
      readonly quoted: boolean;
      /** How it is written. */
      readonly raw: string;
    }
  | { readonly kind: 'mark'; readonly text: string };

const special = /[\s;|&(){}<>"'`$#@,]/;
const redirection = /(?:[1-6*]?>>?(?:&[12])?|<)/y;

/** Divides a text into tokens. What a variable or a subexpression gives is asked for by name. */
export function lexPowerShell(text: string, variable: (name: string) => Pattern): PowerToken[] {
  return new PowerLexer(text, variable).read();
}

class PowerLexer {
  readonly #text: string;
  readonly #variable: (name: string) => Pattern;
  readonly #tokens: PowerToken[] = [];
  #at = 0;

  constructor(text: string, variable: (name: string) => Pattern) {
    this.#text = text;
    this.#variable = variable;
  }

  read(): PowerToken[] {
    while (this.#at < this.#text.length) {
      const before = this.#at;
      this.#next();
      if (this.#at === before) this.#at++;
    }
    return this.#tokens;
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #mark(text: string): void {
    this.#tokens.push({ kind: 'mark', text });
    this.#at += text.length;
  }

  #next(): void {
    const character = this.#text[this.#at] ?? '';
    if (character === '\n') this.#mark('\n');
    else if (/\s/.test(character)) this.#at++;
    else if (character === '`' && /^`\r?\n/.test(this.#text.slice(this.#at, this.#at + 3))) this.#at += 3;
    else if (character === '#') this.#skip('\n');
    else if (this.#startsWith('<#')) this.#skip('#>', 2);
    else if (this.#startsWith('&&') || this.#startsWith('||')) this.#mark(this.#text.slice(this.#at, this.#at + 2));
    else if (this.#startsWith('$(') || this.#startsWith('@(') || this.#startsWith('@{'))
      this.#mark(this.#text.slice(this.#at, this.#at + 2));
    else if (/[;|&(){},]/.test(character)) this.#mark(character);
    else if (!this.#redirection()) this.#word();
  }

  #redirection(): boolean {
    redirection.lastIndex = this.#at;
    const found = redirection.exec(this.#text)?.[0];
    if (found !== undefined) this.#mark(found);
    return found !== undefined;
  }

  #skip(end: string, more = 0): void {
    const close = this.#text.indexOf(end, this.#at);
    this.#at = close < 0 ? this.#text.length : close + more;
  }

  #word(): void {
    const start = this.#at;
    const parts: string[] = [];
    const inner: string[] = [];
    let quoted = false;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (character === "'" || character === '"' || this.#startsWith("@'") || this.#startsWith('@"')) {
        quoted = true;
        parts.push(this.#quoted(inner));
      } else if (character === '`') {
        parts.push(this.#text[this.#at + 1] ?? '');
        this.#at += 2;
      } else if (character === '$') {
        if (this.#startsWith('$(')) break;
        parts.push(this.#variableAt(inner));
      } else if (character === '*') {
        parts.push(star);
        this.#at++;
      } else if (character === '?') {
        parts.push(one);
        this.#at++;
      } else if (character === '#' && parts.length > 0) {
        parts.push(character);
        this.#at++;
      } else if (special.test(character) && !(character === '@' && parts.length > 0)) {
        if (character === '@' && parts.length === 0) {
          parts.push(character);
          this.#at++;
        } else break;
      } else {
        parts.push(character);
        this.#at++;
      }
    }
    this.#tokens.push({ kind: 'word', text: parts.join(''), inner, quoted, raw: this.#text.slice(start, this.#at) });
  }

  #quoted(inner: string[]): string {
    const here = this.#text[this.#at] === '@';
    const mark = this.#text[here ? this.#at + 1 : this.#at] ?? '';
    this.#at += here ? 2 : 1;
    const parts: string[] = [];
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (here ? this.#startsWith(`\n${mark}@`) : character === mark) {
        if (!here && this.#text[this.#at + 1] === mark) {
          parts.push(mark);
          this.#at += 2;
          continue;
        }
        this.#at += here ? 3 : 1;
        break;
      }
      if (mark === '"' && character === '`') {
        parts.push(escapes[this.#text[this.#at + 1] ?? ''] ?? this.#text[this.#at + 1] ?? '');
        this.#at += 2;
      } else if (mark === '"' && character === '$') parts.push(this.#variableAt(inner));
      else {
        parts.push(character);
        this.#at++;
      }
    }
    return parts.join('');
  }

  /** A variable, or a subexpression inside of a text. */
  #variableAt(inner: string[]): string {
    if (this.#startsWith('$(')) {
      const end = this.#closing(this.#at + 1);
      inner.push(this.#text.slice(this.#at + 2, end));
      this.#at = end + 1;
      return anything;
    }
    const name = /\$(?:\{([^}]*)\}|((?:env|global|script|local):\w+|\w+|[?^$]))/iy;
    name.lastIndex = this.#at;
    const found = name.exec(this.#text);
    if (found === null) {
      this.#at++;
      return '$';
    }
    this.#at += found[0].length;
    return this.#variable((found[1] ?? found[2] ?? '').toLowerCase().replace(/^(?:global|script|local):/, ''));
  }

  #closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.#text.length; at++) {
      if (this.#text[at] === '(') depth++;
      else if (this.#text[at] === ')' && --depth === 0) return at;
    }
    return this.#text.length;
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
};
