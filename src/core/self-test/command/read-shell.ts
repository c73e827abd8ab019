import { type Command, forEachChild, type ParsedScript, parse, type Redirection, type SyntaxNode } from 'unbash';
import { nameOf } from '../../analysis/path-text.ts';
import { readShellStart } from '../../protection/shell/wrappers.ts';
import { type BashOnlySyntax, findBashOnly } from './bash-only.ts';
import { type CommandWord, type Piece, readWord } from './command-word.ts';
import { programOf, withoutWrapper } from './program-words.ts';
import { exitCodes } from './shell-flow.ts';

/** One simple command of a script. */
export interface ShellCall {
  /** The name and the arguments, wrappers such as `env` and `timeout 5` taken off. */
  readonly words: readonly CommandWord[];
  /** It runs whenever the script does, whatever came of what stands before. */
  readonly certain: boolean;
  /** Its standard input is that of the hook: the event. */
  readonly getsEvent: boolean;
  /** What it prints goes to the hook's standard output, where the client reads it. */
  readonly printsOut: boolean;
  /** What it prints goes into a pipe. */
  readonly piped: boolean;
  /** It stands in a text that another shell is given, such as that of `bash -c`. */
  readonly nested: boolean;
  /** The name of that shell, such as `bash`; undefined where it is the one that runs the script. */
  readonly shell: string | undefined;
  /** The word of the `cd` before it; undefined when it runs in the session's folder. */
  readonly folder: CommandWord | undefined;
}

/** A variable or a substitution where the shell splits its value at blanks. */
export interface SplitExpansion {
  readonly piece: Exclude<Piece, { readonly kind: 'text' }>;
  readonly word: CommandWord;
  /** Where the expansion starts in the outermost text; undefined where that cannot be told. */
  readonly offset: number | undefined;
  /** It stands where a program or a script is named. */
  readonly path: boolean;
}

/** What can be told of a shell script without running it. */
export interface ShellReading {
  readonly calls: readonly ShellCall[];
  readonly split: readonly SplitExpansion[];
  /** Variables that are read, and those that it sets itself. */
  readonly reads: ReadonlySet<string>;
  readonly sets: ReadonlySet<string>;
  /** The names of its own functions. */
  readonly functions: ReadonlySet<string>;
  /** Variables that hold the event, because they are set from standard input. */
  readonly holdEvent: ReadonlySet<string>;
  readonly bashOnly: readonly BashOnlySyntax[];
  /** The codes with which it can end, `failure` being any but 0; undefined when it does not parse. */
  readonly exits: ReadonlySet<number | 'failure'> | undefined;
  readonly fault: string | undefined;
}

const deepest = 6;
const mostCalls = 2_000;

/** Reads a script for a plain `sh`. */
export function readShell(text: string): ShellReading {
  const reader = new ShellReader();
  const script = parse(text);
  reader.read(script, { ...outermost, base: 0 });
  const [error] = script.errors ?? [];
  return {
    calls: reader.calls,
    split: reader.split,
    reads: reader.reads,
    sets: reader.sets,
    functions: reader.functions,
    holdEvent: reader.holdEvent,
    bashOnly: findBashOnly(script),
    exits: exitCodes(script),
    fault: error?.message,
  };
}

interface Place {
  readonly certain: boolean;
  readonly getsEvent: boolean;
  readonly printsOut: boolean;
  readonly piped: boolean;
  readonly nested: boolean;
  readonly shell: string | undefined;
  /** Where the text starts in the outermost one. */
  readonly base: number | undefined;
  readonly depth: number;
}

const outermost = {
  certain: true,
  getsEvent: true,
  printsOut: true,
  piped: false,
  nested: false,
  shell: undefined,
  depth: 0,
};

class ShellReader {
  readonly calls: ShellCall[] = [];
  readonly split: SplitExpansion[] = [];
  readonly reads = new Set<string>();
  readonly sets = new Set<string>();
  readonly holdEvent = new Set<string>();
  readonly functions = new Set<string>();
  #folder: CommandWord | undefined;

