import { nameOf } from '../../analysis/path-text.ts';
import { deep, type Pattern, star } from '../../analysis/pattern.ts';
import type { Call, Finding, Result } from './finding.ts';
import { hasOption, readOptions, valuesOf } from './options.ts';

/** What the usual commands do to files. The targets are as written: seen from the working folder. */
export function findFileChanges(call: Call): readonly Finding[] {
  if (Object.hasOwn(table, call.name)) return table[call.name]?.(call) ?? [];
  return otherwiseNamed.has(call.name) ? [] : outputOption('-o', '--output', '-out', '--out', '--output-file')(call);
}

/** Commands to which `-o` says something else. */
const otherwiseNamed = new Set(['ls', 'grep', 'egrep', 'rg', 'ag', 'ps', 'cut', 'set', 'useradd']);

type Find = (call: Call) => readonly Finding[];

const unknown: Result = { kind: 'unknown' };
const writeUnknown = (target: Pattern): Finding => ({ kind: 'write', target, result: unknown });
const remove = (target: Pattern): Finding => ({ kind: 'remove', target });

const removeAll: Find = ({ args }) => readOptions(args, ['-n', '-s', '--iterations', '--size']).operands.map(remove);
const writeAll: Find = ({ args }) => readOptions(args).operands.map(writeUnknown);

/** An editor, unless it only shows the file. */
const editor: Find = call => (call.args.includes('-R') ? [] : writeAll(call));

/** A database on the disk: the first operand, where what is asked of it changes it. */
const sqlite: Find = ({ args, input }) => {
  const [database, ...queries] = readOptions(args, ['-cmd', '-init', '-separator']).operands;
  const text = [...queries, input.text ?? ''].join('\n');
  const changes = /\b(?:insert|update|delete|drop|replace|alter|create|vacuum|restore|import)\b/i.test(text);
  return database !== undefined && changes ? [writeUnknown(database)] : [];
};

/** An editor of streams, which changes files only when told to. */
const inPlace =
  (option: RegExp): Find =>
  ({ args }) =>
    args.some(word => option.test(word)) ? args.filter(word => !word.startsWith('-')).map(writeUnknown) : [];

const outputOption =
  (...names: readonly string[]): Find =>
  ({ args }) =>
    valuesOf(readOptions(args, names), ...names).map(writeUnknown);

const tee: Find = ({ args, input }) => {
  const read = readOptions(args);
  const append = hasOption(read, '-a', '--append');
  const result: Result = input.text === undefined ? unknown : { kind: 'text', text: input.text, append };
  return read.operands.map(target => ({ kind: 'write', target, result }));
};

const dd: Find = ({ args }) =>
  args.flatMap(word => (word.startsWith('of=') ? [writeUnknown(word.slice('of='.length))] : []));

/** Where copies of the sources come to lie: the target itself, or in it by their own names. */
function copyTo(sources: readonly Pattern[], target: Pattern): Finding[] {
  return sources.flatMap(source => {
    const whole = /(?:^|\/)\.?$/.test(source) || source === '.';
    const of = source.replace(/\/+\.?$/, '') || '/';
    const copy: Result = { kind: 'copy', of };
    const direct: Finding = { kind: 'write', target, result: copy };
    return whole ? [direct] : [direct, { kind: 'write', target: `${target}/${nameOf(of)}`, result: copy }];
  });
}

function splitTarget(args: readonly Pattern[]): { sources: readonly Pattern[]; target: Pattern } | undefined {
  const valued = ['-t', '--target-directory', '-S', '--suffix', '-m', '--mode', '-o', '-g', '--owner', '--group', '-e'];
  const read = readOptions(args, valued);
  const [named] = valuesOf(read, '-t', '--target-directory');
  const last = read.operands.at(-1);
  if (named !== undefined) return { sources: read.operands, target: named };
  return last === undefined || read.operands.length < 2
    ? undefined
    : { sources: read.operands.slice(0, -1), target: last };
}

const copy: Find = ({ args }) => {
  const split = splitTarget(args);
  if (split === undefined) return [];
  const hard = hasOption(readOptions(args), '-l', '--link');
  const aliases = hard ? split.sources.map((target): Finding => ({ kind: 'alias', target })) : [];
  return [...aliases, ...copyTo(split.sources, split.target)];
};

const move: Find = ({ args }) => {
  const split = splitTarget(args);
  return split === undefined ? [] : [...split.sources.map(remove), ...copyTo(split.sources, split.target)];
};

