import { deep, isOpen, type Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { type Arguments, hasOption, readArguments, valuesOf } from '../arguments.ts';
import { linesOf } from '../input-lists.ts';
import { type Describe, fill, type NetworkUse, read, remove, type Use, write } from '../use.ts';

interface GitCall {
  readonly verb: string;
  readonly given: Arguments;
  readonly args: readonly Word[];
  readonly operands: readonly Pattern[];
  /** What comes in through the standard input, by lines. */
  readonly lines: readonly Pattern[];
  /** The operands behind `--`; undefined where there is none. */
  readonly paths: readonly Pattern[] | undefined;
}

const globalValued = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(' '),
);
const verbValued = new Set(
  '-m -F -C -c -t -u -b -B -s -S -e -f -n -L -G -o -X --message --file --author --date --source --format --pretty --since --until --max-count --grep --prefix --output --remote --exec --strategy --pathspec-from-file --template --cleanup --directory'.split(
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
  'cat-file': '-t -s -e -b',
  push: '-f -n -u',
  stash: '-u -S',
  'ls-files': '-c -m -s -t -u -o',
  'hash-object': '-t',
  config: '-e -l -z',
  'checkout-index': '--template -f -u',
  apply: '-C -p -n',
  archive: '',
};

/** `:(icase).env` is a path with a wish of how it is to be matched (gitglossary, "pathspec"). */
function withoutMagic(path: Pattern): Pattern {
  return path.replace(/^:\((?!exclude)[^)]*\)/, '');
}

