import { anything, isOpen, one, type Pattern, star } from '../pattern.ts';
import type { Redirection, ShellReading, Word } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { runPowerShellProgram } from './read-powershell.ts';
import { maxText, programName, WindowsBuilder } from './windows-builder.ts';

/** Reads a text of `cmd.exe`. Never throws; what cannot be told is unknown. */
export function readCmd(text: string, surroundings: Surroundings): ShellReading {
  const builder = new WindowsBuilder(surroundings);
  runCmd(text, builder);
  return builder.reading();
}

/** The same as a part of another text. */
export function runCmd(text: string, builder: WindowsBuilder): void {
  if (text.length > maxText) {
    builder.unreadable('too-large', 'a very long text');
    return;
  }
  const reader = new CmdReader(builder);
  for (const token of lex(text, builder.surroundings)) reader.take(token);
  reader.take({ kind: 'end', text: '\n' });
}

interface CmdToken {
  readonly kind: 'word' | 'end' | 'pipe' | 'redirection';
  readonly text: Pattern;
}

/** Divides a text at blanks and operators; carets and quotes are taken away, variables are put in. */
function lex(text: string, surroundings: Surroundings): CmdToken[] {
  const tokens: CmdToken[] = [];
  let word: string[] | undefined;
  let quoted = false;
  const finish = (): void => {
    if (word !== undefined) tokens.push({ kind: 'word', text: word.join('') });
    word = undefined;
  };
  const add = (part: string): void => {
    word ??= [];
    word.push(part);
  };
  const variable = /%([^%\s:]+)(?::[^%\n]*)?%|!([^!\s:]+)(?::[^!\n]*)?!|%%?~?\w/y;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    variable.lastIndex = at;
    const found = character === '%' || character === '!' ? variable.exec(text) : null;
    if (found !== null) {
      add(variableValue(found[1] ?? found[2], surroundings));
      at += found[0].length - 1;
    } else if (character === '"') {
      quoted = !quoted;
      add('');
    } else if (character === '^' && !quoted) {
      at += text[at + 1] === '\r' ? 2 : 1;
      if (text[at] !== '\n') add(text[at] ?? '');
    } else if (character === '\n') {
      quoted = false;
      finish();
      tokens.push({ kind: 'end', text: '\n' });
    } else if (quoted) add(character);
    else if (/[\s,;=]/.test(character) && !(character === '=' && word !== undefined)) finish();
    else if (/[&|]/.test(character)) {
      finish();
      const double = text[at + 1] === character;
      tokens.push({ kind: character === '|' && !double ? 'pipe' : 'end', text: character });
      if (double) at++;
    } else if (/[()]/.test(character)) {
      finish();
      tokens.push({ kind: 'end', text: character });
    } else if (/[<>]/.test(character)) {
      const descriptor = word?.length === 1 && /^\d$/.test(word[0] ?? '') ? word.join('') : '';
      if (descriptor !== '') word = undefined;
      finish();
      const double = text[at + 1] === '>' ? '>' : '';
      at += double.length;
      tokens.push({ kind: 'redirection', text: descriptor + character + double });
    } else add(character === '*' ? star : character === '?' ? one : character);
  }
  finish();
  return tokens;
}

function variableValue(name: string | undefined, surroundings: Surroundings): Pattern {
  const wanted = name?.toUpperCase();
  if (wanted === 'USERPROFILE' || wanted === 'HOME') return surroundings.home;
  if (wanted === 'CD') return surroundings.cwd;
  return (wanted === undefined ? undefined : surroundings.env(wanted)) ?? anything;
}

const sameNames: Readonly<Record<string, string>> = {
  erase: 'del',
  rd: 'rmdir',
  rename: 'ren',
  md: 'mkdir',
  chdir: 'cd',
};

class CmdReader {
  readonly #builder: WindowsBuilder;
  #words: Pattern[] = [];
  #redirections: Redirection[] = [];
  #redirection: string | undefined;
  #pipeline: number[] = [];
  /** Set between `for` and the end of the list that it goes over. */
  #inList = false;

  constructor(builder: WindowsBuilder) {
    this.#builder = builder;
  }