const link: Find = ({ args }) => {
  const read = readOptions(args, ['-t', '--target-directory', '-S']);
  const split = splitTarget(args);
  const sources = split?.sources ?? read.operands;
  const hard = !hasOption(read, '-s', '--symbolic');
  const aliases = hard ? sources.map((target): Finding => ({ kind: 'alias', target })) : [];
  if (split === undefined) return aliases;
  const replaces = hasOption(read, '-n', '-T', '--no-dereference', '--no-target-directory')
    ? [remove(split.target)]
    : [];
  return [...aliases, ...replaces, ...copyTo(split.sources, split.target)];
};

const rsync: Find = ({ args }) => {
  const read = readOptions(args, ['-e', '--rsh', '--exclude', '--include', '-f', '--filter', '--files-from']);
  const target = read.operands.at(-1);
  if (target === undefined || read.operands.length < 2) return [];
  const sources = read.operands.slice(0, -1);
  const deletes = read.options.some(({ name }) => /^--del/.test(name));
  const takes = hasOption(read, '--remove-source-files');
  return [
    ...(deletes ? [remove(target)] : []),
    ...(takes ? sources.map(remove) : []),
    ...sources.flatMap(source => (source.endsWith('/') ? copyTo([`${source}.`], target) : copyTo([source], target))),
  ];
};

/** Whether a mode takes a permission from the owner: `r` to read, `x` to enter. */
function takes(mode: string, permission: 'r' | 'x'): boolean {
  if (/^[0-7]+$/.test(mode)) return (Number(mode.at(-3) ?? '0') & (permission === 'r' ? 4 : 1)) === 0;
  const name = permission === 'r' ? 'r' : '[xX]';
  return new RegExp(`(?:^|,)[ua]*(?:-[rwxXst]*${name}|=(?![rwxXst]*${name}))`).test(mode);
}

const chmod: Find = ({ args }) => {
  const words = args.filter(word => !/^-[RcvfhHLP]+$/.test(word) && !word.startsWith('--'));
  const [mode = '', ...targets] = words;
  const hides = takes(mode, 'r');
  return targets.map(target => ({ kind: 'access', target, hides, closes: hides || takes(mode, 'x') }));
};

const chown: Find = ({ args }) =>
  readOptions(args)
    .operands.slice(1)
    .map(target => ({ kind: 'access', target, hides: true, closes: true }));

/** The files that a patch changes, where its text is known. */
const patched: Find = ({ input }) =>
  [...(input.text ?? '').matchAll(/^(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]+)/gm)].map(([, file = '']) =>
    writeUnknown(file),
  );

const gitRemovers = ['rm', 'clean'];
const gitWriters = ['checkout', 'restore', 'stash', 'checkout-index'];

/** Only files that are named count: a whole working tree is git's business. */
const git: Find = ({ args, input }) => {
  const rest = [...args];
  let folder = '';
  while (rest[0]?.startsWith('-') === true) {
    const option = rest.shift();
    if (option === '-C') folder = `${rest.shift() ?? ''}/`;
    else if (option === '-c' || option === '--git-dir' || option === '--work-tree') rest.shift();
  }
  const [verb = '', ...words] = rest;
  const named = words.filter(word => !word.startsWith('-')).map(word => (/^[/~]/.test(word) ? word : folder + word));
  if (verb === 'apply' || verb === 'am') return patched({ name: verb, args: named, input });
  if (verb === 'mv') return move({ name: 'mv', args: named, input: { paths: [] } }).map(narrow);
  if (gitRemovers.includes(verb)) {
    const dry = words.some(word => word === '--dry-run' || word === '--cached' || /^-[a-z]*n[a-z]*$/.test(word));
    return dry ? [] : named.map(target => narrow(remove(target)));
  }
  if (words.includes('--staged') && !words.includes('--worktree')) return [];
  return gitWriters.includes(verb) ? named.map(target => narrow(writeUnknown(target))) : [];
};

function narrow(finding: Finding): Finding {
  return finding.kind === 'write' || finding.kind === 'remove' ? { ...finding, narrow: true } : finding;
}

/** Packers put their result in the place of the file. */
const compress: Find = ({ args }) => {
  const read = readOptions(args);
  return hasOption(read, '-k', '--keep', '-c', '--stdout', '-t', '--test', '-l', '--list')
    ? []
    : read.operands.map(remove);
};

