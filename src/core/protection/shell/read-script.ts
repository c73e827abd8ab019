import {
  type Command,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type SyntaxNode,
} from 'unbash';
import { nameOf } from '../../analysis/path-text.ts';
import { anything, isOpen, type Pattern } from '../../analysis/pattern.ts';
import { assign, declare } from './assignments.ts';
import { expandWord, type WordContext } from './expand-word.ts';
import { findFileChanges, findPaths } from './file-commands.ts';
import type { Finding, Input } from './finding.ts';
import { wordsOfFind, wordsOfXargs } from './handed-on.ts';
import { knownOutput } from './known-output.ts';
import { readOptions, valuesOf } from './options.ts';
import { findOwnCommand } from './own-commands.ts';
import { createScope, rootPattern, type Scope, type ShellSurroundings, subshell } from './scope.ts';
import { inputOf, isStandardOutput, printedText } from './streams.ts';
import { evaluateSubstitution } from './substitution.ts';
import { isLauncher, readShellStart, unwrap } from './wrappers.ts';

/** What a script does, as far as it can be told. */
export interface ScriptReading {
  readonly findings: readonly Finding[];
  /** The first thing in it that is no shell. */
  readonly fault?: string;
}

/** How deep commands in texts, functions and substitutions are followed. */
const deepest = 8;
/** The most simple commands that are looked at. */
const mostCommands = 5_000;

/** Options of `env` and `sudo` that change the folder. */
const chdir = ['--chdir', '-C', '-D'];
const noInput: Input = { paths: [] };
const codeRunner =
  /^(?:python[\d.]*|node|nodejs|bun|deno|perl|ruby|php|lua|osascript|[gmn]?awk|sed|gsed|Rscript|tclsh|expect|tsx)$/;
