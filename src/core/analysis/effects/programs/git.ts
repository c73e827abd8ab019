import { deep, isOpen, type Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { type Arguments, hasOption, readArguments, valuesOf } from '../arguments.ts';
import { type Describe, type NetworkUse, read, remove, type Use, write } from '../use.ts';

interface GitCall {
  readonly verb: string;
  readonly given: Arguments;
  readonly args: readonly Word[];
  readonly operands: readonly Pattern[];
  /** The operands behind `--`; undefined where there is none. */
  readonly paths: readonly Pattern[] | undefined;
}

const globalValued = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(' '),
);
const verbValued = new Set(
  '-m -F -C -c -t -u -b -B -s -S -e -f -n -L -G -o -X --message --file --author --date --source --format --pretty --since --until --max-count --grep --prefix --output --remote --exec --strategy --pathspec-from-file --template --cleanup'.split(
    ' ',
  ),
);
/** Options that take a value only in some of the verbs. */
const flagsOf: Readonly<Record<string, string>> = {
  add: '-f -n -u -e -N',
  rm: '-f -n',
  mv: '-f -n',
  clean: '-f -n',
  checkout: '-f -t -m -u',
  switch: '-f -t -m',
  restore: '-S -m -W',
  diff: '-b -u -C -B -s -S',
  show: '-s -m -c -b -u',
  log: '-s -m -c -u -b -C -B',
  blame: '-f -n -s -t -e -c -b -C -F',
  grep: '-n -c -e -F -G -o -L',
  archive: '',
  'cat-file': '-t -s -e -b',
  push: '-f -n -u',
  stash: '-u -S',
  'ls-files': '-c -m -s -t -u -o',
  'hash-object': '-t',
};

/** `:(icase).env` is a path with a wish of how it is to be matched (gitglossary, "pathspec"). */
function withoutMagic(path: Pattern): Pattern {
  return path.replace(/^:\((?!exclude)[^)]*\)/, '');
}

/** What git does to files of the working tree, and to whom it sends them. */
export const git: Describe = ({ args }) => {
  const split = splitGlobal(args);
  const describe = Object.hasOwn(verbs, split.verb) ? verbs[split.verb] : undefined;
  if (describe === undefined) return [];
  const flags = new Set((flagsOf[split.verb] ?? '').split(' '));
  const valued = new Set([...verbValued].filter(name => !flags.has(name)));
  const end = split.rest.findIndex(({ pattern }) => pattern === '--');
  const given = readArguments(split.rest, valued);
  const uses = describe({
    verb: split.verb,
    given,
    args: split.rest,
    operands: given.operands.map(({ pattern }) => withoutMagic(pattern)),
    paths: end === -1 ? undefined : split.rest.slice(end + 1).map(({ pattern }) => withoutMagic(pattern)),
  });
  return uses.map(use => inFolder(use, split.folder));
};

function splitGlobal(args: readonly Word[]): { verb: string; folder: Pattern; rest: readonly Word[] } {
  let folder = '';
  let at = 0;
  for (; at < args.length; at++) {
    const word = args[at]?.pattern ?? '';
    if (!word.startsWith('-')) break;
    if (!globalValued.has(word)) {
      if (word.startsWith('--work-tree=')) folder = word.slice('--work-tree='.length);
      continue;
    }
    at++;
    const value = args[at]?.pattern ?? '';
    if (word === '-C' || word === '--work-tree')
      folder = /^[/~\uE002]/.test(value) || folder === '' ? value : `${folder}/${value}`;
  }
  return { verb: args[at]?.pattern ?? '', folder, rest: args.slice(at + 1) };
}

function inFolder(use: Use, folder: Pattern): Use {
  if (folder === '' || use.does === 'talk' || /^[/~\uE002]/.test(use.path)) return use;
  return { ...use, path: `${folder}/${use.path}` };
}

type Verb = (call: GitCall) => Use[];

const nothing: Verb = () => [];

