import type { CommandNode, CompoundList } from 'unbash';
import { anything, type Pattern } from '../pattern.ts';
import { SharedMap } from './shared-map.ts';
import { distinct, type Field, openOf, origin, type Text } from './text.ts';

/** What a variable could hold: one of several texts or lists. */
export type Value = readonly Alternative[];

export type Alternative =
  | { readonly kind: 'text'; readonly text: Text }
  | { readonly kind: 'list'; readonly entries: readonly Entry[] };

/** An element of an array, with its index or key. */
export interface Entry {
  readonly key: string;
  readonly field: Field;
}

/** A function's body, or several that it could have; `program` where the name may be that of no function. */
export type Functions = readonly (CommandNode | CompoundList | 'program')[];

export function scalar(...texts: readonly Text[]): Value {
  return texts.map(text => ({ kind: 'text', text }));
}

/** What a variable holds that was unset: empty, but not the same as set to nothing. */
export const unsetText: Text = { pattern: '', origin: 0, commands: [] };

export function list(fields: readonly Field[]): Value {
  return [{ kind: 'list', entries: fields.map((field, at) => ({ key: String(at), field })) }];
}

/** What a shell knows at one place of the text. */
export interface State {
  /** The working folder: one of these. */
  cwds: readonly Pattern[];
  before: readonly Pattern[];
  /** Where it would be instead if a `cd` failed on whose success nothing depends. */
  unsure: readonly Pattern[];
  stack: readonly (readonly Pattern[])[];
  readonly variables: SharedMap<Value>;
  readonly exported: SharedMap<true>;
  readonly functions: SharedMap<Functions>;
  readonly aliases: SharedMap<readonly Text[]>;
  /** What the text itself has written into files, by rooted path. */
  readonly files: SharedMap<readonly Text[]>;
  /** Aliases of git that the text has set. */
  readonly gitAliases: SharedMap<readonly Text[]>;
  /** What `$_` is: the last word of the command before, where that is known. */
  last: Value | undefined;
  /** Texts that run when the shell ends. */
  traps: readonly Text[];
  /** Set while every assignment is exported (`set -a`). */
  exportsAll: boolean;
  /** Set while a command that fails ends the text (`set -e`). */
  stopsOnError: boolean;
  /** Set while `*` stands for hidden names as well (`shopt -s dotglob`). */
  hiddenToo: boolean;
  /** Set where the flow does not go on, by what ended it. */
  ended: '' | 'break' | 'return' | 'exit';
}

export function createState(cwd: Pattern): State {
  return {
    cwds: [cwd],
    before: [anything],
    unsure: [],
    stack: [],
    variables: new SharedMap(),
    exported: new SharedMap(),
    functions: new SharedMap(),
    aliases: new SharedMap(),
    files: new SharedMap(),
    gitAliases: new SharedMap(),
    last: undefined,
    traps: [],
    exportsAll: false,
    stopsOnError: false,
    hiddenToo: false,
    ended: '',
  };
}

export function copyState(state: State): State {
  return {
    ...state,
    variables: state.variables.share(),
    exported: state.exported.share(),
    functions: state.functions.share(),
    aliases: state.aliases.share(),
    files: state.files.share(),
    gitAliases: state.gitAliases.share(),
  };
}

/** Takes over another state, as where one of two ways was certainly gone. */
export function becomeState(state: State, other: State): void {
  Object.assign(state, copyState(other));
}

/** What stays of a subshell: what it wrote to the disk. */
export function keepFiles(state: State, inner: State): void {
  Object.assign(state, { files: inner.files, gitAliases: inner.gitAliases });
}

/** What a new process of a shell knows: exported variables and functions, folder and files. */
export function childState(state: State): State {
  const child = { ...createState(''), ...copyStateForChild(state) };
  for (const name of state.exported.keys()) {
    // Arrays stay behind.
    const value = state.variables.get(name)?.filter(({ kind }) => kind === 'text');
    if (value !== undefined && value.length > 0) child.variables.set(name, value);
    const body = state.functions.get(name);
    if (body !== undefined) child.functions.set(name, body);
    child.exported.set(name, true);
  }
  return child;
}

function copyStateForChild(state: State): Pick<State, 'cwds' | 'before' | 'files' | 'gitAliases'> {
  return {
    cwds: state.cwds,
    before: state.before,
    files: state.files.share(),
    gitAliases: state.gitAliases.share(),
  };
}

const mostFolders = 4;