/** Commands that change nothing that another command of the same script reads. */
const idle =
  /^(?:cd|pushd|popd|mkdir|ls|cat|echo|printf|test|\[|true|:|pwd|cp|mv|rm|ln|install|rsync|diff|cmp|head|tail|wc|chmod|set|date|stat)$/;

/**
 * Reads a shell script for what it does to files and which commands of hooklaw it gives.
 * @param cwd the folder in which it would run
 */
export function readScript(text: string, cwd: string, surroundings: ShellSurroundings): ScriptReading {
  const reader = new ScriptReader(surroundings);
  reader.runText(text, createScope(cwd), 0);
  const { findings, fault } = reader;
  return fault === undefined ? { findings } : { findings, fault };
}

class ScriptReader {
  readonly findings: Finding[] = [];
  fault: string | undefined;
  readonly #surroundings: ShellSurroundings;
  #commands = 0;

  constructor(surroundings: ShellSurroundings) {
    this.#surroundings = surroundings;
  }

  runText(text: string, scope: Scope, depth: number): void {
    if (depth > deepest) {
      this.fault ??= 'it nests too deep';
      return;
    }
    this.#runScript(parse(text), scope, depth);
  }

  #runScript(script: ParsedScript, scope: Scope, depth: number): void {
    const [error] = script.errors ?? [];
    if (error !== undefined) this.fault ??= error.message;
    for (const statement of script.commands) this.#run(statement, scope, depth, noInput);
  }

  #context(scope: Scope, depth: number): WordContext {
    const surroundings = this.#surroundings;
    return {
      scope,
      surroundings,
      substitute: script =>
        script === undefined || depth > deepest
          ? [anything]
          : evaluateSubstitution(script, this.#context(subshell(scope), depth + 1)),
    };
  }

  /** Walks any node; what a pipeline hands on goes with `input`. */
  #run(node: SyntaxNode, scope: Scope, depth: number, input: Input): void {
    switch (node.type) {
      case 'Command':
        this.#runCommand(node, scope, depth, input);
        return;
      case 'Pipeline':
        this.#runPipeline(node.commands, scope, depth, input);
        return;
      case 'Subshell':
        this.#run(node.body, subshell(scope), depth, input);
        return;
      case 'Function':
        scope.functions.set(node.name.value, node.body);
        return;
      case 'For':
      case 'Select': {
        const context = this.#context(scope, depth);
        const values = (node.wordlist ?? []).flatMap(word => expandWord(word, context));
        scope.variables.set(node.name.value, node.wordlist === undefined ? [anything] : values);
        for (const word of node.wordlist ?? []) this.#runSubstitutions(word, scope, depth);
        this.#run(node.body, scope, depth, input);
        return;
      }
      case 'Redirected': {
        const context = this.#context(scope, depth);
        const given = inputOf(node.redirects, context) ?? input;
        this.#run(node.command, scope, depth, given);
        this.#redirect(node.redirects, context, undefined);
        return;
      }
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        if (node.script !== undefined && depth <= deepest) this.#runScript(node.script, subshell(scope), depth + 1);
        return;
      default:
        forEachChild(node, child => this.#run(child, scope, depth, input));
    }
  }

  #runPipeline(commands: readonly SyntaxNode[], scope: Scope, depth: number, input: Input): void {
    let given = input;
    for (const command of commands) {
      const inner = subshell(scope);
      this.#run(command, inner, depth, given);
      given = command.type === 'Command' ? this.#outputOf(command, inner, depth, given) : { paths: given.paths };
    }
  }

  /** What a command hands on in a pipeline. */
  #outputOf(command: Command, scope: Scope, depth: number, input: Input): Input {
    const context = this.#context(scope, depth);
    const [name = '', ...args] = this.#words(command, context);
    const own = inputOf(command.redirects, context) ?? input;
    const paths = name === 'find' ? findPaths(args) : args.filter(word => !word.startsWith('-'));
    const passes = (name === 'cat' || name === 'tee') && args.every(word => word === '-' || name === 'tee');
    const text = passes ? own.text : knownOutput(name, args);
    return { ...(text === undefined ? {} : { text }), paths: [...paths, ...own.paths] };
  }

  #words(command: Command, context: WordContext): Pattern[] {
    const name = command.name === undefined ? [] : expandWord(command.name, context);
    const args = command.args.flatMap(arg => (arg.type === 'Word' ? expandWord(arg, context) : [arg.text]));
    return [...name, ...args];
  }

  #runCommand(command: Command, scope: Scope, depth: number, input: Input): void {
    if (++this.#commands > mostCommands) {
      this.fault ??= 'it has too many commands';
      return;
    }
    const context = this.#context(scope, depth);
    forEachChild(command, child => this.#runSubstitutions(child, scope, depth));
    const words = this.#words(command, context);
    const given = inputOf(command.redirects, context) ?? input;
    if (command.name === undefined) assign(command, context);
    else this.#call(words, scope, depth, given);
    this.#runSubstitutedScript(command, words[0] ?? '', scope, depth);
    const [name = '', ...args] = words;
    const bare = command.name === undefined && command.prefix.every(({ type }) => type !== 'Assignment');
    this.#redirect(command.redirects, context, bare ? '' : printedText(nameOf(name), args, given));
  }

  /** `bash <(…)` and `source <(…)`: what the substitution prints is run. */
  #runSubstitutedScript({ args }: Command, name: Pattern, scope: Scope, depth: number): void {
    if (!/^(?:(?:ba|da|z|k)?sh|source|\.)$/.test(nameOf(name) || name)) return;
    for (const arg of args) {
      const [part] = arg.type === 'Word' ? (arg.parts ?? []) : [];
      if (part?.type !== 'ProcessSubstitution' || part.script === undefined) continue;
      const [text = anything] = this.#context(scope, depth).substitute(part.script);
      if (!isOpen(text)) this.runText(text, subshell(scope), depth + 1);
    }
  }

  #runSubstitutions(node: SyntaxNode, scope: Scope, depth: number): void {
    if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') this.#run(node, scope, depth, noInput);
    else forEachChild(node, child => this.#runSubstitutions(child, scope, depth));
  }

  #call(words: readonly Pattern[], scope: Scope, depth: number, input: Input): void {
    const [path = '', ...args] = words;
    const name = nameOf(path);
    if (depth > deepest) {
      this.fault ??= 'it nests too deep';
      return;
    }
    const alias = scope.aliases.get(path);
    if (alias !== undefined) {
      scope.aliases.delete(path);
      this.#call([...alias, ...args], scope, depth + 1, input);
      scope.aliases.set(path, alias);
      return;
    }
    if (this.#builtin(name, args, scope, depth, input)) return;
    const own = findOwnCommand(path, args);
    if (own !== undefined) this.findings.push(own);
    if (!idle.test(name)) this.findings.push({ kind: 'active', command: name });
    const shell = readShellStart(name, args);
    if (shell !== undefined) {
      const inner = subshell(scope);
      for (const [at, value] of shell.positional.entries())
        inner.variables.set(String(shell.text === undefined ? at + 1 : at), [value]);
      const given = name === 'crontab' ? input.text?.replace(/^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+/gm, '') : input.text;
      const text = shell.text ?? (shell.readsInput ? given : undefined);
      if (text !== undefined) this.runText(text, inner, depth + 1);
      return;
    }
    const handed = name === 'xargs' || name === 'parallel' ? wordsOfXargs(args, input) : undefined;
    if (handed !== undefined) this.#call(handed, scope, depth + 1, noInput);
    if (name === 'find' || name === 'fd')
      for (const found of wordsOfFind(name, args)) this.#call(found, scope, depth + 1, noInput);
    if (isLauncher(name)) this.#launch(args, scope, depth);
    const [folder] = name === 'env' || name === 'sudo' ? valuesOf(readOptions(args, chdir), ...chdir) : [];
    const within = folder === undefined ? scope : { ...subshell(scope), cwd: rootPattern(folder, scope) };
    const inner = unwrap(name, args);
    if (inner?.kind === 'text') this.runText(inner.text, subshell(within), depth + 1);
    else if (inner !== undefined) {
      const [only] = inner.words;
      if (inner.words.length === 1 && only !== undefined && /\s/.test(only))
        this.runText(only, subshell(within), depth + 1);
      else this.#call(inner.words, within, depth + 1, input);
      return;
    }
    this.#changes(name, args, scope, input);
  }

  #changes(name: string, args: readonly Pattern[], scope: Scope, input: Input): void {
    if (codeRunner.test(name)) {
      const stream = name.endsWith('sed');
      const code = [...args.filter(word => /[\s(;]/.test(word)), input.text ?? ''].join('\n');
      // Of the editor of streams only `w FILE` writes by itself.
      const counts = stream ? /(?:^|[;{}/\d$\s])w\s+[~./\w]/.test(code) : code.trim() !== '';
      // A program finds the files that it works on among its other words, too.
      const text = stream ? code : [code, ...args.filter(word => !/[\s(;]/.test(word))].join('\n');
      if (counts) this.findings.push({ kind: 'code', text, cwd: scope.cwd, writes: stream });
    }
    for (const finding of findFileChanges({ name, args, input })) this.#add(finding, scope);
    if (name === 'ln' && args.some(word => /^-[a-z]*s/.test(word) || word === '--symbolic'))
      this.#rememberLink(args, scope);
  }

  #add(finding: Finding, scope: Scope): void {
    if (!('target' in finding)) {
      this.findings.push(finding);
      return;
    }
    const target = rootPattern(finding.target, scope);
    if (finding.kind === 'write' && finding.result.kind === 'copy') {
      const of = rootPattern(finding.result.of, scope);
      this.findings.push({ ...finding, target, result: { kind: 'copy', of } });
    } else this.findings.push({ ...finding, target });
  }

  #rememberLink(args: readonly Pattern[], scope: Scope): void {
    const [to = '', from = nameOf(to)] = args.filter(word => !word.startsWith('-'));
    const link = rootPattern(from, scope);
    const folder = { ...scope, cwd: link.slice(0, link.lastIndexOf('/')) || '/' };
    const target = rootPattern(to, folder);
    scope.links.push({ from: link, to: target }, { from: `${link}/${nameOf(to)}`, to: target });
  }

  /** The shell's own commands that change what comes after; true when there is nothing more to a command. */
  #builtin(name: string, args: readonly Pattern[], scope: Scope, depth: number, input: Input): boolean {
    switch (name) {
      case 'cd':
      case 'pushd': {
        const [to = this.#surroundings.home] = args.filter(word => !/^-[A-Za-z@-]+$/.test(word));
        scope.cwd = to === '-' ? anything : rootPattern(to, scope);
        return true;
      }
      case 'popd':
        scope.cwd = anything;
        return true;
      case 'export':
      case 'declare':
      case 'local':
      case 'readonly':
      case 'typeset':
        declare(args, this.#context(scope, deepest));
        return true;
      case 'read':
      case 'mapfile':
      case 'readarray':
        for (const variable of args.filter(word => /^\w+$/.test(word)))
          scope.variables.set(variable, [...input.paths, anything]);
        return true;
      case 'set':
        if (args[0] === '--') setPositional(args.slice(1), scope);
        return true;
      case 'alias':
        for (const word of args) {
          const [, alias, value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
          if (alias !== undefined) scope.aliases.set(alias, value.split(/\s+/));
        }
        return true;
      case 'eval':
      case 'trap':
        this.runText(name === 'eval' ? args.join(' ') : (args[0] ?? ''), scope, depth + 1);
        return true;
      default:
        return this.#callFunction(name, args, scope, depth, input);
    }
  }

  #callFunction(name: string, args: readonly Pattern[], scope: Scope, depth: number, input: Input): boolean {
    const body = scope.functions.get(name);
    if (body === undefined) return false;
    setPositional(args, scope);
    this.#run(body as CompoundList, scope, depth + 1, input);
    return true;
  }

  /** Nobody knows where the options of a launcher end, so the command could start at any of its words. */
  #launch(args: readonly Pattern[], scope: Scope, depth: number): void {
    for (const [at, word] of args.entries()) {
      if (/\s/.test(word)) this.runText(word, subshell(scope), depth + 1);
      else if (/^[\w./-]+$/.test(word) && !word.startsWith('-') && at < 12)
        this.#call(args.slice(at), subshell(scope), depth + 4, noInput);
    }
  }

  #redirect(redirects: readonly Redirection[], context: WordContext, text: string | undefined): void {
    for (const redirect of redirects) {
      if (redirect.type !== 'Redirect' || redirect.target === undefined || redirect.operator === '<') continue;
      if (/^[<>]&$/.test(redirect.operator) && /^(?:\d+-?|-)$/.test(redirect.target.value)) continue;
      const known = text !== undefined && (redirect.descriptor === undefined || isStandardOutput(redirect));
      const append = redirect.operator.endsWith('>>');
      for (const target of expandWord(redirect.target, context)) {
        this.#add(
          { kind: 'write', target, result: known ? { kind: 'text', text, append } : { kind: 'unknown' } },
          context.scope,
        );
      }
    }
  }
}

function setPositional(values: readonly Pattern[], scope: Scope): void {
  for (const [at, value] of values.entries()) scope.variables.set(String(at + 1), [value]);
  scope.variables.set('@', values);
  scope.variables.set('*', values);
}
