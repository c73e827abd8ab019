import { nameOf } from '../path-text.ts';
import { anything, isOpen } from '../pattern.ts';
import type { Out } from './context.ts';
import { clonedMark, contentOf } from './files.ts';
import type { Invocation } from './invocation.ts';
import { hasOption, readAll, readLeading, valuesOf } from './options.ts';
import { keepText } from './redirections.ts';
import { type Field, open, origin, type Text } from './text.ts';

/** Remembers what programs write into files, so that it is known when these are run. */
export function keepWrittenFiles(invocation: Invocation, out: Out): void {
  const keep = Object.hasOwn(writers, invocation.name) ? writers[invocation.name] : undefined;
  keep?.(invocation, out);
}

type Keep = (invocation: Invocation, out: Out) => void;

function write({ reader, state }: Invocation, target: string, texts: readonly Text[], append = false): void {
  if (target !== '' && target !== '-') keepText(target, texts, append, reader, state);
}

/** The name under which what an address leads to is kept. */
function nameOfAddress(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  const name = nameOf(path);
  return isOpen(name) && name.includes(anything) && name.length === 1 ? anything : name;
}

const curl: Keep = invocation => {
  const valued = [
    '-o',
    '--output',
    '-H',
    '--header',
    '-d',
    '--data',
    '-X',
    '--request',
    '-u',
    '--user',
    '-A',
    '-e',
    '-b',
    '-c',
    '-F',
    '-T',
    '-m',
    '-x',
    '-w',
    '-D',
    '-E',
    '-K',
    '-r',
    '-y',
    '-Y',
    '-z',
    '-C',
    '--output-dir',
    '--url',
    '--connect-timeout',
    '--max-time',
    '--retry',
    '--data-binary',
    '--data-raw',
    '--cacert',
    '--cert',
    '--key',
  ];
  const { options, operands } = readAll(invocation.args, { valued });
  const downloaded = [open(origin.download, invocation.places)];
  const [folder] = valuesOf(options, '--output-dir');
  const inside = (name: string): string => (folder === undefined ? name : `${folder.pattern}/${name}`);
  for (const { pattern } of valuesOf(options, '-o', '--output')) write(invocation, inside(pattern), downloaded);
  if (hasOption(options, '-O', '--remote-name', '--remote-name-all'))
    for (const { pattern } of operands) write(invocation, inside(nameOfAddress(pattern)), downloaded);
};

const wget: Keep = invocation => {
  const { options, operands } = readAll(invocation.args, {
    valued: [
      '-O',
      '--output-document',
      '-P',
      '--directory-prefix',
      '-o',
      '-a',
      '-e',
      '-T',
      '-t',
      '-U',
      '--header',
      '-i',
      '-l',
      '-Q',
      '-w',
      '-B',
      '-A',
      '-R',
      '-D',
    ],
  });
  const downloaded = [open(origin.download, invocation.places)];
  const [named] = valuesOf(options, '-O', '--output-document');
  const [folder] = valuesOf(options, '-P', '--directory-prefix');
  if (named !== undefined) write(invocation, named.pattern, downloaded);
  else
    for (const { pattern } of operands)
      write(invocation, `${folder === undefined ? '' : `${folder.pattern}/`}${nameOfAddress(pattern)}`, downloaded);
};

const aria: Keep = invocation => {
  const { options, operands } = readAll(invocation.args, { valued: ['-o', '--out', '-d', '--dir', '-x', '-s', '-j'] });
  const [named] = valuesOf(options, '-o', '--out');
  const downloaded = [open(origin.download, invocation.places)];
  if (named !== undefined) write(invocation, named.pattern, downloaded);
  else for (const { pattern } of operands) write(invocation, nameOfAddress(pattern), downloaded);
};

const tee: Keep = (invocation, out) => {
  const { options, operands } = readAll(invocation.args, {});
  for (const { pattern } of operands) write(invocation, pattern, out.texts, hasOption(options, '-a', '--append'));
};

const dd: Keep = (invocation, out) => {
  const source = invocation.args.find(({ pattern }) => pattern.startsWith('if='));
  const texts =
    source === undefined
      ? invocation.context.input.texts
      : contentOf(invocation.reader, { ...source, pattern: source.pattern.slice(3) }, invocation.state);
  void out;
  for (const { pattern } of invocation.args) if (pattern.startsWith('of=')) write(invocation, pattern.slice(3), texts);
};