/** An archive may hold any name, but no more than the folder's own files are thought of. */
const unpack: Find = ({ args }) => {
  const read = readOptions(args, ['-C', '--directory', '-d', '--file']);
  if (hasOption(read, '--remove-files')) return read.operands.map(remove);
  return valuesOf(read, '-C', '--directory', '-d').map(folder => writeUnknown(`${folder}/${star}`));
};

/** `find … -delete`, as the paths that it would find; `-exec` is unwrapped elsewhere. */
const find: Find = ({ args }) => {
  const spares = args.includes('-empty') || args.some((word, at) => word === '-type' && args[at + 1] === 'd');
  return args.includes('-delete') && !spares ? findPaths(args).map(remove) : [];
};

/** The paths that `find` with these words would give, as patterns. */
export function findPaths(args: readonly Pattern[]): Pattern[] {
  const start = args.findIndex(word => /^(?:-[^HLPDO]|-D.|[(!])/.test(word));
  const roots = (start === -1 ? args : args.slice(0, start)).filter(word => !word.startsWith('-'));
  const names = args.flatMap((word, at) =>
    /^-i?(?:name|path|wholename)$/.test(word) && !['!', '-not'].includes(args[at - 1] ?? '')
      ? [args[at + 1] ?? '']
      : [],
  );
  const filesOnly = args.some((word, at) => word === '-type' && args[at + 1] === 'f');
  const globbed = names.map(name => name.replace(/[*?]|\[[^\]]*\]/g, deep));
  return (roots.length === 0 ? ['.'] : roots).flatMap(root => {
    if (globbed.length === 0) return filesOnly ? [`${root}/${deep}`] : [root, `${root}/${deep}`];
    return globbed.flatMap(name =>
      name.includes('/')
        ? [name.startsWith(deep) ? root + name : name]
        : [`${root}/${name}`, `${root}/${deep}/${name}`],
    );
  });
}

const table: Readonly<Record<string, Find>> = {
  rm: removeAll,
  unlink: removeAll,
  shred: removeAll,
  srm: removeAll,
  trash: removeAll,
  'trash-put': removeAll,
  gio: ({ args }) => (/^(?:trash|remove)$/.test(args[0] ?? '') ? args.slice(1).map(remove) : []),
  mv: move,
  cp: copy,
  install: copy,
  scp: copy,
  ln: link,
  link,
  rsync,
  tee,
  dd,
  truncate: ({ args }) => readOptions(args, ['-s', '-r', '--size', '--reference']).operands.map(writeUnknown),
  sponge: writeAll,
  touch: ({ args }) =>
    readOptions(args, ['-d', '-r', '-t']).operands.map(target => ({
      kind: 'write',
      target,
      result: { kind: 'text', text: '', append: true },
    })),
  ed: writeAll,
  ex: writeAll,
  vi: editor,
  vim: editor,
  nvim: editor,
  nano: writeAll,
  emacs: writeAll,
  patch: call => [...writeAll(call), ...patched(call)],
  rename: removeAll,
  prename: removeAll,
  sd: writeAll,
  sed: inPlace(/^(?:-[nErsuz]*i|-I|--in-place)/),
  gsed: inPlace(/^(?:-[nErsuz]*i|--in-place)/),
  perl: inPlace(/^-[0-9A-Za-z]*i/),
  ruby: inPlace(/^-[0-9A-Za-z]*i/),
  gawk: inPlace(/^inplace$/),
  awk: inPlace(/^inplace$/),
  yq: inPlace(/^(?:-[A-Za-z]*i|--inplace|--in-place)/),
  curl: outputOption('-o', '--output'),
  wget: outputOption('-O', '--output-document'),
  sort: outputOption('-o', '--output'),
  chmod,
  chown,
  chgrp: chown,
  chattr: chown,
  setfacl: chown,
  sqlite3: sqlite,
  gzip: compress,
  bzip2: compress,
  xz: compress,
  zip: ({ args }) => (args.some(word => /^-[A-Za-z]*m/.test(word)) ? args.map(remove) : []),
  mount: ({ args }) => readOptions(args, ['-t', '-o']).operands.slice(-1).map(remove),
  script: ({ args }) =>
    readOptions(args, ['-c', '-t', '-T', '-O', '-I', '-B', '-m']).operands.slice(0, 1).map(writeUnknown),
  sudoedit: writeAll,
  git,
  tar: unpack,
  unzip: unpack,
  find,
};