/** What git does to files of the working tree, and to whom it sends them. */
export const git: Describe = ({ args, command }) => {
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
    lines: linesOf(command),
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

/** A path that may be a folder stands for all in it. A name with an ending is a file. */
function readAll(path: Pattern): Use {
  const mayBeFolder = /(?:^|\/)(?:\.{1,2}|\.?[^./]*|[^/]*\.d)\/*$/.test(path);
  return read(path, mayBeFolder ? { recursive: true } : {});
}

/** `REV:path` names a file of a revision. */
const ofRevision: Verb = ({ args, paths }) => {
  const end = args.findIndex(({ pattern }) => pattern === '--');
  const revisions = (end === -1 ? args : args.slice(0, end)).map(({ pattern }) => pattern);
  return [...revisions.flatMap(fileOfRevision), ...files(paths ?? [], readAll)];
};

function fileOfRevision(word: Pattern): Use[] {
  const at = word.indexOf(':');
  if (at < 0 || word.startsWith('-') || word.startsWith(':(')) return [];
  // `:/text` is a commit by its message, or a path from the root where there is none.
  if (word.startsWith(':/')) return /\s/.test(word) ? [] : files([word], path => read(path));
  return [read(word.slice(at + 1).replace(/^[0-3]:/, ''))];
}

/** The values of an option that is rare enough to be looked for by itself. */
function valuesBehind(args: readonly Word[], name: string): Pattern[] {
  return args.flatMap(({ pattern }, at) => {
    if (pattern === name) return args[at + 1]?.pattern ?? [];
    return pattern.startsWith(`${name}=`) ? [pattern.slice(name.length + 1)] : [];
  });
}

/** With `--batch` the objects are named by the input. */
const catFile: Verb = call => {
  if (hasOption(call.given, ['-e', '-s', '-t'])) return [];
  const prints = call.given.options.some(({ name }) =>
    /^--(?:batch|batch-command|textconv|filters|buffer)$/.test(name),
  );
  const named = prints ? call.lines.map(line => line.replace(/^contents\s+/, '')) : [];
  return [...ofRevision(call), ...named.flatMap(fileOfRevision)];
};

/** `git config -f FILE` shows what stands in it. */
const config: Verb = ({ given, operands }) => {
  const files = valuesOf(given, ['-f', '--file']);
  const sets = operands.filter(word => !/^(?:list|get|set|unset|edit)$/.test(word)).length > 1;
  const unsets = given.options.some(({ name }) =>
    /^--(?:add|unset|unset-all|replace-all|rename-section|remove-section)$/.test(name),
  );
  return files.map(({ pattern }) => (sets || unsets ? write(pattern) : read(pattern)));
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
  const orders = valuesBehind(call.args, '--contents').map(path => read(path));
  return [...ofRevision(call), ...orders, ...files(call.paths === undefined ? named : [], readAll)];
};

/** `git log` shows what is in files only with `-p` and the like. */
const log: Verb = call => {
  const prints = call.given.options.some(({ name }) => /^(?:-p|-u|--patch|-L|-c|--cc|--patch-with-stat)$/.test(name));
  const ranges = valuesOf(call.given, ['-L']).map(({ pattern }) => read(pattern.slice(pattern.lastIndexOf(':') + 1)));
  return prints ? [...shows(call), ...ranges] : [];
};

const add: Verb = ({ given, operands, lines }) => {
  if (hasOption(given, ['-n', '--dry-run'])) return [];
  const everything = operands.length === 0 && hasOption(given, ['-A', '--all', '--no-ignore-removal']);
  return [...files(everything ? ['.'] : operands, readAll), ...listedPaths(given, lines)];
};

/** The paths of a list; with `--stdin` and the like the list is the input. */
function listedPaths(given: Arguments, lines: readonly Pattern[]): Use[] {
  const lists = valuesOf(given, ['--pathspec-from-file']).map(({ pattern }) => pattern);
  const fed = lists.includes('-') || hasOption(given, ['--stdin', '--stdin-paths']);
  return [...lists.filter(path => path !== '-').map(path => read(path)), ...(fed ? files(lines, readAll) : [])];
}

const commit: Verb = ({ given, operands, lines }) => [
  ...listedPaths(given, lines),
  ...valuesOf(given, ['-F', '--file', '-t', '--template']).flatMap(({ pattern }) =>
    pattern === '-' ? [] : [read(pattern)],
  ),
  ...files(operands, readAll),
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

const archive: Verb = ({ given, operands, args }) => [
  ...valuesBehind(args, '--add-file').map(path => read(path)),
  ...(operands.length > 1
    ? files(operands.slice(1), path => read(path, { recursive: true }))
    : [read('.', { recursive: true })]),
  ...operands.flatMap(word =>
    word.includes(':') ? [read(word.slice(word.indexOf(':') + 1), { recursive: true })] : [],
  ),
  ...valuesOf(given, ['-o', '--output']).map(({ pattern }) => write(pattern)),
];

const apply: Verb = ({ operands, given }) => {
  const only = hasOption(given, ['--check', '--stat', '--numstat', '--summary', '--cached']);
  const folder = valuesOf(given, ['--directory'])[0]?.pattern ?? '.';
  return [...files(operands, path => read(path)), ...(only ? [] : [fill(folder)])];
};

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

const clone: Verb = call => {
  const folder = call.operands[1];
  return [...fetched(call), ...(folder === undefined ? [] : [fill(folder)])];
};

const worktree: Verb = ({ operands }) => {
  const [verb, path] = operands;
  if (verb === 'add' && path !== undefined) return [fill(path)];
  return verb === 'remove' && path !== undefined && !isOpen(path) ? [remove(path, { recursive: true })] : [];
};

const verbs: Readonly<Record<string, Verb>> = {
  show: shows,
  'cat-file': catFile,
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
  'update-index': call => (hasOption(call.given, ['--add', '--stdin']) ? add(call) : []),
  'hash-object': add,
  commit,
  notes: commit,
  tag: commit,
  rm: removeFiles,
  mv: move,
  clean,
  checkout,
  'checkout-index': call =>
    hasOption(call.given, ['--temp']) ? files(call.operands, path => read(path)) : checkout(call),
  stash: call => (call.operands[0] === 'show' ? files(call.paths ?? [], readAll) : []),
  'send-email': ({ operands }) =>
    files(
      operands.filter(word => /[./]/.test(word)),
      path => read(path),
    ),
  restore,
  apply,
  am: apply,
  push,
  fetch: fetched,
  pull: fetched,
  clone,
  config,
  'ls-remote': fetched,
  worktree,
};
