import { base64Bytes } from '../code/escapes.ts';
import { anything, isOpen, type Pattern } from '../pattern.ts';
import type { FedText, Redirection, ShellReading, Word } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { isParameter, resolveAlias } from './cmdlets.ts';
import { lexPowerShell, type PowerToken } from './powershell-lexer.ts';
import { runCmd } from './read-cmd.ts';
import { maxNesting, maxText, programName, WindowsBuilder } from './windows-builder.ts';

/**
 * Reads a PowerShell text: its commands with the cmdlets that their aliases stand for. Never throws; what cannot be told is
 * unknown.
 */
export function readPowerShell(text: string, surroundings: Surroundings): ShellReading {
  const builder = new WindowsBuilder(surroundings);
  runPowerShell(text, builder);
  return builder.reading();
}

/** The same as a part of another text. */
export function runPowerShell(text: string, builder: WindowsBuilder): void {
  if (text.length > maxText) {
    builder.unreadable('too-large', 'a very long text');
    return;
  }
  new PowerReader(builder).read(text);
}

const keywords =
  /^(?:if|else|elseif|while|for|switch|try|catch|finally|function|filter|param|return|do|until|begin|process|end|throw|exit|break|continue|in|trap|class|using|data)$/i;
const downloads = /^(?:invoke-webrequest|invoke-restmethod|curl|wget|start-bitstransfer)$/;

interface Statement {
  readonly words: Word[];
  readonly raw: string[];
  readonly redirections: Redirection[];
  readonly inner: number[];
  /** Texts in brackets: what a method is given. */
  readonly literals: Pattern[];
  called: boolean;
}

class PowerReader {
  readonly #builder: WindowsBuilder;
  readonly #variables = new Map<string, Pattern>();
  #tokens: readonly PowerToken[] = [];
  #at = 0;
  #brackets = 0;

  constructor(builder: WindowsBuilder) {
    this.#builder = builder;
  }

  read(text: string): void {
    const assigned = /(?:^|[;\n{(])\s*\$([a-z_]\w*)\s*=\s*(?:'([^'\n]*)'|"([^"`$\n]*)")\s*(?=[;\n})]|$)/gi;
    for (const [, name = '', single, double] of text.matchAll(assigned)) {
      const key = name.toLowerCase();
      this.#variables.set(key, this.#variables.has(key) ? anything : (single ?? double ?? ''));
    }
    this.#tokens = lexPowerShell(text, name => this.#variable(name));
    this.#statements();
  }

  #variable(name: string): Pattern {
    const { home, cwd, env } = this.#builder.surroundings;
    if (name === 'home' || name === 'env:userprofile' || name === 'env:home') return home;
    if (name === 'pwd') return cwd;
    if (name === 'null') return '';
    if (name === 'true' || name === 'false') return `$${name}`;
    if (name.startsWith('env:')) return env(name.slice(4).toUpperCase()) ?? env(name.slice(4)) ?? anything;
    return this.#variables.get(name) ?? anything;
  }

