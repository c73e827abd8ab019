import { anything, isOpen, type Pattern } from '../pattern.ts';
import { assignBuiltins } from './builtins-variables.ts';
import { callDirectly, callProgram } from './call.ts';
import { type Context, inside, type Out, type Reader, rootPath, silent } from './context.ts';
import { addCommand, markWrapper } from './emit.ts';
import { runSubscript } from './expand-word.ts';
import { expansionOf } from './expansion.ts';
import { type Invocation, throughOut, wraps } from './invocation.ts';
import { readLeading, valuesOf } from './options.ts';
import { outputOf } from './output.ts';
import type { Assigned } from './run-command.ts';
import { inSubshell } from './run-node.ts';
import { runFile, runTexts } from './run-shell.ts';
import { copyState, joinValues, list, type State } from './state.ts';
import { type Field, join, open, openOf, origin, plain, type Text } from './text.ts';
import { runTraps, setTrap } from './traps.ts';

/** A builtin of the shell that is called. */
export interface BuiltinCall {
  readonly reader: Reader;
  readonly words: readonly Field[];
  readonly args: readonly Field[];
  readonly state: State;
  readonly context: Context;
  /** The assignments among its words, as of `export A=1`. */
  readonly declared: readonly Assigned[];
}

export type Builtin = (call: BuiltinCall) => Out;

export function builtinOf(name: string): Builtin | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  return Object.hasOwn(assignBuiltins, name) ? assignBuiltins[name] : undefined;
}

/** Builtins all of whose words are names, perhaps with a subscript and a value. */
const naming = new Set(['declare', 'typeset', 'local', 'export', 'readonly', 'read', 'unset', 'mapfile', 'readarray']);

