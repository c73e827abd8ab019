import { deep, isOpen, type Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { hasOption, readArguments, valuesOf } from '../arguments.ts';
import { linesOf } from '../input-lists.ts';
import { type Describe, fill, type NetworkUse, read, remove, type Use, write } from '../use.ts';
import { files, readAll, type Verb } from './git-call.ts';
import { add, archive, catFile, commit, config, grep, log, shows } from './git-reads.ts';

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

const nothing: Verb = () => [];

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