  /** Statements up to the bracket that closes them. */
  #statements(): number[] {
    const all: number[] = [];
    if (++this.#brackets > maxNesting) {
      this.#builder.unreadable('too-large', 'brackets, very deep');
      this.#at = this.#tokens.length;
    }
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at];
      if (token?.kind === 'mark' && /^[)}]$/.test(token.text)) break;
      all.push(...this.#pipeline());
    }
    this.#brackets--;
    return all;
  }

  #pipeline(): number[] {
    const places: number[] = [];
    for (;;) {
      const statement = this.#statement();
      const place = this.#finish(statement, places);
      if (place !== undefined) {
        this.#builder.pipe(places, place);
        places.push(place);
      } else places.push(...statement.inner);
      const token = this.#tokens[this.#at];
      if (token?.kind !== 'mark' || token.text !== '|') break;
      this.#at++;
    }
    const token = this.#tokens[this.#at];
    if (token?.kind === 'mark' && !/^[)}]$/.test(token.text)) this.#at++;
    return places;
  }

  /** The words up to the end of a command. */
  #statement(): Statement {
    const statement: Statement = { words: [], raw: [], redirections: [], inner: [], literals: [], called: false };
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at];
      if (token === undefined) break;
      if (token.kind === 'word') {
        this.#at++;
        this.#inside(token.inner, statement);
        statement.words.push({ pattern: homed(token.text, token.quoted, this.#builder.surroundings.home) });
        statement.raw.push(token.raw);
      } else if (/[<>]/.test(token.text)) this.#redirect(token.text, statement);
      else if (/^(?:[$@]?\(|@?\{)$/.test(token.text)) this.#group(statement);
      else if (token.text === '&' && statement.words.length === 0) {
        statement.called = true;
        this.#at++;
      } else if (token.text === ',') this.#at++;
      else break;
    }
    return statement;
  }

  #inside(texts: readonly string[], statement: Statement): void {
    for (const text of texts) {
      const first = this.#builder.count;
      this.#builder.within({ by: 'substitution' }, () => runPowerShell(text, this.#builder));
      for (let at = first; at < this.#builder.count; at++) statement.inner.push(at);
    }
  }

  #redirect(mark: string, statement: Statement): void {
    this.#at++;
    if (mark.includes('&')) return;
    const target = this.#tokens[this.#at];
    if (target?.kind !== 'word') return;
    this.#at++;
    const number = /^[1-6]/.exec(mark)?.[0];
    statement.redirections.push({
      direction: mark.includes('>>') ? 'append' : mark.includes('>') ? 'write' : 'read',
      target: homed(target.text, target.quoted, this.#builder.surroundings.home),
      descriptor: mark.startsWith('*') ? 'both' : mark === '<' ? 0 : Number(number ?? 1),
    });
  }

  #group(statement: Statement): void {
    const open = this.#tokens[this.#at];
    this.#at++;
    for (let at = this.#at; at < this.#at + 10; at++) {
      const token = this.#tokens[at];
      if (token?.kind === 'word') statement.literals.push(token.text);
      else if (token?.text !== ',') break;
    }
    statement.inner.push(...this.#statements());
    const token = this.#tokens[this.#at];
    if (token?.kind === 'mark' && /^[)}]$/.test(token.text)) this.#at++;
    statement.words.push({ pattern: anything, splits: true });
    statement.raw.push(open?.kind === 'mark' && open.text === '{' ? '{' : '(');
  }

  /** Makes a command of a statement; undefined for an expression. */
  #finish(statement: Statement, sources: readonly number[]): number | undefined {
    const { words, raw } = statement;
    while (words.length > 0 && keywords.test(raw[0] ?? '') && !statement.called) {
      const [keyword = ''] = raw;
      words.shift();
      raw.shift();
      // A name that is declared is none that is run.
      if (/^(?:function|filter|using|class)$/i.test(keyword)) words.length = 0;
    }
    if (/^\$[\w:{}]+$/.test(raw[0] ?? '') && /^[-+]?=$/.test(raw[1] ?? '')) {
      words.splice(0, 2);
      raw.splice(0, 2);
    }
    const [first] = words;
    if (first === undefined) return undefined;
    if (!statement.called && /^(?:[({[$"'\d@])/.test(raw[0] ?? '')) {
      this.#expression(statement);
      return undefined;
    }
    if (raw[0] === '.') words.shift();
    const name = programName(words[0]?.pattern ?? anything);
    const program = name === undefined ? undefined : resolveAlias(name);
    const place = this.#builder.command(program, words, statement.redirections);
    if (place === undefined) return undefined;
    if (statement.inner.length > 0) this.#builder.substituted(place, statement.inner);
    if (program !== undefined) this.#runs(program, place, statement, sources);
    return place;
  }

  /** `[IO.File]::Delete('x')` and its kin. */
  #expression(statement: Statement): void {
    const text = statement.raw.join(' ');
    const call =
      /\[(?:System\.)?IO\.(?:File|Directory)\]::(Delete|WriteAll\w+|AppendAll\w+|ReadAll\w+|ReadLines|Move|Copy)/i.exec(
        text,
      );
    if (call !== null) {
      const cmdlet = methods[(call[1] ?? '').toLowerCase().replace(/all\w+$|lines$/, '')] ?? 'remove-item';
      this.#builder.command(cmdlet, [{ pattern: cmdlet }, ...wordsBehind(statement, /Directory/i.test(text))], []);
    }
    if (/\[(?:System\.)?Diagnostics\.Process\]::Start/i.test(text)) this.#builder.unknown('code', 'a process of .NET');
    if (/::(?:Create|Invoke)\b|ScriptBlock\]|\.Invoke(?:Script|Command)?\b|Add-Type|Reflection\.Assembly/i.test(text)) {
      this.#builder.unknown('code', 'code of .NET');
    }
    if (/Download(?:String|File|Data)/i.test(text))
      this.#builder.command('invoke-webrequest', [{ pattern: 'invoke-webrequest' }, { pattern: anything }], []);
  }

  #runs(program: string, place: number, statement: Statement, sources: readonly number[]): void {
    const args = statement.words.slice(1).map(word => word.pattern);
    const builder = this.#builder;
    switch (program) {
      case 'set-location':
      case 'push-location':
        builder.enter(args.find(word => !word.startsWith('-')));
        return;
      case 'invoke-expression':
        this.#evaluates(args, statement, sources);
        return;
      case 'powershell':
      case 'pwsh':
        builder.wraps(place);
        // What stands in braces has been read.
        if (!statement.raw.includes('{')) this.#powershell(args, sources);
        return;
      case 'cmd':
        builder.wraps(place);
        this.#cmd(args);
        return;
      case 'start-process':
        this.#starts(place, args);
        return;
      case 'invoke-command':
        if (args.some(word => isParameter(word, 'computername', 2)))
          builder.unknown('wrapper', '`Invoke-Command` on another machine');
        return;
      case 'set-alias':
      case 'new-alias':
        builder.unknown('program', 'an alias');
        return;
      case 'bash':
      case 'sh':
      case 'wsl':
        builder.unknown('wrapper', `\`${program}\` in PowerShell`);
        return;
      case 'foreach-object':
        if (args.some(word => word !== anything && /^[A-Za-z]/.test(word) && /^(?:delete|kill)$/i.test(word))) {
          builder.command('remove-item', [{ pattern: 'remove-item' }, { pattern: anything }], []);
        }
        return;
      default:
        return;
    }
  }

  #evaluates(args: readonly Pattern[], statement: Statement, sources: readonly number[]): void {
    const words = args.filter(word => !isParameter(word, 'command', 1));
    const text = words.join(' ');
    if (words.length > 0 && !isOpen(text)) {
      this.#builder.within({ by: 'invoke-expression' }, () => runPowerShell(text, this.#builder));
      return;
    }
    this.#builder.fed('invoke-expression', this.#sourceOf([...sources, ...statement.inner], statement.raw));
  }

  #sourceOf(places: readonly number[], raw: readonly string[]): FedText['source'] {
    const programs = places.map(place => this.#builder.programAt(place) ?? '');
    const text = this.#tokens.map(token => (token.kind === 'word' ? token.raw : '')).join(' ');
    if (programs.some(program => downloads.test(program)) || /Download(?:String|Data)|WebClient/i.test(text))
      return 'download';
    if (/FromBase64String|GzipStream|DeflateStream/i.test(text)) return 'decoded';
    if (programs.includes('get-content')) return 'file';
    return raw.some(word => word.startsWith('$')) ? 'variable' : 'other';
  }

  #powershell(args: readonly Pattern[], sources: readonly number[]): void {
    runPowerShellProgram(args, this.#builder, () => this.#sourceOf(sources, args));
  }

  #cmd(args: readonly Pattern[]): void {
    const at = args.findIndex(word => /^\/[ckr]/i.test(word));
    if (at >= 0) this.#builder.within({ by: 'cmd /c' }, () => runCmd(args.slice(at + 1).join(' '), this.#builder));
  }

  /** `Start-Process program -ArgumentList words`. */
  #starts(place: number, args: readonly Pattern[]): void {
    const words = args.filter(word => !/^-/.test(word));
    const [program] = words;
    if (program === undefined) return;
    this.#builder.wraps(place);
    this.#builder.within({ by: 'start-process' }, () => {
      const name = programName(program);
      const inner = words.flatMap((word, at) => (at === 0 ? [word] : word.split(' '))).map(pattern => ({ pattern }));
      const started = this.#builder.command(name, inner, []);
      if (name === 'cmd') this.#cmd(inner.slice(1).map(word => word.pattern));
      if (name === 'powershell' || name === 'pwsh')
        this.#powershell(
          inner.slice(1).map(word => word.pattern),
          [],
        );
      if (started === undefined) return;
    });
  }
}