  take(token: CmdToken): void {
    if (token.kind === 'redirection') this.#redirection = token.text;
    else if (token.kind === 'word') this.#word(token.text);
    else if (this.#inList && token.text === ')') {
      this.#words = [];
      this.#inList = false;
    } else {
      this.#finish();
      if (token.kind === 'end') this.#pipeline = [];
    }
  }

  #word(word: Pattern): void {
    const mark = this.#redirection;
    if (mark === undefined) {
      this.#words.push(word);
      return;
    }
    this.#redirection = undefined;
    if (word.startsWith('&')) return;
    this.#redirections.push({
      direction: mark.includes('>>') ? 'append' : mark.includes('>') ? 'write' : 'read',
      target: /^nul$/i.test(word) ? '/dev/null' : word,
      descriptor: /^\d/.test(mark) ? Number(mark[0]) : mark.includes('>') ? 1 : 0,
    });
  }

  #finish(): void {
    const words = this.#words;
    const redirections = this.#redirections;
    this.#words = [];
    this.#redirections = [];
    while (words.length > 0 && this.#skips(words));
    if (words.length === 0) return;
    words[0] = (words[0] ?? '').replace(/^@/, '');
    const split = splitSwitch(words);
    const name = split ?? programName(words[0]);
    if (name === '' || name === 'rem' || words[0]?.startsWith(':') === true) return;
    const program = name === undefined ? undefined : (sameNames[name] ?? name);
    const place = this.#builder.command(
      program,
      words.map((pattern): Word => ({ pattern })),
      redirections,
    );
    if (place === undefined) return;
    this.#builder.pipe(this.#pipeline, place);
    this.#pipeline.push(place);
    if (program !== undefined) this.#runs(program, place, words.slice(1));
  }

  /** Passes over what stands in front of a command: `if exist x`, `else`, `for … do`, `call`. */
  #skips(words: Pattern[]): boolean {
    const [first = '', second = ''] = words.map(word => word.toLowerCase());
    if (first === 'else' || first === 'call' || first === '@' || first === 'do' || first === 'in') words.shift();
    else if (first === 'if') {
      const at = second === 'not' ? 2 : 1;
      const test = (words[at] ?? '').toLowerCase();
      words.splice(
        0,
        test === 'exist' || test === 'defined' || test === 'errorlevel' ? at + 2 : at + (/==/.test(test) ? 1 : 3),
      );
    } else if (first === 'for') {
      words.length = 0;
      this.#inList = true;
    } else return false;
    return true;
  }

  #runs(program: string, place: number, args: readonly Pattern[]): void {
    const builder = this.#builder;
    if (program === 'cd' || program === 'pushd') builder.enter(args.find(word => !word.startsWith('/')));
    else if (program === 'cmd') {
      const at = args.findIndex(word => /^\/[ckr]/i.test(word));
      const text = args.slice(at + 1).join(' ');
      builder.wraps(place);
      if (at >= 0 && isOpen(text) && /^[\uE000-\uE003\s]*$/.test(text)) builder.fed('cmd', 'variable');
      else if (at >= 0) builder.within({ by: 'cmd /c' }, () => runCmd(text, builder));
    } else if (program === 'powershell' || program === 'pwsh') {
      builder.wraps(place);
      runPowerShellProgram(args, builder, () => 'other');
    } else if (program === 'start') {
      const rest = args.filter(word => !word.startsWith('/'));
      const inner = rest[0] === '' ? rest.slice(1) : rest;
      const name = programName(inner[0] ?? '');
      if (inner.length > 0)
        builder.within({ by: 'start' }, () =>
          builder.command(
            name,
            inner.map(pattern => ({ pattern })),
            [],
          ),
        );
    } else if (/^(?:bash|sh|wsl|forfiles)$/.test(program)) builder.unknown('wrapper', `\`${program}\` in cmd`);
  }
}

/** `del/q` and `cd\\` have no blank behind the name. */
function splitSwitch(words: Pattern[]): string | undefined {
  const [, program, rest] =
    /^(del|erase|rd|rmdir|cd|copy|move|type|dir)([/\\.].*)$/.exec((words[0] ?? '').toLowerCase()) ?? [];
  if (program === undefined || rest === undefined) return undefined;
  words.splice(0, 1, program, (words[0] ?? '').slice(program.length));
  return program;
}