/** `:(exclude)x`, `:!x` leave out; `:/x` and `:(top)x` are seen from the root. */
function pathspec(spec: Pattern): Pattern | undefined {
  if (/^:(?:!|\^|\([a-z,]*exclude)/.test(spec)) return undefined;
  const plain = spec.replace(/^:(?:\([a-z,]*\)|\/)/, '');
  return plain === '' ? '.' : toOpen(plain);
}

/** Git's own globs pass over folders. */
function toOpen(spec: Pattern): Pattern {
  return spec.replace(/\[[^\]]*\]|\?/g, '\uE001').replace(/\*+/g, deep);
}

function files(paths: readonly Pattern[], use: (path: Pattern) => Use): Use[] {
  return paths.flatMap(path => {
    const plain = pathspec(path);
    return plain === undefined ? [] : [use(plain)];
  });
}

/** `REV:path` names a file of a revision. */
const ofRevision: Verb = ({ args, paths }) => {
  const end = args.findIndex(({ pattern }) => pattern === '--');
  const revisions = (end === -1 ? args : args.slice(0, end)).map(({ pattern }) => pattern);
  const named = revisions.flatMap(word => {
    const at = word.indexOf(':');
    if (at < 0 || word.startsWith('-') || word.startsWith(':/') || word.startsWith(':(')) return [];
    return [read(word.slice(at + 1).replace(/^[0-3]:/, ''))];
  });
  return [...named, ...files(paths ?? [], path => read(path))];
};

/** Of `git diff A B file` nobody knows which words are revisions: those that look like files count. */
const shows: Verb = call => {
  if (
    hasOption(call.given, [
      '--stat',
      '--name-only',
      '--name-status',
      '--shortstat',
      '--numstat',
      '--quiet',
      '--summary',
      '-s',
      '--no-patch',
    ])
  )
    return [];
  const named = call.operands.filter(
    word => !word.includes(':') && /[./]/.test(word) && !/\.\.|^(?:origin|upstream)\//.test(word),
  );
  return [...ofRevision(call), ...files(call.paths === undefined ? named : [], path => read(path))];
};

/** `git log` shows what is in files only with `-p` and the like. */
const log: Verb = call => {
  const prints = call.given.options.some(({ name }) => /^(?:-p|-u|--patch|-L|-c|--cc|--patch-with-stat)$/.test(name));
  const ranges = valuesOf(call.given, ['-L']).map(({ pattern }) => read(pattern.slice(pattern.lastIndexOf(':') + 1)));
  return prints ? [...shows(call), ...ranges] : [];
};

const add: Verb = ({ given, operands }) => {
  if (hasOption(given, ['-n', '--dry-run'])) return [];
  const lists = valuesOf(given, ['--pathspec-from-file']).map(({ pattern }) => read(pattern));
  return [
    ...files(operands, path => read(path, path === '.' || /\/$/.test(path) ? { recursive: true } : {})),
    ...lists,
  ];
};

const commit: Verb = ({ given, operands }) => [
  ...valuesOf(given, ['-F', '--file', '-t', '--template']).flatMap(({ pattern }) =>
    pattern === '-' ? [] : [read(pattern)],
  ),
  ...files(operands, path => read(path)),
];

const removeFiles: Verb = ({ given, operands }) => {
  if (hasOption(given, ['--cached', '-n', '--dry-run'])) return [];
  const more = hasOption(given, ['-r']) ? { recursive: true } : {};
  return files(operands, path => remove(path, more));
};

const move: Verb = ({ given, operands }) => {
  const target = operands.at(-1);
  if (target === undefined || operands.length < 2 || hasOption(given, ['-n', '--dry-run'])) return [];
  return [...operands.slice(0, -1).map(source => read(source, { recursive: true })), write(target)];
};