/** Copies keep what is known of the source; one from another machine is a download. */
const copy: Keep = invocation => {
  const { name, args, reader, state } = invocation;
  const { options, operands } = readAll(args, {
    valued: [
      '-t',
      '--target-directory',
      '-m',
      '--mode',
      '-o',
      '-g',
      '-S',
      '-e',
      '-P',
      '-i',
      '-l',
      '-F',
      '-J',
      '--exclude',
      '--include',
    ].filter(
      option =>
        !(option === '-l' && name === 'ln') &&
        !(option === '-i' && name !== 'scp') &&
        !(option === '-P' && name !== 'scp'),
    ),
  });
  const [named] = valuesOf(options, '-t', '--target-directory');
  const target = named ?? operands.at(-1);
  const sources = named === undefined ? operands.slice(0, -1) : operands;
  if (target === undefined) return;
  for (const source of sources.slice(0, 64)) {
    const isRemote = (name === 'scp' || name === 'rsync') && /^[^/]+:/.test(source.pattern);
    const texts = isRemote ? [open(origin.download, invocation.places)] : contentOf(reader, source, state);
    // Nothing is gained by remembering files that lie where they may be run anyway.
    if (texts.every(text => (text.origin & ~origin.project) === 0 && isOpen(text.pattern))) continue;
    keepCopy(
      invocation,
      isRemote ? { ...source, pattern: source.pattern.replace(/^[^/]+:/, '') } : source,
      target,
      texts.map(text => ({ pattern: text.pattern, origin: text.origin, commands: text.commands })),
    );
  }
};

function keepCopy(invocation: Invocation, source: Field, target: Field, texts: readonly Text[]): void {
  if (!target.pattern.endsWith('/') && !/^\.{1,2}$/.test(target.pattern)) write(invocation, target.pattern, texts);
  write(invocation, `${target.pattern.replace(/\/+$/, '')}/${nameOf(source.pattern)}`, texts);
}

/** What is changed in place is no longer known. */
const inPlace: Keep = invocation => {
  if (!invocation.args.some(({ pattern }) => /^-[a-zA-Z]*i/.test(pattern) || pattern.startsWith('--in-place'))) return;
  for (const { pattern } of invocation.args) {
    if (pattern.startsWith('-')) continue;
    for (const cwd of invocation.state.cwds) {
      const path = pattern.startsWith('/') ? pattern : `${cwd}/${pattern}`;
      if (invocation.state.files.get(path) !== undefined)
        write(invocation, pattern, [open(origin.decoded, invocation.places)]);
    }
  }
};

/** What is cloned comes from strangers; git's own file stands for the whole folder. */
const git: Keep = invocation => {
  const { rest } = readLeading(invocation.args, { valued: ['-c', '-C', '--git-dir', '--work-tree', '--namespace'] });
  if (rest[0]?.pattern !== 'clone') return;
  const { operands } = readAll(rest.slice(1), {
    valued: ['-b', '--branch', '-c', '--config', '--depth', '-j', '--jobs', '-o', '--origin', '--filter', '-u'],
  });
  const [address, folder] = operands;
  if (address === undefined || !/^[^./]|:/.test(address.pattern)) return;
  const name = folder?.pattern ?? nameOf(address.pattern.replace(/\/+$/, '')).replace(/^.*:|\.git$/g, '');
  if (!isOpen(name)) write(invocation, `${name}/${clonedMark}`, [open(origin.file, invocation.places)]);
};

const outputOption: Keep = invocation => {
  const { options } = readAll(invocation.args, { valued: ['-o', '-out', '--output', '-d', '-in'] });
  for (const { pattern } of valuesOf(options, '-o', '-out', '--output'))
    write(invocation, pattern, [open(origin.decoded, invocation.places)]);
};

const writers: Readonly<Record<string, Keep>> = {
  curl,
  git,
  wget,
  wget2: wget,
  aria2c: aria,
  tee,
  dd,
  cp: copy,
  mv: copy,
  ln: copy,
  install: copy,
  scp: copy,
  rsync: copy,
  sed: inPlace,
  gsed: inPlace,
  perl: inPlace,
  openssl: outputOption,
  gpg: outputOption,
  base64: outputOption,
};
