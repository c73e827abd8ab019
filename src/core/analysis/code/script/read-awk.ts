import { anything, type Pattern } from '../../pattern.ts';
import type { CodeSurroundings } from '../call.ts';
import { unescapeText } from '../escapes.ts';
import { Findings } from '../findings.ts';
import { concatAll, nothing, origin, plainText, some, text, type Value } from '../value.ts';

interface Token {
  readonly kind: 'string' | 'word' | 'mark' | 'open' | 'number' | 'regex' | 'end';
  readonly text: string;
}

const token =
  /(?<string>"(?:[^"\\]|\\[\s\S])*"?)|(?<comment>#[^\n]*)|(?<end>[;\n])|(?<blank>[^\S\n]+|\\\r?\n)|(?<open>[\uE000-\uE003]+)|(?<word>[A-Za-z_@][\w:]*)|(?<number>\d[\w.]*|\.\d+)|(?<mark>\|&|>>|&&|\|\||[<>=!+*/%^-]=|[\s\S])/y;

function tokenize(code: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length) {
    const last = tokens.at(-1);
    const regex = code[at] === '/' && !isOperand(last) ? endOfRegex(code, at) : 0;
    if (regex > 0) {
      tokens.push({ kind: 'regex', text: code.slice(at, regex) });
      at = regex;
      continue;
    }
    token.lastIndex = at;
    const groups = token.exec(code)?.groups ?? {};
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined) ?? ['blank', code[at] ?? ''];
    at += Math.max(1, found?.length ?? 0);
    if (kind === 'string') tokens.push({ kind, text: unescapeText((found ?? '').slice(1).replace(/"$/, '')) });
    else if (kind === 'word' || kind === 'number' || kind === 'mark' || kind === 'open' || kind === 'end')
      tokens.push({ kind, text: found ?? '' });
  }
  return tokens;
}

/** Whether a value can end with it, so that a slash behind it divides. */
function isOperand(last: Token | undefined): boolean {
  return (
    last !== undefined &&
    (last.kind === 'number' ||
      last.kind === 'string' ||
      last.kind === 'open' ||
      last.text === ')' ||
      last.text === ']' ||
      (last.kind === 'word' && !/^(?:print|printf|return|in|getline|if|while)$/.test(last.text)))
  );
}

function endOfRegex(code: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < Math.min(code.length, start + 1_000) && code[at] !== '\n'; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === '[') inClass = true;
    else if (code[at] === ']') inClass = false;
    else if (code[at] === '/' && !inClass) return at + 1;
  }
  return 0;
}

/** Reads an awk program: what it reads, writes and runs beside its input. */
export function readAwk(program: Pattern, surroundings: CodeSurroundings): Findings {
  return new AwkReader(tokenize(program), surroundings).read();
}

/** A text as it stands between single quotes of a shell; open where it is not known as a whole. */
function quoted(value: Value): Value {
  const plain = plainText(value);
  return text(plain === undefined ? anything : plain.replaceAll("'", "'\\''"));
}

class AwkReader {
  readonly #tokens: readonly Token[];
  readonly #surroundings: CodeSurroundings;
  readonly #findings = new Findings();
  readonly #variables = new Map<string, Value>();

  constructor(tokens: readonly Token[], surroundings: CodeSurroundings) {
    this.#tokens = tokens;
    this.#surroundings = surroundings;
  }

