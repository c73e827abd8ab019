import { anything, type Pattern } from '../../pattern.ts';
import type { CodeSurroundings } from '../call.ts';
import { Findings, wordsOf } from '../findings.ts';
import {
  concatAll,
  either,
  elementOf,
  list,
  nothing,
  optionsOf,
  origin,
  plainText,
  some,
  text,
  textsOf,
  type Value,
} from '../value.ts';
import { type Effect, effectOf } from './effects.ts';
import { closeOf, Evaluator, nameAt } from './evaluate.ts';
import { tokenize } from './lexer.ts';
import { readApplescript } from './read-applescript.ts';
import { endsValue, type ScriptLanguage, type Token } from './token.ts';

/** Reads code of a language without a parser of its own: calls of functions whose effect is known. */
export function readScript(language: ScriptLanguage, code: Pattern, surroundings: CodeSurroundings): Findings {
  const tokens = tokenize(code.replace(/^\s*<\?php\b/, ''), language);
  if (language === 'applescript') return readApplescript(tokens);
  const reader = new ScriptReader(language, surroundings);
  reader.read(tokens);
  return reader.findings;
}

/** Most tokens that are taken for the arguments of one call. */
const maxArguments = 150;

const statementEnds = /^(?:if|unless|while|until|for|foreach|or|and|do|rescue|then|end|else|elsif)$/;

class ScriptReader {
  readonly findings = new Findings();
  readonly #language: ScriptLanguage;
  readonly #evaluator: Evaluator;
  readonly #surroundings: CodeSurroundings;
  readonly #declared = new Set<string>();

  constructor(language: ScriptLanguage, surroundings: CodeSurroundings) {
    this.#language = language;
    this.#surroundings = surroundings;
    this.#evaluator = new Evaluator(language, surroundings);
  }

  /** What variables are is learnt before anything is done with them: a loop may stand behind what it repeats. */
  read(tokens: readonly Token[]): void {
    this.#learn(tokens);
    this.#act(tokens);
  }

