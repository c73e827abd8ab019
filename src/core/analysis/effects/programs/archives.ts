import { star } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { hasOption, readArguments, valuesOf } from '../arguments.ts';
import { program } from '../program.ts';
import { type Describe, entries, read, remove, type Use, write } from '../use.ts';

const tarValued = new Set(
  '-f --file -C --directory -X --exclude-from -T --files-from --exclude -b --transform --xform -I --use-compress-program --owner --group --mode --mtime -N --newer -g --listed-incremental --strip-components -L -V --format --sort --checkpoint-action --to-command --warning'.split(
    ' ',
  ),
);

/** `tar czf x.tgz dir`: the letters may stand without a dash; values then follow in their order. */
function tarWords(args: readonly Word[]): Word[] {
  const [first, ...rest] = args;
  if (first === undefined || first.pattern.startsWith('-') || !/^[A-Za-z]+$/.test(first.pattern)) return [...args];
  const words: Word[] = [];
  let at = 0;
  for (const letter of first.pattern) {
    words.push({ pattern: `-${letter}` });
    if (!tarValued.has(`-${letter}`)) continue;
    const value = rest[at++];
    if (value !== undefined) words.push(value);
  }
  return [...words, ...rest.slice(at)];
}

const tar: Describe = ({ args }) => {
  const given = readArguments(tarWords(args), tarValued);
  const [archive] = valuesOf(given, ['-f', '--file']);
  const folder = valuesOf(given, ['-C', '--directory']).at(-1)?.pattern;
  const inFolder = (path: string): string => (folder === undefined || /^[/~]/.test(path) ? path : `${folder}/${path}`);
  const file = archive === undefined || archive.pattern === '-' ? undefined : archive.pattern;
  const lists = valuesOf(given, ['-T', '--files-from', '-X', '--exclude-from']).map(({ pattern }) => read(pattern));
  const members = given.operands.map(({ pattern }) => inFolder(pattern));
  if (hasOption(given, ['-x', '--extract', '--get'])) {
    return [...(file === undefined ? [] : [read(file)]), ...(folder === undefined ? [] : [write(`${folder}/${star}`)])];
  }
  if (hasOption(given, ['-t', '--list', '-d', '--compare'])) return file === undefined ? [] : [read(file)];
  if (!hasOption(given, ['-c', '--create', '-r', '--append', '-u', '--update'])) return lists;
  return [
    ...members.map(path => read(path, { recursive: true })),
    ...lists,
    ...(hasOption(given, ['--remove-files']) ? members.map(path => remove(path, { recursive: true })) : []),
    ...(file === undefined ? [] : [write(file)]),
  ];
};

const zip: Describe = ({ args }) => {
  const given = readArguments(
    args,
    new Set('-b -n -P -t -tt -x -i -s -O --out --password --exclude --include'.split(' ')),
  );
  const [archive, ...members] = given.operands.map(({ pattern }) => pattern);
  const deep = hasOption(given, ['-r', '-R', '--recurse-paths']) ? { recursive: true } : {};
  const moves = hasOption(given, ['-m', '--move']);
  return [
    ...members.map(path => read(path, deep)),
    ...(moves ? members.map(path => remove(path, deep)) : []),
    ...(archive === undefined || archive === '-' ? [] : [write(archive)]),
  ];
};

const unzip: Describe = ({ args }) => {
  const given = readArguments(args, new Set(['-d', '-x', '-P']));
  const folder = valuesOf(given, ['-d'])[0]?.pattern;
  const archive = given.operands[0]?.pattern;
  return [
    ...(archive === undefined ? [] : [read(archive)]),
    ...(folder === undefined ? [] : [write(`${folder}/${star}`)]),
  ];
};

const sevenZip: Describe = ({ args }) => {
  const [verb = '', archive, ...members] = readArguments(args).operands.map(({ pattern }) => pattern);
  if (archive === undefined) return [];
  if (!/^[aud]$/.test(verb)) return [read(archive)];
  return [...members.map(path => read(path, { recursive: true })), write(archive)];
};

/** Packers put their result in the place of the file. */
const compress: Describe = ({ args, name }) => {
  const given = readArguments(args, new Set('-S --suffix -T --threads -o --output -M'.split(' ')));
  const files = given.operands.map(({ pattern }) => pattern).filter(path => path !== '-');
  const keeps =
    name.includes('zstd') || name === 'lz4' ? !hasOption(given, ['--rm']) : hasOption(given, ['-k', '--keep']);
  const shows = hasOption(given, ['-c', '--stdout', '--to-stdout', '-t', '--test', '-l', '--list']);
  const deep = hasOption(given, ['-r', '--recursive']) ? { recursive: true } : {};
  const uses: Use[] = files.map(path => read(path, deep));
  const outputs = valuesOf(given, ['-o', '--output']).map(({ pattern }) => write(pattern));
  if (shows) return [...uses, ...outputs];
  // The packed file takes the place of the plain one: nothing is lost, but the name is.
  return [...uses, ...outputs, ...(keeps ? [] : files.map(path => write(path, deep)))];
};

const ar: Describe = ({ args }) => {
  const [, archive, ...members] = readArguments(args).operands.map(({ pattern }) => pattern);
  return [...members.map(path => read(path)), ...(archive === undefined ? [] : [write(archive)])];
};

export const archives: Readonly<Record<string, Describe>> = {
  ...entries('tar gtar bsdtar star', tar),
  ...entries('zip', zip),
  ...entries('unzip bsdunzip funzip zipinfo', unzip),
  ...entries('7z 7za 7zr 7zz rar', sevenZip),
  ...entries('unrar', program({ operands: 'read', data: 1 })),
  ...entries(
    'gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 brotli compress uncompress pigz pbzip2 lzip lzop',
    compress,
  ),
  ...entries('ar', ar),
  ...entries('cpio pax', program({ reads: '-F -I --file', writes: '-O' })),
  ...entries(
    'restic borg duplicity',
    program({ operands: 'read', data: 1, recursive: true, valued: '-r --repo --tag --exclude' }),
  ),
  ...entries('mksquashfs genisoimage mkisofs', program({ operands: 'read', recursive: true, writes: '-o' })),
  ...entries('qrencode', program({ reads: '-r --read-from', writes: '-o --output' })),
};
