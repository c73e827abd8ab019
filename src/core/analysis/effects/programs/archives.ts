import type { Word } from '../../shell/reading.ts';
import { hasOption, readArguments, valuesOf } from '../arguments.ts';
import { linesOf, listed } from '../input-lists.ts';
import { program } from '../program.ts';
import { type Describe, entries, fill, read, remove, type Use, write } from '../use.ts';

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

const tar: Describe = ({ args, command }) => {
  const given = readArguments(tarWords(args), tarValued);
  const [archive] = valuesOf(given, ['-f', '--file']);
  const folder = valuesOf(given, ['-C', '--directory']).at(-1)?.pattern;
  const inFolder = (path: string): string => (folder === undefined || /^[/~]/.test(path) ? path : `${folder}/${path}`);
  const file = archive === undefined || archive.pattern === '-' ? undefined : archive.pattern;
  const lists = listed(command, valuesOf(given, ['-T', '--files-from'])).map(use => ({
    ...use,
    path: inFolder(use.path),
  }));
  lists.push(...valuesOf(given, ['-X', '--exclude-from']).map(({ pattern }) => read(pattern)));
  const members = given.operands.map(({ pattern }) => inFolder(pattern));
  if (hasOption(given, ['-x', '--extract', '--get'])) {
    const shown = hasOption(given, ['-O', '--to-stdout', '--to-command']);
    const anywhere = hasOption(given, ['-P', '--absolute-names', '--absolute-paths']);
    const filled = anywhere ? '/' : (folder ?? '.');
    return [...(file === undefined ? [] : [read(file)]), ...(shown ? [] : [fill(filled)])];
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

const zip: Describe = ({ args, command }) => {
  const given = readArguments(
    args,
    new Set('-b -n -P -t -tt -x -i -s -O --out --password --exclude --include'.split(' ')),
  );
  const [archive, ...members] = given.operands.map(({ pattern }) => pattern);
  const deep = hasOption(given, ['-r', '-R', '--recurse-paths']) ? { recursive: true } : {};
  const moves = hasOption(given, ['-m', '--move']);
  return [
    ...members.map(path => read(path, deep)),
    ...(hasOption(given, ['-@', '--names-stdin']) ? linesOf(command).map(path => read(path)) : []),
    ...(moves ? members.map(path => remove(path, deep)) : []),
    ...(archive === undefined || archive === '-' ? [] : [write(archive)]),
  ];
};

const unzip: Describe = ({ args, name }) => {
  const given = readArguments(args, new Set(['-d', '-x', '-P']));
  const folder = valuesOf(given, ['-d'])[0]?.pattern ?? '.';
  const archive = given.operands[0]?.pattern;
  const shows = name !== 'unzip' || hasOption(given, ['-l', '-t', '-p', '-c', '-v', '-z', '-Z']);
  return archive === undefined ? [] : [read(archive), ...(shows ? [] : [fill(folder)])];
};

const sevenZip: Describe = ({ args }) => {
  const [verb = '', archive, ...members] = readArguments(args).operands.map(({ pattern }) => pattern);
  if (archive === undefined) return [];
  if (!/^[aud]$/.test(verb)) {
    const folder = args.find(({ pattern }) => /^-o./.test(pattern))?.pattern.slice(2) ?? '.';
    return [read(archive), ...(/^[xe]$/.test(verb) ? [fill(folder)] : [])];
  }
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

const cpioValued = new Set('-C -E -F -H -I -M -O -R -D -f -s -x --file --format --directory --owner'.split(' '));

/** What is packed by `-o` stands in its input, one name on a line; `-p` copies to a folder. */
const packed: Describe = ({ args, command }) => {
  const given = readArguments(args, cpioValued);
  const value = (names: readonly string[]): string[] => valuesOf(given, names).map(({ pattern }) => pattern);
  const folder = value(['-D', '--directory'])[0] ?? '.';
  const copies = hasOption(given, ['-p', '--pass-through']) ? given.operands.at(-1)?.pattern : undefined;
  const unpacks = hasOption(given, ['-i', '--extract', '-r']) && !hasOption(given, ['-t', '--list']);
  return [
    ...value(['-F', '-I', '--file']).map(path => read(path)),
    ...value(['-O']).map(path => write(path)),
    ...(unpacks ? [fill(folder)] : linesOf(command).map(path => read(path))),
    ...(copies === undefined ? [] : [fill(copies)]),
  ];
};

const unpackerValued = new Set('-o -output-directory -d -dest --directory -p -password'.split(' '));

export const archives: Readonly<Record<string, Describe>> = {
  ...entries('tar gtar bsdtar star', tar),
  ...entries('zip', zip),
  ...entries('unzip bsdunzip funzip zipinfo', unzip),
  ...entries('7z 7za 7zr 7zz rar', sevenZip),
  ...entries('unrar', ({ args }) => {
    const [verb = '', archive = '', ...rest] = readArguments(args).operands.map(({ pattern }) => pattern);
    return [read(archive), ...(/^[xe]$/.test(verb) ? [fill(rest.findLast(path => path.endsWith('/')) ?? '.')] : [])];
  }),
  ...entries(
    'gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 brotli compress uncompress pigz pbzip2 lzip lzop',
    compress,
  ),
  ...entries('ar', ar),
  ...entries('cpio pax', packed),
  ...entries('jar', ({ args }) => (/^-?[a-z]*x/.test(args[0]?.pattern ?? '') ? [fill('.')] : [])),
  ...entries('unar unsquashfs cabextract', ({ args }) => {
    const given = readArguments(args, unpackerValued);
    const [folder] = valuesOf(given, ['-o', '-output-directory', '-d', '-dest', '--directory']);
    return [...given.operands.map(({ pattern }) => read(pattern)), fill(folder?.pattern ?? '.')];
  }),
  ...entries('dpkg dpkg-deb', ({ args }) => {
    const at = args.findIndex(({ pattern }) => /^(?:-[xXR]|--extract|--vextract|--raw-extract)$/.test(pattern));
    const folder = args[at + 2]?.pattern;
    return at === -1 || folder === undefined ? [] : [fill(folder)];
  }),
  ...entries(
    'restic borg duplicity',
    program({ operands: 'read', data: 1, recursive: true, valued: '-r --repo --tag --exclude' }),
  ),
  ...entries('mksquashfs genisoimage mkisofs', program({ operands: 'read', recursive: true, writes: '-o' })),
  ...entries('qrencode', program({ reads: '-r --read-from', writes: '-o --output' })),
};
