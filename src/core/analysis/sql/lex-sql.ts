import type { Unknown } from '../unknown.ts';
import { readClientLine } from './client-lines.ts';
import { readPrefixed, readQuoted } from './lex-quotes.ts';
import type { Quoting } from './quoting.ts';
import type { ClientLine, LexedSql, Token, TokenKind } from './token.ts';

/** White space that not every server takes for such, characters that nobody sees, and control characters. */
const odd = /[\0-\x08\x0e-\x1f\x7f\x85\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;
const word = /[A-Za-z_@\x80-\uffff][A-Za-z0-9_$@\x80-\uffff]*/y;
const number = /[0-9][A-Za-z0-9_.]*/y;
const space = /[ \t\r\n\f\v]+/y;

/** Takes a text apart in one pass; never throws, linear in its length. */
export function lexSql(text: string, quoting: Quoting): LexedSql {
  return new Lexer(text, quoting).run();
}

/** A word in the form in which keywords are compared: only ASCII letters fold, as servers do it. */
export function foldWord(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

class Lexer {
  private at = 0;
  private executable = 0;
  private delimiter = ';';
  private unended: Unknown | undefined;
  private odd: Unknown | undefined;
  private tokens: Token[] = [];
  private readonly statements: Token[][] = [];
  private readonly lines: ClientLine[] = [];
  private readonly blanked: [number, number, string][] = [];
  private readonly text: string;
  private readonly quoting: Quoting;

  constructor(text: string, quoting: Quoting) {
    this.text = text;
    this.quoting = quoting;
    if (text.startsWith('\ufeff')) this.at = 1;
  }

  run(): LexedSql {
    while (this.at < this.text.length) this.step();
    this.endStatement();
    return {
      statements: this.statements,
      lines: this.lines,
      plain: this.plain(),
      ...(this.unended === undefined ? {} : { unended: this.unended }),
      ...(this.odd === undefined ? {} : { odd: this.odd }),
    };
  }

  private step(): void {
    const { text } = this;
    const blank = match(space, text, this.at);
    if (blank > 0) this.at += blank;
    else if (this.readClientLine() || this.readComment()) return;
    else if (text.startsWith(this.delimiter, this.at)) {
      this.at += this.delimiter.length;
      this.endStatement();
    } else if (text[this.at] === ';') {
      this.at++;
      this.endStatement();
    } else this.readToken();
  }

  private readToken(): void {
    const { text, at, quoting } = this;
    const quoted = readQuoted(text, at, quoting);
    const length = quoted === undefined ? match(word, text, at) : 0;
    const digits = quoted === undefined && length === 0 ? match(number, text, at) : 0;
    if (quoted !== undefined) this.addQuoted(at, quoted);
    else if (length > 0) this.readWord(at, length);
    else if (digits > 0) this.add('number', text.slice(at, at + digits), at + digits);
    else {
      this.noteOdd(text[at] ?? '');
      this.add('symbol', text[at] ?? '', at + 1);
    }
  }

  private readWord(at: number, length: number): void {
    const written = this.text.slice(at, at + length);
    const value = foldWord(written);
    const quoted = readPrefixed(this.text, value, at + length, this.quoting);
    if (quoted !== undefined) this.addQuoted(at, quoted);
    else {
      this.noteOdd(written);
      this.add('word', value, at + length);
    }
  }

  private addQuoted(start: number, quoted: { kind: TokenKind; value: string; end: number; ended: boolean }): void {
    this.tokens.push({ kind: quoted.kind, value: quoted.value, start, end: quoted.end });
    this.at = quoted.end;
    if (!quoted.ended) this.unended ??= { reason: 'invalid', detail: 'a quoted text that does not end' };
  }

  private add(kind: TokenKind, value: string, end: number): void {
    this.tokens.push({ kind, value, start: this.at, end });
    this.at = end;
  }

  private noteOdd(text: string): void {
    if (odd.test(text)) this.odd ??= { reason: 'invisible', detail: 'an invisible character in SQL' };
  }

  private endStatement(): void {
    if (this.tokens.length > 0) this.statements.push(this.tokens);
    this.tokens = [];
  }

  /** Passes over a comment; what stands in an executable one is read as if it were not in a comment. */
  private readComment(): boolean {
    const { text, at, quoting } = this;
    const sign = text[at];
    if (sign === '#' && quoting.hash === true) return this.skipLine();
    if (sign === '-' && text[at + 1] === '-') {
      if (quoting.dashesNeedSpace !== true || /^[\s\0-\x1f]?$/.test(text.slice(at + 2, at + 3))) return this.skipLine();
    }
    if (sign === '/' && text[at + 1] === '/' && quoting.slashes === true) return this.skipLine();
    if (sign === '*' && text[at + 1] === '/' && this.executable > 0) {
      this.executable--;
      this.at += 2;
      return true;
    }
    return sign === '/' && text[at + 1] === '*' && this.readBlock();
  }

  private skipLine(): boolean {
    const { text, at, quoting } = this;
    // PostgreSQL ends a comment at a carriage return as well; others do not, or nobody says.
    const end = firstOf(text, at, quoting.client === 'psql' ? /[\r\n]/g : /\n/g);
    if (quoting.client !== 'psql' && /\r(?!\n|$)/.test(text.slice(at, end))) {
      this.odd ??= { reason: 'invisible', detail: 'a carriage return in a comment' };
    }
    this.at = end;
    return true;
  }

  private readBlock(): boolean {
    const { text, at, quoting } = this;
    if (quoting.executable === 'text') {
      const opening = match(/\/\*M?![0-9]{0,6}/y, text, at);
      if (opening > 0) {
        this.executable++;
        this.at += opening;
        return true;
      }
    }
    const end = quoting.nestedComments === true ? endOfNested(text, at) : text.indexOf('*/', at + 2) + 2;
    if (end < 2) this.unended ??= { reason: 'invalid', detail: 'a comment that does not end' };
    this.at = end < 2 ? text.length : end;
    return true;
  }

  private readClientLine(): boolean {
    const { quoting } = this;
    if (quoting.client === undefined) return false;
    const line = readClientLine(this.text, this.at, quoting.client, this.tokens.length > 0);
    if (line === undefined) return false;
    this.blanked.push([this.at, line.end, line.ends ? ';' : ' ']);
    if (line.text !== '') this.lines.push({ text: line.text, before: this.statements.length });
    if (line.delimiter !== undefined) this.delimiter = line.delimiter;
    this.at = line.end;
    if (line.ends) this.endStatement();
    return true;
  }

  private plain(): string {
    if (this.blanked.length === 0) return this.text;
    const parts: string[] = [];
    let from = 0;
    for (const [start, end, sign] of this.blanked) {
      parts.push(this.text.slice(from, start), sign.padEnd(end - start));
      from = end;
    }
    parts.push(this.text.slice(from));
    return parts.join('');
  }
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function firstOf(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

/** Behind the end of a comment that may hold others; -1 where it has none. */
function endOfNested(text: string, at: number): number {
  const signs = /\/\*|\*\//g;
  signs.lastIndex = at;
  let depth = 0;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    depth += sign[0] === '/*' ? 1 : -1;
    if (depth === 0) return sign.index + 2;
  }
  return -1;
}