  read(): Findings {
    this.#learn();
    this.#tokens.forEach((found, at) => {
      this.#look(found, at);
    });
    return this.#findings;
  }

  #is(at: number, ...texts: readonly string[]): boolean {
    const found = this.#tokens[at];
    return found !== undefined && found.kind !== 'string' && found.kind !== 'regex' && texts.includes(found.text);
  }

  #isWord(at: number, ...texts: readonly string[]): boolean {
    return this.#tokens[at]?.kind === 'word' && this.#is(at, ...texts);
  }

  /** Variables that are set once, to texts in a row. */
  #learn(): void {
    this.#tokens.forEach((found, at) => {
      if (found.kind !== 'word' || !this.#is(at + 1, '=', '+=')) return;
      const once = this.#is(at + 1, '=') && !this.#variables.has(found.text);
      this.#variables.set(found.text, once ? this.#value(at + 2, this.#end(at + 2)) : nothing);
    });
  }

  #look(found: Token, at: number): void {
    if (found.kind === 'open') this.#lookAtOpen(at);
    if (found.kind === 'word') {
      if (found.text === 'print' || found.text === 'printf') this.#print(at);
      if (found.text === 'system' && this.#is(at + 1, '('))
        this.#findings.startText(this.#value(at + 2, this.#close(at + 1)));
      if (found.text === 'getline') this.#getline(at);
      if (found.text === 'ENVIRON' && this.#isWord(at - 1, 'in')) this.#findings.printed(some(origin.environment));
      if (/^@(?:load|include)$/.test(found.text)) this.#findings.unknown('code', `\`${found.text}\` of awk`);
      if (found.text === 'ARGV' && this.#is(at + 1, '[')) this.#argument(at);
    }
  }

  /** What is put in as a whole statement can be anything; an operand is taken for a value. */
  #lookAtOpen(at: number): void {
    const before = at === 0 || this.#is(at - 1, '{', ';', '\n', '}');
    const behind = at + 1 >= this.#tokens.length || this.#is(at + 1, '}', ';', '\n');
    if (before && behind) this.#findings.unknown('text', 'awk code that is put in from outside');
  }

  #argument(at: number): void {
    const close = this.#close(at + 1);
    if (this.#is(close + 1, '=')) this.#findings.file('read', this.#value(close + 2, this.#end(close + 2)), 'awk');
  }

  /** The bracket that closes the one at a place. */
  #close(open: number): number {
    let depth = 0;
    for (let at = open; at < this.#tokens.length && at < open + 2_000; at++) {
      if (this.#is(at, '(', '[')) depth++;
      if (this.#is(at, ')', ']') && --depth === 0) return at;
    }
    return this.#tokens.length;
  }

  /** Where the statement at a place ends. */
  #end(start: number): number {
    let depth = 0;
    for (let at = start; at < this.#tokens.length; at++) {
      if (this.#is(at, '(', '[')) depth++;
      else if (this.#is(at, ')', ']')) depth--;
      if (depth < 0 || (depth === 0 && this.#is(at, ';', '\n', '}', '|', '|&', '>', '>>', '?', '&&', '||'))) return at;
    }
    return this.#tokens.length;
  }

  /** Texts in a row are one text; all else is open. */
  #value(from: number, to: number): Value {
    const parts: Value[] = [];
    for (let at = from; at < to; at++) {
      const found = this.#tokens[at];
      if (found === undefined || this.#is(at, '(', ')')) continue;
      if (found.kind === 'string') parts.push(text(found.text));
      else if (this.#isWord(at, 'ENVIRON') && this.#is(at + 1, '[')) {
        parts.push(this.#tokens[at + 2]?.text === 'HOME' ? text(this.#surroundings.home) : some(origin.variable));
        at = this.#close(at + 1);
      } else parts.push(found.kind === 'word' ? (this.#variables.get(found.text) ?? nothing) : text(anything));
    }
    return parts.length === 0 ? nothing : concatAll(parts);
  }

  #print(start: number): void {
    const at = this.#end(start + 1);
    if (!this.#is(at, '>', '>>', '|', '|&')) return;
    const target = this.#value(at + 1, this.#end(at + 1));
    if (this.#is(at, '>', '>>')) {
      this.#findings.file('write', target, 'awk');
      return;
    }
    const printed = this.#value(start + 1, at);
    this.#toCommand(concatAll([text("echo '"), quoted(printed), text("' | "), target]), target);
  }

  #toCommand(command: Value, target: Value): void {
    const inet = target.kind === 'text' ? /^\/inet\d?\/\w+\/[^/]*\/([^/]*)\/([^/]*)$/.exec(target.text) : null;
    if (inet === null) {
      this.#findings.startText(command);
      return;
    }
    this.#findings.address(text(`${inet[1]}:${inet[2]}`));
    this.#findings.sendsAnything();
  }

  #getline(at: number): void {
    const target = this.#tokens[at + 1]?.kind === 'word' ? at + 2 : at + 1;
    if (this.#is(target, '<')) this.#findings.file('read', this.#value(target + 1, this.#end(target + 1)), 'awk');
    if (!this.#is(at - 1, '|', '|&')) return;
    let from = at - 2;
    while (from >= 0 && !this.#is(from, ';', '\n', '{', '}', '(', '=', '&&', '||', '!')) from--;
    const command = this.#value(from + 1, at - 1);
    this.#toCommand(command, command);
  }
}