  #learn(tokens: readonly Token[]): void {
    tokens.forEach((token, at) => {
      for (const part of token.parts ?? []) if (typeof part !== 'string') this.#learn(part);
      if (token.kind !== 'variable' && token.kind !== 'word') return;
      this.#assign(token, at, tokens);
      this.#loop(token, at, tokens);
    });
  }

  #act(tokens: readonly Token[]): void {
    tokens.forEach((token, at) => {
      this.#look(token, at, tokens);
    });
  }

  #look(token: Token, at: number, tokens: readonly Token[]): void {
    if (token.kind === 'command') this.findings.startText(this.#evaluator.textOf(token));
    for (const part of token.parts ?? []) if (typeof part !== 'string') this.#act(part);
    if (token.kind === 'text' && token.text === 'ee') this.findings.runsUnknown(0, 's///ee');
    if (token.kind === 'open') this.#open(at, tokens);
    if (token.kind === 'angle') this.#angle(token.text);
    if (token.kind === 'variable' && tokens[at + 1]?.text === '(' && this.#language === 'php')
      this.#callVariable(at, tokens);
    if (token.kind === 'variable' && (token.text === '$^I' || token.text === '$-i')) this.#inPlace();
    if (token.kind === 'word') this.#word(at, tokens);
  }

  /** `$f('id')`. */
  #callVariable(at: number, tokens: readonly Token[]): void {
    const [name] = [this.#evaluator.variables.get(tokens[at]?.text ?? '') ?? nothing];
    const args = this.#evaluator.values(tokens.slice(at + 2, this.#close(tokens, at + 1)));
    if (plainText(name) !== undefined) this.#call(name, 'call_user_func', args);
    else if ((name.from & (origin.input | origin.variable | origin.decoded | origin.download)) !== 0) {
      this.findings.unknown('code', 'a function by a computed name');
    }
  }

  /** What is put in as a whole statement can be anything; an operand is taken for a value. */
  #open(at: number, tokens: readonly Token[]): void {
    const before = tokens[at - 1];
    const behind = tokens[at + 1];
    const isOperand = before?.kind === 'mark' && /^(?:[-+*/%<>]|==|[<>]=)$/.test(before.text);
    const counts = behind?.kind === 'mark' && /^[-+*/%<>]$/.test(behind.text);
    if (!(isOperand || counts) || (behind?.kind === 'mark' && /^[(.]$/.test(behind.text))) {
      this.findings.unknown('text', `${this.#language} code with a part that is put in from outside`);
    }
  }

  /** `<>` reads the files that are named. */
  #angle(angle: string): void {
    if (angle === '<>' || angle === '<ARGV>' || angle === '<<>>') this.#readArguments();
  }

  #readArguments(): void {
    for (const word of this.#surroundings.args) this.findings.file('read', text(word), 'input');
  }

  #inPlace(): void {
    for (const word of this.#surroundings.args) this.findings.file('write', text(word), 'in-place editing');
  }

  #assign(token: Token, at: number, tokens: readonly Token[]): void {
    const operator = tokens[at + 1];
    if (operator?.kind !== 'mark' || !/^(?:=|\.=|\+=|\|\|=|<-|<<)$/.test(operator.text)) return;
    if (operator.text === '<<' && this.#language !== 'ruby') return;
    if (token.kind === 'word' && this.#language !== 'ruby' && this.#language !== 'lua' && this.#language !== 'r')
      return;
    const value = this.#evaluator.value(this.#statement(tokens, at + 2));
    const name = token.text;
    const before = this.#evaluator.variables.get(name);
    if (operator.text === '=' || operator.text === '<-')
      this.#evaluator.variables.set(name, before === undefined ? value : either([before, value]));
    else if (operator.text === '.=' || operator.text === '+=')
      this.#evaluator.variables.set(name, concatAll([before ?? nothing, value]));
    else this.#evaluator.variables.set(name, either([before ?? nothing, value]));
  }

  /** `foreach (… as $f)`, `for my $f (…)`, `….each { |f|`, `… for list`. */
  #loop(token: Token, at: number, tokens: readonly Token[]): void {
    const set = (name: string | undefined, value: Value): void => {
      if (name === undefined) return;
      const before = this.#evaluator.variables.get(name);
      const element = elementOf(value);
      this.#evaluator.variables.set(name, before === undefined ? element : either([before, element]));
    };
    if (this.#language === 'php' && token.text === 'foreach') {
      const inside = tokens.slice(at + 2, this.#close(tokens, at + 1));
      const as = inside.findIndex(other => other.kind === 'word' && other.text === 'as');
      set(inside.findLast(other => other.kind === 'variable')?.text, this.#evaluator.value(inside.slice(0, as)));
    } else if (this.#language === 'perl' && /^(?:for|foreach)$/.test(token.text)) {
      const named = tokens[at + 1]?.text === 'my' ? at + 2 : at + 1;
      const variable =
        tokens[named]?.kind === 'variable' && tokens[named + 1]?.text === '(' ? tokens[named]?.text : '$_';
      const open = tokens[at + 1]?.text === '(' ? at + 1 : named + 1;
      const values =
        tokens[open]?.text === '('
          ? this.#evaluator.values(tokens.slice(open + 1, this.#close(tokens, open)))
          : [this.#evaluator.value(this.#statement(tokens, at + 1))];
      set(variable, list(values.flatMap(value => (value.kind === 'list' ? value.items : [value]))));
    } else if (this.#language === 'ruby' && token.text === 'for' && tokens[at + 2]?.text === 'in') {
      set(tokens[at + 1]?.text, this.#evaluator.value(this.#statement(tokens, at + 3)));
    } else if (
      this.#language === 'ruby' &&
      /^(?:each|map|select|reject|filter|each_entry|each_with_index|each_child|foreach|glob|find|open|mktmpdir|each_line|then|tap)$/.test(
        token.text,
      )
    ) {
      this.#block(at, tokens, set);
    }
  }

  /** The parameter of the block behind a method is an element of what the method is called on. */
  #block(at: number, tokens: readonly Token[], set: (name: string | undefined, value: Value) => void): void {
    let open = at + 1;
    if (tokens[open]?.text === '(') open = this.#close(tokens, open) + 1;
    if (tokens[open]?.text !== '{' && tokens[open]?.text !== 'do') return;
    const name = tokens[open + 1]?.text === '|' ? tokens[open + 2]?.text : undefined;
    const constant =
      tokens[at - 1]?.text === '.' && /^[A-Z]/.test(tokens[at - 2]?.text ?? '') && endsOnly(tokens[at - 3]);
    const from = this.#statementStart(tokens, at);
    const value = this.#evaluator.value(
      constant ? tokens.slice(at - 2, open) : tokens.slice(from, Math.max(from, at - 1)),
    );
    set(name, value);
  }

  #statementStart(tokens: readonly Token[], at: number): number {
    let depth = 0;
    let from = at;
    for (; from > 0 && at - from < maxArguments; from--) {
      const before = tokens[from - 1];
      if (before === undefined || before.kind === 'end') break;
      if (before.kind !== 'mark') continue;
      if (/^[)\]}]$/.test(before.text)) depth++;
      else if (/^[([{]$/.test(before.text) && depth-- === 0) break;
      else if (depth === 0 && /^(?:=|=>|,|&&|\|\||\|)$/.test(before.text)) break;
    }
    return from;
  }

  /** The tokens of a statement from a place on. */
  #statement(tokens: readonly Token[], start: number): readonly Token[] {
    let depth = 0;
    let at = start;
    for (; at < tokens.length && at - start < maxArguments; at++) {
      const token = tokens[at];
      if (token === undefined) break;
      if (depth === 0 && token.kind === 'end' && tokens[at - 1]?.text !== ',') break;
      if (depth === 0 && at > start && token.kind === 'word' && statementEnds.test(token.text)) break;
      if (token.kind !== 'mark') continue;
      if (/^[([{]$/.test(token.text)) {
        // A block behind a call is none of its arguments.
        if (token.text === '{' && depth === 0 && tokens[at - 1]?.kind !== 'variable' && this.#language !== 'php') break;
        depth++;
      } else if (/^[)\]}]$/.test(token.text) && depth-- === 0) break;
      else if (depth === 0 && /^(?:&&|\|\|)$/.test(token.text)) break;
    }
    return tokens.slice(start, at).filter(token => token.kind !== 'end');
  }

  #close(tokens: readonly Token[], open: number): number {
    const window = tokens.slice(open, open + maxArguments);
    const close = closeOf(window, 0);
    return close < 0 ? Math.min(tokens.length, open + maxArguments) : open + close;
  }

  #word(at: number, tokens: readonly Token[]): void {
    const before = tokens[at - 1];
    const token = tokens[at];
    if (token === undefined) return;
    if (
      before?.kind === 'word' &&
      /^(?:def|sub|function|class|module|use|require|package|import|no)$/.test(before.text)
    ) {
      if (/^(?:def|sub|function)$/.test(before.text)) this.#declared.add(token.text);
      return;
    }
    if (token.text === 'gets' && this.#language === 'ruby') this.#readArguments();
    const member = before?.kind === 'mark' && /^(?:\.|->|::|&\.)$/.test(before.text);
    if (member) {
      this.#method(at, tokens);
      return;
    }
    const [name, behind] = nameAt(tokens, at);
    if (
      this.#declared.has(name) ||
      tokens[behind]?.text === '=>' ||
      (before?.text === '{' && tokens[behind]?.text === '}')
    )
      return;
    const effect = effectOf(
      this.#language,
      name.replace(/(?<=[A-Z]\w*)::(?=[a-z]\w*$)/, this.#language === 'ruby' ? '.' : '::'),
    );
    if (effect !== undefined) this.#apply(effect, name, this.#arguments(tokens, behind), tokens, behind);
  }

  #arguments(tokens: readonly Token[], at: number): readonly Token[] {
    if (tokens[at]?.text === '(')
      return tokens.slice(at + 1, this.#close(tokens, at)).filter(token => token.kind !== 'end');
    if (this.#language === 'lua' && tokens[at]?.kind === 'text') return tokens.slice(at, at + 1);
    if (this.#language === 'perl' && tokens[at]?.text === '{') return [];
    return this.#statement(tokens, at);
  }

  /** A method of a value: of a path, or one that starts something whatever its receiver. */
  #method(at: number, tokens: readonly Token[]): void {
    const name = tokens[at]?.text ?? '';
    const args = this.#arguments(tokens, at + 1);
    if (
      /^(?:instance_eval|class_eval|module_eval|send|public_send|__send__|method)$/.test(name) &&
      this.#language === 'ruby'
    ) {
      const effect = effectOf('ruby', name);
      if (effect !== undefined && args.length > 0) this.#apply(effect, name, args, tokens, at + 1);
      return;
    }
    if (/^(?:system|spawn|popen|rm_rf|rm_r|remove_entry)$/.test(name) && this.#language === 'ruby') {
      const effect = effectOf('ruby', name) ?? effectOf('ruby', `FileUtils.${name}`) ?? effectOf('ruby', `IO.${name}`);
      if (effect !== undefined) this.#apply(effect, name, args, tokens, at + 1);
      return;
    }
    if (/^(?:post|put|patch|request|syswrite|write|print|puts|send|get)$/.test(name) && this.#sends)
      this.findings.send(some(this.#evaluator.values(args).reduce((sum, value) => sum | value.from, 0)));
    if (/^(?:get|post|put|mirror|request)$/.test(name) && this.#language === 'perl') this.#send(args, 1);
    if (
      !/^(?:delete|unlink|rmtree|rmdir|read|binread|readlines|each_line|write|binwrite|rename|truncate|open)$/.test(
        name,
      )
    )
      return;
    const from = this.#statementStart(tokens, at);
    const receiver = this.#evaluator.value(tokens.slice(from, at - 1));
    for (const option of optionsOf(receiver)) {
      if (option.kind !== 'text' || option.path !== true) continue;
      if (/^(?:delete|unlink|rmdir|truncate|rename)$/.test(name)) this.findings.file('delete', option, name);
      else if (name === 'rmtree') this.findings.file('delete', option, name, true);
      else this.findings.file(/write/.test(name) ? 'write' : 'read', option, name);
    }
  }

  #sends = false;

  #apply(effect: Effect, name: string, args: readonly Token[], tokens: readonly Token[], behind: number): void {
    const values = this.#evaluator.values(args);
    const [first = this.#implied()] = values;
    switch (effect.does) {
      case 'read':
        if (effect.at === 0) this.#read(first, name);
        return;
      case 'write':
        if (values.length > 0)
          this.findings.file('write', effect.at === 'all' ? first : (values[effect.at] ?? nothing), name);
        return;
      case 'delete':
      case 'delete all':
        this.#delete(effect.at === 'all' && values.length > 0 ? values : [first], name, effect.does === 'delete all');
        return;
      case 'move':
        this.#delete([first], name, true);
        this.findings.file('write', values[1] ?? nothing, name);
        return;
      case 'copy':
        this.#read(first, name);
        this.findings.file('write', values[1] ?? nothing, name);
        return;
      case 'link':
        this.findings.link(first, values[1] ?? nothing);
        return;
      case 'open':
        this.#openFile(values, name);
        return;
      case 'start':
      case 'shell':
        if (name.endsWith('popen') && /^["']?(?:w|r\+)/.test(plainText(values[1]) ?? '')) this.#feed(first);
        else if (effect.does === 'start') this.#start(values);
        else this.findings.startText(first);
        return;
      case 'run':
        this.#run(first, name, args, tokens, behind);
        return;
      case 'run file':
        if (plainText(first) !== undefined || (first.from & (origin.download | origin.decoded)) !== 0)
          this.#runFile(first, args);
        return;
      case 'chdir':
        if (values.length > 0) this.findings.changeFolder(first);
        return;
      case 'print':
        for (const value of values) this.findings.printed(value);
        return;
      case 'send':
        this.#send(args, effect.at);
        return;
      case 'connect':
        this.#connect(values, args);
        return;
      case 'call':
        this.#call(first, name, values.slice(1));
        return;
    }
  }

  /** What functions of Perl take where nothing is given. */
  #implied(): Value {
    return this.#evaluator.variables.get('$_') ?? nothing;
  }

  #isAddress(value: Value): boolean {
    return optionsOf(value).some(option => option.kind === 'text' && /^(?:https?|ftp):/.test(option.text));
  }

  #read(path: Value, name: string): void {
    if (this.#isAddress(path)) this.findings.address(path);
    else if (!/^(?:php:\/\/(?:stdin|input)|stdin)$/.test(plainText(path) ?? '')) this.findings.file('read', path, name);
  }

  #delete(values: readonly Value[], name: string, recursive: boolean): void {
    for (const value of values) {
      if (value.kind === 'map' || value.kind === 'flag' || value.kind === 'number') continue;
      for (const item of value.kind === 'list' ? value.items : [value])
        this.findings.file('delete', item, name, recursive);
    }
  }

  /** `open(path, mode)`, and Perl's `open(handle, mode, path)` with its pipes. */
  #openFile(values: readonly Value[], name: string): void {
    if (this.#language === 'perl') {
      this.#openHandle(values, name);
      return;
    }
    const [path = nothing, mode] = values;
    if (this.#isAddress(path)) {
      this.findings.address(path);
      return;
    }
    const plain = plainText(path);
    if (this.#language === 'ruby' && plain?.startsWith('|') === true) {
      this.findings.startText(text(plain.slice(1)));
      return;
    }
    const given = mode === undefined || mode.kind === 'number' ? 'r' : plainText(mode);
    if (given === undefined || /[r+]/.test(given)) this.findings.file('read', path, name);
    if (given === undefined || /[waxc+]/.test(given)) this.findings.file('write', path, name);
  }

  #openHandle(values: readonly Value[], name: string): void {
    const [, mode, path, ...rest] = values;
    const given = plainText(mode) ?? (mode === undefined ? '' : textsOf(mode)[0]) ?? '';
    if (path === undefined) {
      const inside = /^\s*(\||\+?[<>]{0,2})\s*([\s\S]*?)\s*(\|?)\s*$/.exec(given);
      const [, direction = '', target = '', pipe = ''] = inside ?? [];
      if (direction === '|') this.#feed(text(target));
      else if (pipe === '|') this.findings.startText(text(target));
      else if (mode !== undefined)
        this.findings.file(direction.includes('>') ? 'write' : 'read', text(target === '' ? anything : target), name);
      return;
    }
    if (/\|/.test(given)) {
      if (rest.length === 0 && given.startsWith('|')) this.#feed(path);
      else if (rest.length === 0) this.findings.startText(path);
      else this.findings.startWords(wordsOf([path, ...rest]));
      return;
    }
    if (path.kind === 'some' && given === '') return;
    if (given.includes('&')) {
      // A stream that is joined to a connection.
      if (this.#sends) {
        this.findings.sendsAnything();
        this.findings.runsUnknown(origin.download, name);
      }
      return;
    }
    this.findings.file(given.includes('>') ? 'write' : 'read', path, name);
    if (given.includes('+')) this.findings.file('write', path, name);
  }

  /** A command that is fed with what nobody knows. */
  /** What is printed into a program is not followed: it gets a text that is not known. */
  #feed(command: Value): void {
    this.findings.startText(concatAll([text('echo "$printed" | '), command]));
  }

  #start(values: readonly Value[]): void {
    const given = values.filter(value => value.kind !== 'map');
    const [first] = given;
    if (first === undefined) return;
    const words =
      given.length === 1 && first.kind === 'list'
        ? first.items
        : given.flatMap(value => (value.kind === 'list' ? value.items : [value]));
    if (words.length === 1) this.findings.startText(words[0] ?? nothing);
    else this.findings.startWords(wordsOf(words));
  }

  #run(code: Value, name: string, args: readonly Token[], tokens: readonly Token[], behind: number): void {
    // `eval { … }` and `instance_eval { … }` run what stands there, which is read anyway.
    if (args.length === 0 && (tokens[behind]?.text === '{' || tokens[behind]?.text === 'do' || name !== 'eval')) return;
    if (this.#language === 'lua' && args[0]?.text === 'function') return;
    if (this.#language === 'php' && name === 'assert' && code.kind !== 'text') return;
    const inner =
      this.#language === 'r' && args[0]?.text === 'parse' ? this.#evaluator.value(args.slice(-2, -1)) : code;
    if (this.#language === 'r' && args[0]?.text !== 'parse') return;
    if (inner.kind === 'object' && inner.object === 'content' && inner.text !== undefined)
      this.#runFile(inner.text, []);
    else this.findings.runCode(inner, name);
  }

  #runFile(path: Value, args: readonly Token[]): void {
    if (this.#language === 'perl' && args[0]?.text === '{') return;
    if ((path.from & (origin.download | origin.decoded)) !== 0 || this.#isAddress(path)) {
      this.findings.runsUnknown(origin.download, 'a file');
      return;
    }
    const programs: Readonly<Record<ScriptLanguage, string>> = {
      ruby: 'ruby',
      perl: 'perl',
      php: 'php',
      lua: 'lua',
      r: 'rscript',
      applescript: 'osascript',
    };
    this.findings.startWords([{ pattern: programs[this.#language] }, ...wordsOf([path])]);
  }

  #send(args: readonly Token[], bodies: number): void {
    this.#sends = true;
    const values = this.#evaluator.values(args);
    const [address = nothing, ...rest] = values;
    this.findings.address(address.kind === 'list' ? (address.items[0] ?? nothing) : address);
    this.findings.send(some(address.from & ~origin.variable));
    for (const value of rest.slice(Math.max(0, bodies - 1))) this.findings.send(value);
    for (const token of args) if (token.kind === 'command') this.findings.sendsAnything();
  }

  #connect(values: readonly Value[], args: readonly Token[]): void {
    this.#sends = true;
    const peer = args.findIndex(token => /^Peer(?:Addr|Host)$/.test(token.text));
    const named = peer < 0 ? undefined : this.#evaluator.value(args.slice(peer + 2, peer + 3));
    const [host = nothing, port] = values;
    this.findings.address(named ?? (port === undefined ? host : concatAll([host, text(':'), port])));
  }

  /** `send(:system, …)`, `array_map('unlink', …)`: a function by its name. */
  #call(first: Value, name: string, rest: readonly Value[]): void {
    const wanted = plainText(first);
    if (wanted === undefined) {
      if (
        first.kind === 'some' &&
        /^(?:send|public_send|__send__|method|call_user_func|call_user_func_array|do\.call)$/.test(name) &&
        this.#language !== 'perl'
      ) {
        this.findings.unknown('code', 'a function by a computed name');
      }
      return;
    }
    const effect =
      effectOf(this.#language, wanted) ??
      (this.#language === 'ruby' ? effectOf('ruby', `FileUtils.${wanted}`) : undefined);
    if (effect === undefined) return;
    const values = /^array_|_array$/.test(name)
      ? rest.flatMap(value => (value.kind === 'list' ? value.items : [value]))
      : rest;
    if (effect.does === 'start' || effect.does === 'shell') this.#start(values.length === 0 ? [nothing] : values);
    else if (effect.does === 'delete' || effect.does === 'delete all')
      this.#delete(values.length === 0 ? [nothing] : values, wanted, effect.does === 'delete all');
    else if (effect.does === 'run') this.findings.runCode(values[0] ?? nothing, wanted);
    else if (effect.does === 'read' && values[0] !== undefined) this.#read(values[0], wanted);
  }
}

function endsOnly(token: Token | undefined): boolean {
  return token === undefined || !endsValue(token);
}