/** Files that git does not know, in the folder or in the paths that are named. */
const clean: Verb = ({ given, operands }) => {
  if (hasOption(given, ['-n', '--dry-run', '-i', '--interactive']) || !hasOption(given, ['-f', '--force'])) return [];
  const paths = operands.length === 0 ? ['.'] : operands;
  return files(paths, path => remove(`${path}/${deep}/\uE002`, { many: true }));
};

const checkout: Verb = ({ given, operands, paths }) => {
  if (hasOption(given, ['-b', '-B', '--orphan', '--detach', '-d'])) return [];
  const named =
    paths ??
    operands.filter(
      (word, at) => (at > 0 || /^\.{1,2}(?:\/|$)|\.[a-z0-9]{1,8}$|\/$/i.test(word)) && !word.includes(':'),
    );
  return files(named, path => write(path, /^(?:\.|.*\/)$/.test(path) ? { recursive: true } : {}));
};

const restore: Verb = ({ given, operands }) => {
  if (hasOption(given, ['--staged', '-S']) && !hasOption(given, ['--worktree', '-W'])) return [];
  return files(operands, path => write(path, path === '.' ? { recursive: true } : {}));
};

const grep: Verb = call => {
  const has = hasOption(call.given, ['-e', '-f']);
  const named = call.paths ?? call.operands.slice(has ? 0 : 1);
  const patterns = valuesOf(call.given, ['-f']).map(({ pattern }) => read(pattern));
  return [
    ...files(named, path => read(path, { recursive: true })),
    ...patterns,
    ...(named.length === 0 ? [read('.', { recursive: true })] : []),
  ];
};

const archive: Verb = ({ given, operands }) => [
  ...(operands.length > 1
    ? files(operands.slice(1), path => read(path, { recursive: true }))
    : [read('.', { recursive: true })]),
  ...operands.flatMap(word =>
    word.includes(':') ? [read(word.slice(word.indexOf(':') + 1), { recursive: true })] : [],
  ),
  ...valuesOf(given, ['-o', '--output']).map(({ pattern }) => write(pattern)),
];

const apply: Verb = ({ operands }) => files(operands, path => read(path));

/** A remote that is given as an address, not by its name. */
const push: Verb = ({ operands }) => {
  const [remote] = operands;
  if (remote === undefined || !isAddress(remote)) return [];
  const use: NetworkUse = { does: 'talk', address: hostOf(remote), sends: true };
  return [use];
};

const fetched: Verb = ({ operands }) =>
  operands
    .slice(0, 1)
    .filter(isAddress)
    .map(word => ({ does: 'talk', address: hostOf(word) }));

function isAddress(remote: Pattern): boolean {
  return /^[a-z+]+:\/\/|^[^/]+@[^/]+:|^[\w.-]+\.[a-z]{2,}:/i.test(remote);
}

function hostOf(remote: Pattern): Pattern {
  if (remote.includes('://')) return remote;
  return remote.replace(/^[^@]*@/, '').replace(/:.*$/, '');
}

const worktree: Verb = ({ operands }) => {
  const [verb, path] = operands;
  return verb === 'remove' && path !== undefined && !isOpen(path) ? [remove(path, { recursive: true })] : [];
};

const verbs: Readonly<Record<string, Verb>> = {
  show: shows,
  'cat-file': ofRevision,
  diff: shows,
  difftool: shows,
  'diff-index': shows,
  'diff-tree': shows,
  'diff-files': shows,
  'format-patch': nothing,
  blame: shows,
  annotate: shows,
  log,
  whatchanged: shows,
  grep,
  archive,
  add,
  stage: add,
  'update-index': call => (hasOption(call.given, ['--add']) ? add(call) : []),
  'hash-object': add,
  commit,
  notes: commit,
  tag: commit,
  rm: removeFiles,
  mv: move,
  clean,
  checkout,
  'checkout-index': checkout,
  restore,
  apply,
  am: apply,
  push,
  fetch: fetched,
  pull: fetched,
  clone: fetched,
  'ls-remote': fetched,
  worktree,
};