function wordsBehind(statement: Statement, isFolder: boolean): readonly Word[] {
  const given = statement.literals.filter(word => !/^\$(?:true|false)$/.test(word));
  const words = given.length === 0 ? [anything] : given;
  return [...words, ...(isFolder ? ['-Recurse'] : [])].map(pattern => ({ pattern }));
}

const methods: Readonly<Record<string, string>> = {
  delete: 'remove-item',
  write: 'set-content',
  append: 'add-content',
  read: 'get-content',
  move: 'move-item',
  copy: 'copy-item',
};

/** `~` in front as the home folder. */
function homed(word: Pattern, quoted: boolean, home: string): Pattern {
  return !quoted && /^~(?:[\\/]|$)/.test(word) ? home + word.slice(1) : word;
}

/** `powershell -Command …`, `-EncodedCommand …`; text that it gets as its input is fed. */
export function runPowerShellProgram(
  args: readonly Pattern[],
  builder: WindowsBuilder,
  source: () => FedText['source'],
): void {
  const options = { value: /^[-/](?:ex|ep|wi|w$|inp|i$|o$|outp|ps|version|v$|config|custom|settings|work|wd)/i };
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '-' || (isParameter(word, 'command', 1) && args[at + 1] === '-')) {
      builder.fed('powershell', source());
      return;
    }
    if (isParameter(word, 'encodedcommand', 1) || /^[-/]ec$/i.test(word)) {
      runEncoded(args[at + 1] ?? anything, builder);
      return;
    }
    if (isParameter(word, 'file', 1)) return;
    if (isParameter(word, 'command', 1) || !/^[-/]/.test(word)) {
      const text = args.slice(/^[-/]/.test(word) ? at + 1 : at).join(' ');
      if (isOpen(text) && /^[\uE000-\uE003\s]*$/.test(text)) builder.fed('powershell', 'variable');
      else builder.within({ by: 'powershell -Command' }, () => runPowerShell(text, builder));
      return;
    }
    if (options.value.test(word)) at++;
  }
}

/** Base64 of text in UTF-16. */
function runEncoded(coded: Pattern, builder: WindowsBuilder): void {
  const bytes = isOpen(coded) ? undefined : base64Bytes(coded);
  if (bytes === undefined) {
    builder.fed('powershell', 'decoded');
    return;
  }
  const text = new TextDecoder('utf-16le').decode(bytes);
  builder.within({ by: 'powershell -EncodedCommand' }, () => runPowerShell(text, builder));
}