/** The words of a builtin that are read as names with subscripts, in which anything may stand. */
function namesOf(name: string, args: readonly Field[]): readonly Field[] {
  if (name === 'let') return args;
  if (naming.has(name)) return args.filter(({ pattern }) => /^\w+\[[^=]*(?:\$\(|`)/.test(pattern));
  if (name !== 'test' && name !== '[' && name !== 'printf') return [];
  return args.filter((_, at) => args[at - 1]?.pattern === '-v');
}

/** Keeps a builtin as a command and says what it prints. */
export function record(call: BuiltinCall): { places: readonly number[]; out: Out } {
  const { reader, words, args, state, context } = call;
  const places = addCommand(reader, words, state, context);
  for (const field of namesOf(words[0]?.pattern ?? '', args)) runSubscript(field, expansionOf(reader, state, context));
  const invocation: Invocation = { reader, name: words[0]?.pattern ?? '', words, args, places, state, context };
  return { places, out: outputOf(invocation) };
}

function invocationOf(call: BuiltinCall): Invocation {
  const { reader, words, args, state, context } = call;
  const places = addCommand(reader, words, state, context);
  return { reader, name: words[0]?.pattern ?? '', words, args, places, state, context };
}

const changeFolder: Builtin = call => {
  const { state, args, reader } = call;
  const { out } = record(call);
  const [to = plain(reader.surroundings.home)] = args.filter(
    ({ pattern }) => !/^-[A-Za-z@]+$|^--$|^[-+]\d+$/.test(pattern),
  );
  const before = state.cwds;
  if (call.words[0]?.pattern === 'pushd') state.stack = [...state.stack, before];
  state.cwds = to.pattern === '-' ? state.before : before.map(cwd => folderAt(to, cwd));
  // With CDPATH a plain name may be found anywhere.
  if (!/^(?:\/|\.{1,2}(?:\/|$)|-$)/.test(to.pattern))
    state.cwds = [
      ...state.cwds,
      ...searchedFolders(call).flatMap(folder => before.map(cwd => foundAt(folder, to, cwd))),
    ];
  state.before = before;
  if (!state.stopsOnError) state.unsure = before;
  return { ...out, status: 'likely' };
};

/** Where `cd` looks for a plain name beside the working folder: what CDPATH names. */
function searchedFolders({ state, context }: BuiltinCall): readonly Pattern[] {
  const given = context.assignments.findLast(({ name }) => name === 'CDPATH')?.value;
  const held = state.variables.get('CDPATH')?.map(one => (one.kind === 'text' ? one.text.pattern : anything));
  const texts = given === undefined ? (held ?? []) : [given];
  return [...new Set(texts.flatMap(text => text.split(':', 8)))].slice(0, 8);
}

function foundAt(folder: Pattern, to: Field, cwd: Pattern): Pattern {
  return isOpen(folder) ? anything : folderAt({ ...to, pattern: `${folder || '.'}/${to.pattern}` }, cwd);
}

/** `shopt -s dotglob`: from then on `*` stands for hidden names as well. */
const setShellOptions: Builtin = call => {
  const words = call.args.map(({ pattern }) => pattern);
  if (words.includes('dotglob') && words.some(word => /^-[a-z]*s/.test(word))) call.state.hiddenToo = true;
  if (words.includes('dotglob') && words.some(word => /^-[a-z]*u/.test(word))) call.state.hiddenToo = false;
  return plainly(call);
};

/** The same of zsh, where case and `_` do not count. */
const setZshOptions: Builtin = call => {
  if (call.args.some(({ pattern }) => /^(?:dotglob|globdots)$/.test(pattern.toLowerCase().replaceAll('_', ''))))
    call.state.hiddenToo = true;
  return plainly(call);
};

/** The longest path of a folder that is followed, in characters. */
const longestPath = 4_096;

function folderAt(to: Field, cwd: string): string {
  const path = pathFrom(to, cwd);
  return path.length > longestPath ? anything : path;
}

function pathFrom({ pattern, splits }: Field, cwd: string): string {
  if (splits === true && isOpen(pattern)) return pattern.startsWith(anything) ? anything : rootPath(pattern, cwd);
  return pattern === '' ? cwd : rootPath(pattern, cwd);
}

const popFolder: Builtin = call => {
  const { state } = call;
  const { out } = record(call);
  const top = state.stack.at(-1);
  state.before = state.cwds;
  state.cwds = top ?? [anything];
  state.stack = state.stack.slice(0, -1);
  return { ...out, status: 'likely' };
};

/** `eval`: its words joined by blanks are a text. */
const evaluateText: Builtin = call => {
  const invocation = invocationOf(call);
  const args = call.args[0]?.pattern === '--' ? call.args.slice(1) : call.args;
  const text = args.reduce<Text | undefined>(
    (all, field) => (all === undefined ? field : join(join(all, plain(' ')), field)),
    undefined,
  );
  if (text === undefined) return silent;
  const out = runTexts(invocation, 'eval', [text], call.state, { by: 'eval' });
  wraps(invocation);
  return throughOut(invocation, out);
};

const sourceFile: Builtin = call => {
  const invocation = invocationOf(call);
  const [file, ...args] = call.args[0]?.pattern === '--' ? call.args.slice(1) : call.args;
  if (file === undefined) return silent;
  const saved = call.state.variables.get('@');
  const named = call.state.variables.get('0');
  const name = call.words[0]?.pattern ?? 'source';
  const out = runFile(
    invocation,
    name === '.' ? 'source' : name,
    file,
    args.length === 0 ? positionalOf(call.state) : args,
    call.state,
  );
  wraps(invocation);
  if (named === undefined) call.state.variables.delete('0');
  else call.state.variables.set('0', named);
  if (saved === undefined) call.state.variables.delete('@');
  else call.state.variables.set('@', saved);
  return { ...throughOut(invocation, out), status: 'either' };
};

function positionalOf(state: State): readonly Field[] {
  const [only] = state.variables.get('@') ?? [];
  return only?.kind === 'list' ? only.entries.map(({ field }) => field) : [{ ...open(origin.variable), splits: true }];
}

const trapSignal: Builtin = call => {
  const invocation = invocationOf(call);
  const [text, ...signals] = call.args.filter(({ pattern }) => pattern !== '--');
  if (text === undefined || signals.length === 0 || /^(?:-[lp]?|)$/.test(text.pattern)) return silent;
  // Some signals come at any time, the others at the end, by when variables are set.
  const anyTime = signals.some(({ pattern }) => !/^(?:0|EXIT|(?:SIG)?(?:INT|TERM|HUP|QUIT)|[1-3]|15)$/i.test(pattern));
  if (anyTime) inSubshell(call.state, inner => runTexts(invocation, 'trap', [text], inner, { by: 'trap' }));
  setTrap(call.state, text);
  return silent;
};

/** `command`, `builtin` and `exec`: the words behind their options. */
const passOn =
  (valued: readonly string[], run: typeof callDirectly): Builtin =>
  call => {
    const { reader, args, state, context, words } = call;
    const name = words[0]?.pattern ?? '';
    const { options, rest } = readLeading(args, { valued });
    if (name === 'command' && options.some(option => /^-[vV]$/.test(option.name))) return record(call).out;
    const places = addCommand(reader, words, state, context);
    if (rest.length === 0) return silent;
    markWrapper(reader, places);
    const out = run(reader, rest, state, inside(context, { by: name }), call.declared);
    if (name === 'exec') state.ended = 'exit';
    return out;
  };

const leave =
  (kind: 'exit' | 'return' | 'break'): Builtin =>
  call => {
    const { state, context, args } = call;
    const { out } = record(call);
    if (kind === 'exit') runTraps(call.reader, state, context);
    if (kind === 'return') context.returns?.states.push(copyState(state));
    const loops = args.length === 0 ? context.loops.slice(-1) : context.loops;
    if (kind === 'break') for (const { states } of loops) states.push(copyState(state));
    const leaves =
      kind === 'exit' || (kind === 'return' && context.returns !== undefined) || (kind === 'break' && loops.length > 0);
    if (leaves) state.ended = kind;
    return out;
  };

const defineAlias: Builtin = call => {
  const { out } = record(call);
  for (const { pattern, origin: from, commands } of call.args) {
    const at = pattern.indexOf('=');
    if (at > 0) {
      const name = pattern.slice(0, at);
      // A compound command is parsed as a whole, so that what the alias was before still holds in it.
      const before = call.state.aliases.get(name) ?? [];
      call.state.aliases.set(name, [{ pattern: pattern.slice(at + 1), origin: from, commands }, ...before].slice(0, 8));
    }
  }
  return out;
};

const setOptions: Builtin = call => {
  const { args, state } = call;
  const { out } = record(call);
  for (const [at, { pattern }] of args.entries()) {
    if (
      pattern === '-a' ||
      /^-[a-z]*a[a-z]*$/.test(pattern) ||
      (pattern === 'allexport' && args[at - 1]?.pattern === '-o')
    )
      state.exportsAll = true;
    if (/^-[a-z]*e[a-z]*$/.test(pattern) || (pattern === 'errexit' && args[at - 1]?.pattern === '-o'))
      state.stopsOnError = true;
    if (pattern === '-o' || pattern === '+o') continue;
    const isWord = !/^[-+]/.test(pattern) && args[at - 1]?.pattern !== '-o' && args[at - 1]?.pattern !== '+o';
    if (pattern !== '--' && pattern !== '-' && !isWord) continue;
    state.variables.set('@', list(args.slice(isWord ? at : at + 1)));
    return out;
  }
  return out;
};

const shift: Builtin = call => {
  const { args, state } = call;
  const { out } = record(call);
  const count = args[0] === undefined ? 1 : Number(args[0].pattern);
  const value = state.variables.get('@');
  if (value === undefined) return out;
  const shifted = value.flatMap(one => {
    const fields = one.kind === 'list' ? one.entries.map(({ field }) => field) : [one.text];
    const exact = Number.isInteger(count) && fields.slice(0, count).every(field => !('splits' in field));
    return exact ? list(fields.slice(count)) : list([{ ...openOf(fields), splits: true }]);
  });
  state.variables.set('@', joinValues(shifted));
  return out;
};

const plainly: Builtin = call => record(call).out;
const succeed: Builtin = call => ({ ...record(call).out, status: 'success' });
const fail: Builtin = call => ({ ...record(call).out, status: 'failure' });
const perhaps: Builtin = call => ({ ...record(call).out, status: 'either' });

const runOnCompletion: Builtin = call => {
  const invocation = invocationOf(call);
  const { options } = readLeading(call.args, { valued: ['-C', '-F', '-W', '-A', '-G', '-P', '-S', '-X', '-o'] });
  for (const text of valuesOf(options, '-C'))
    inSubshell(call.state, inner => runTexts(invocation, 'compgen', [text], inner, { by: 'compgen -C' }));
  return { ...silent, texts: [open(origin.other, invocation.places)] };
};

/** `hash -p PATH NAME`: from then on the name means that path. */
const hashProgram: Builtin = call => {
  const { options, rest } = readLeading(call.args, { valued: ['-p'] });
  const [path] = valuesOf(options, '-p');
  const { out } = record(call);
  if (path !== undefined) for (const { pattern } of rest) call.state.aliases.set(pattern, [path]);
  return out;
};

const aliasDefinition: Builtin = call => {
  const { out } = record(call);
  for (const { pattern } of call.args) {
    if (pattern === '-a') for (const name of call.state.aliases.keys()) call.state.aliases.delete(name);
    else call.state.aliases.delete(pattern);
  }
  return out;
};

const table: Readonly<Record<string, Builtin>> = {
  cd: changeFolder,
  pushd: changeFolder,
  chdir: changeFolder,
  popd: popFolder,
  eval: evaluateText,
  source: sourceFile,
  '.': sourceFile,
  trap: trapSignal,
  command: passOn([], callDirectly),
  builtin: passOn([], callDirectly),
  exec: passOn(['-a'], callProgram),
  exit: leave('exit'),
  logout: leave('exit'),
  return: leave('return'),
  break: leave('break'),
  continue: leave('break'),
  alias: defineAlias,
  unalias: aliasDefinition,
  set: setOptions,
  shift,
  ':': succeed,
  true: succeed,
  false: fail,
  echo: succeed,
  pwd: succeed,
  test: perhaps,
  '[': perhaps,
  compgen: runOnCompletion,
  complete: runOnCompletion,
  shopt: setShellOptions,
  setopt: setZshOptions,
  hash: hashProgram,
  type: perhaps,
  wait: perhaps,
  jobs: plainly,
  umask: plainly,
  ulimit: plainly,
  enable: plainly,
  bind: plainly,
  history: plainly,
  fc: plainly,
  disown: plainly,
  times: plainly,
  dirs: plainly,
  kill: perhaps,
  let: plainly,
};