/** One of two ways was gone, nobody knows which: the state becomes what either left. */
export function joinState(state: State, other: State, unset: (name: string) => Value): void {
  if (other.ended !== '') return;
  if (state.ended !== '') {
    becomeState(state, other);
    return;
  }
  state.cwds = joinFolders(state.cwds, other.cwds);
  state.before = joinFolders(state.before, other.before);
  state.unsure = joinFolders(state.unsure, other.unsure);
  state.stopsOnError &&= other.stopsOnError;
  joinMaps(state.variables, other.variables, unset, (one, two) => joinValues([...one, ...two]));
  joinMaps(
    state.exported,
    other.exported,
    () => true,
    () => true,
  );
  joinMaps(
    state.functions,
    other.functions,
    (): Functions => ['program'],
    (one, two) => [...new Set([...one, ...two])],
  );
  joinMaps(
    state.aliases,
    other.aliases,
    () => [],
    (one, two) => distinct([...one, ...two]),
  );
  joinMaps(
    state.files,
    other.files,
    () => [],
    (one, two) => distinct([...one, ...two]),
  );
  joinMaps(
    state.gitAliases,
    other.gitAliases,
    () => [],
    (one, two) => distinct([...one, ...two]),
  );
  state.exportsAll ||= other.exportsAll;
  state.hiddenToo ||= other.hiddenToo;
  if (state.traps !== other.traps) state.traps = [...new Set([...state.traps, ...other.traps])].slice(-8);
  if (state.last !== other.last) state.last = undefined;
}

function joinFolders(one: readonly Pattern[], two: readonly Pattern[]): readonly Pattern[] {
  const all = [...new Set([...one, ...two])];
  return all.length > mostFolders
    ? [...all.slice(0, mostFolders - 1), anything]
    : all.length === one.length
      ? one
      : all;
}

function joinMaps<V>(
  map: SharedMap<V>,
  other: SharedMap<V>,
  missing: (key: string) => V,
  merge: (one: V, two: V) => V,
): void {
  for (const key of map.differing(other))
    map.set(key, merge(map.get(key) ?? missing(key), other.get(key) ?? missing(key)));
}

function keyOf(alternative: Alternative): string {
  if (alternative.kind === 'text' && alternative.text === unsetText) return 'u';
  if (alternative.kind === 'text') return `t${String(alternative.text.origin)} ${alternative.text.pattern}`;
  return `l${alternative.entries.map(({ key, field }) => `${key}=${field.pattern}${field.splits === true ? '+' : ''}`).join('\0')}`;
}

const mostValues = 64;

/** Several possible values as one; past the bound the rest is open. */
export function joinValues(value: Value): Value {
  if (value.length < 2) return value;
  const seen = new Map<string, Alternative>();
  for (const alternative of value) {
    const key = keyOf(alternative);
    if (!seen.has(key)) seen.set(key, alternative);
  }
  const kept = [...seen.values()];
  if (kept.length <= mostValues) return kept;
  return [...kept.slice(0, mostValues - 1), { kind: 'text', text: openOf(textsOf(kept)) }];
}

function textsOf(value: Value): Text[] {
  return value.flatMap(one => (one.kind === 'text' ? [one.text] : one.entries.map(({ field }) => field)));
}

function isSameValue(one: Value | undefined, two: Value | undefined): boolean {
  if (one === two) return true;
  if (one?.length !== two?.length || one === undefined || two === undefined) return false;
  const keys = new Set(one.map(keyOf));
  return two.every(alternative => keys.has(keyOf(alternative)));
}

/** Variables whose value differs between two states; empty where nothing at all does. */
export function differences(state: State, other: State): string[] | undefined {
  const changed = state.variables
    .differing(other.variables)
    .filter(name => !isSameValue(state.variables.get(name), other.variables.get(name)));
  const others =
    state.cwds.join('\0') !== other.cwds.join('\0') ||
    state.functions.differing(other.functions).length > 0 ||
    state.aliases.differing(other.aliases).length > 0 ||
    state.files.differing(other.files).length > 0;
  return changed.length === 0 && !others ? undefined : changed;
}

/** Gives variables up that change with every turn of a loop: their values so far, or any other. */
export function widen(state: State, names: readonly string[]): void {
  for (const name of names) {
    const value = state.variables.get(name) ?? [];
    const from = textsOf(value).reduce((bits, text) => bits | text.origin, 0);
    state.variables.set(
      name,
      joinValues([
        ...value,
        { kind: 'text', text: { ...openOf(textsOf(value)), origin: from === 0 ? origin.variable : from } },
      ]),
    );
  }
}
