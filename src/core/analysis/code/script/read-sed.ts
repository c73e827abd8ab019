import { anything, isOpen, type Pattern } from '../../pattern.ts';
import { Findings } from '../findings.ts';
import { text } from '../value.ts';

const lineEnd = '\n';

/** Reads a sed script: what it reads, writes and runs beside its input. */
export function readSed(script: Pattern): Findings {
  return new SedReader(script).read();
}

/** Goes over a script from left to right, once. */
class SedReader {
  readonly #script: Pattern;
  readonly #findings = new Findings();
  /** Behind it no bracket is closed. */
  readonly #lastBracket: number;
  #at = 0;

  constructor(script: Pattern) {
    this.#script = script;
    this.#lastBracket = script.lastIndexOf(']');
  }

  read(): Findings {
    while (this.#at < this.#script.length) {
      const before = this.#at;
      this.#address();
      this.#command();
      if (this.#at === before) this.#at++;
    }
    return this.#findings;
  }

  #peek(): string {
    return this.#script[this.#at] ?? '';
  }

  #address(): void {
    for (;;) {
      const next = this.#peek();
      if (next === '/') this.#skipTo('/');
      else if (next === '\\') {
        this.#at++;
        this.#skipTo(this.#peek());
      } else if (/[\s;,!$~+\d{}]/.test(next) || isOpen(next)) this.#at++;
      else if (/[IM]/.test(next) && /[/,]/.test(this.#script[this.#at - 1] ?? '')) this.#at++;
      else return;
      if (this.#at >= this.#script.length) return;
    }
  }

  /** Goes behind the next mark that no backslash stands before; brackets of a regular expression may hold it. */
  #skipTo(mark: string): string {
    const start = ++this.#at;
    let inClass = false;
    while (this.#at < this.#script.length) {
      const next = this.#peek();
      if (next === '\\') this.#at++;
      else if (next === '[' && !inClass) inClass = this.#at + 2 <= this.#lastBracket;
      else if (next === ']') inClass = false;
      else if (next === mark && !inClass) break;
      this.#at++;
    }
    const part = this.#script.slice(start, this.#at);
    this.#at++;
    return part;
  }

  /** The rest of the line. */
  #line(): string {
    const end = this.#script.indexOf(lineEnd, this.#at);
    const line = this.#script.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#script.length : end + 1;
    return line.trim();
  }

  #command(): void {
    const name = this.#peek();
    if (name === '') return;
    this.#at++;
    switch (name) {
      case 's':
        this.#substitution();
        return;
      case 'y':
        this.#plainParts();
        return;
      case 'r':
      case 'R':
        this.#findings.file('read', text(this.#line()), 'sed');
        return;
      case 'w':
      case 'W':
        this.#findings.file('write', text(this.#line()), 'sed');
        return;
      case 'e': {
        const command = this.#line();
        if (command === '') this.#findings.runsUnknown(0, 'sed');
        else this.#findings.startText(text(command));
        return;
      }
      case 'a':
      case 'i':
      case 'c':
        this.#text();
        return;
      case '#':
        this.#line();
        return;
      case ':':
      case 'b':
      case 't':
      case 'T':
        this.#label();
        return;
      default:
        return;
    }
  }

  /** Text to be added goes to the end of its line; a backslash there continues it. */
  #text(): void {
    let line = this.#line();
    while (line.endsWith('\\') && this.#at < this.#script.length) line = this.#line();
  }

  #label(): void {
    while (this.#at < this.#script.length && !/[\n;}]/.test(this.#peek())) this.#at++;
  }

  #plainParts(): void {
    const mark = this.#peek();
    this.#skipPlain(mark);
    this.#at--;
    this.#skipPlain(mark);
  }

  #skipPlain(mark: string): string {
    const start = ++this.#at;
    while (this.#at < this.#script.length && this.#peek() !== mark) this.#at += this.#peek() === '\\' ? 2 : 1;
    const part = this.#script.slice(start, this.#at);
    this.#at++;
    return part;
  }

  #substitution(): void {
    const mark = this.#peek();
    this.#skipTo(mark);
    this.#at--;
    const replacement = this.#skipPlain(mark);
    for (;;) {
      const flag = this.#peek();
      if (flag === 'w') {
        this.#at++;
        this.#findings.file('write', text(this.#line()), 'sed');
        return;
      }
      if (flag === 'e')
        this.#findings.startText(text(replacement.replaceAll(/&|\\\d/g, anything).replaceAll(/\\(.)/g, '$1')));
      if (!/[gpiIMme\d]/.test(flag)) return;
      this.#at++;
    }
  }
}