  read(script: ParsedScript, place: Place): void {
    let certain = place.certain;
    for (const { command } of script.commands) {
      this.#walk(command, { ...place, certain });
      if (endsScript(command)) certain = false;
    }
  }

  #walk(node: SyntaxNode, place: Place): void {
    if (this.calls.length > mostCalls) return;
    const maybe = { ...place, certain: false };
    switch (node.type) {
      case 'Statement':
        this.#walk(node.command, place);
        return;
      case 'CompoundList':
        for (const statement of node.commands) this.#walk(statement, place);
        return;
      case 'AndOr':
        for (const [index, command] of node.commands.entries()) {
          const sure = index === 0 || (node.operators[index - 1] === '&&' && isFolderChange(node.commands[index - 1]));
          this.#walk(command, sure ? place : maybe);
        }
        return;
      case 'Pipeline':
        for (const [index, command] of node.commands.entries()) {
          const last = index === node.commands.length - 1;
          const getsEvent = place.getsEvent && index === 0;
          this.#walk(command, { ...place, getsEvent, printsOut: place.printsOut && last, piped: !last || place.piped });
        }
        return;
      case 'BraceGroup':
      case 'Subshell':
        this.#walk(node.body, place);
        return;
      case 'If':
        this.#walk(node.clause, place);
        for (const branch of [node.then, ...node.elif.flatMap(elif => [elif.clause, elif.then])])
          this.#walk(branch, maybe);
        if (node.else !== undefined) this.#walk(node.else, maybe);
        return;
      case 'Redirected':
        this.#walk(node.command, redirected(node.redirects, place));
        for (const redirect of node.redirects) this.#substitutions(redirect, place);
        return;
      case 'Function':
        this.functions.add(node.name.value);
        this.#walk(node.body, maybe);
        return;
      case 'While':
        this.#walk(node.clause, place);
        this.#walk(node.body, maybe);
        return;
      case 'For':
      case 'Select':
        this.sets.add(node.name.value);
        for (const word of node.wordlist ?? []) this.#word(readWord(word), word, place, false);
        this.#walk(node.body, maybe);
        return;
      case 'Case':
        this.#substitutions(node.word, place);
        for (const { body } of node.items) this.#walk(body, maybe);
        return;
      case 'Command':
        this.#command(node, place);
        return;
      default:
        this.#substitutions(node, place);
        forEachChild(node, child => this.#walk(child, maybe));
    }
  }

  #command(command: Command, outer: Place): void {
    for (const item of command.prefix) {
      if (item.type !== 'Assignment') continue;
      this.#substitutions(item, outer);
      this.sets.add(item.name);
      if (
        outer.getsEvent &&
        /^["']?(?:\$\(\s*(?:cat|jq|<\s*\/dev\/stdin)\b|`\s*cat\b|\$\(<)/.test(item.text.replace(/^\w+=/, ''))
      )
        this.holdEvent.add(item.name);
    }
    const place = redirected(command.redirects, outer);
    for (const redirect of command.redirects) this.#substitutions(redirect, outer);
    if (command.name === undefined) return;
    const nodes = [command.name, ...command.args];
    const words = nodes.map(node =>
      node.type === 'Word' ? readWord(node) : assignmentWord(node.text, node.pos, node.end),
    );
    const own = withoutWrapper(words);
    const paths = pathWords(own);
    for (const [index, word] of words.entries()) {
      const node = nodes[index];
      if (node !== undefined) this.#word(word, node, place, paths.includes(word));
    }
    this.#call(own, place);
  }

  #call(words: readonly CommandWord[], place: Place): void {
    const [first, ...args] = words;
    if (first === undefined) return;
    const { certain, getsEvent, printsOut, piped, nested, shell, depth } = place;
    this.calls.push({ words, certain, getsEvent, printsOut, piped, nested, shell, folder: this.#folder });
    const name = nameOf(first.value);
    if (name === 'cd' || name === 'pushd') this.#folder = args.find(({ value }) => !/^-[A-Za-z@-]+$/.test(value));
    if (name === 'read') {
      for (const { value } of args) {
        if (!/^\w+$/.test(value)) continue;
        this.sets.add(value);
        if (getsEvent) this.holdEvent.add(value);
      }
    }
    if (/^(?:export|local|declare|readonly|typeset)$/.test(name)) {
      for (const { value, text } of args) {
        const variable = /^(\w+)(?:=|$)/.exec(value)?.[1];
        if (variable === undefined) continue;
        this.sets.add(variable);
        if (getsEvent && /=["']?\$\(\s*cat\b/.test(text)) this.holdEvent.add(variable);
      }
    }
    const inner = innerText(name, args);
    if (inner === undefined || depth >= deepest) return;
    const base = place.base === undefined || inner.shift === undefined ? undefined : place.base + inner.shift;
    this.read(parse(inner.text), {
      ...place,
      nested: true,
      shell: name === 'eval' ? shell : name,
      depth: depth + 1,
      base,
    });
  }

  #word(word: CommandWord, node: SyntaxNode, place: Place, path: boolean): void {
    this.#substitutions(node, place);
    for (const piece of word.pieces) {
      if (piece.kind === 'text' || piece.quoted || (piece.kind === 'open' && !piece.substitution)) continue;
      const offset = place.base === undefined ? undefined : place.base + piece.pos;
      this.split.push({ piece, word, offset, path });
    }
  }

  /** Variables that are read anywhere in a node, and the commands of its substitutions. */
  #substitutions(node: SyntaxNode, place: Place): void {
    if (node.type === 'SimpleExpansion') this.reads.add(node.text.slice(1));
    if (node.type === 'ParameterExpansion') this.reads.add(node.parameter);
    if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') {
      const inner = { ...place, printsOut: false, piped: false, depth: place.depth + 1 };
      if (node.script !== undefined && place.depth < deepest) this.read(node.script, inner);
      return;
    }
    forEachChild(node, child => this.#substitutions(child, place));
  }
}

function assignmentWord(text: string, pos: number, end: number): CommandWord {
  return { text, value: text.replace(/["']/g, ''), pieces: [{ kind: 'text', value: text, quoted: true }], pos, end };
}

function redirected(redirects: readonly Redirection[], place: Place): Place {
  let { getsEvent, printsOut } = place;
  for (const redirect of redirects) {
    if (redirect.type !== 'Redirect') getsEvent = false;
    else if (redirect.operator === '<' && redirect.target?.value !== '/dev/stdin') getsEvent = false;
    else if (/^&?>/.test(redirect.operator) && redirect.operator !== '>&') {
      const descriptor = redirect.descriptor;
      if (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1))
        printsOut = false;
    } else if (redirect.operator === '>&' && redirect.descriptor === undefined && redirect.target?.value === '2')
      printsOut = false;
  }
  return { ...place, getsEvent, printsOut };
}

/** What a shell or `eval` is given to run, and where it stands in the text around it. */
function innerText(
  name: string,
  args: readonly CommandWord[],
): { readonly text: string; readonly shift: number | undefined } | undefined {
  if (name === 'eval') return { text: args.map(({ value }) => value).join(' '), shift: undefined };
  const start = readShellStart(
    name,
    args.map(({ value }) => value),
  );
  if (start?.text === undefined) return undefined;
  const word = args.find(({ value }) => value === start.text);
  const plain = word !== undefined && /^'[^']*'$/.test(word.text);
  return { text: start.text, shift: plain ? word.pos + 1 : undefined };
}

function pathWords(words: readonly CommandWord[]): readonly CommandWord[] {
  const { program, script } = programOf(words);
  return [program, script].filter(word => word !== undefined);
}

/** Whether a command is only a `cd`, so that what follows with `&&` runs whenever the folder is there. */
function isFolderChange(node: SyntaxNode | undefined): boolean {
  return node?.type === 'Command' && /^(?:cd|true|:|export|set)$/.test(node.name?.value ?? 'export');
}

function endsScript(node: SyntaxNode): boolean {
  return node.type === 'Command' && /^(?:exit|exec)$/.test(node.name?.value ?? '');
}
