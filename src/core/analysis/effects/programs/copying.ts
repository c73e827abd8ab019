import { compilePlace, isWithin } from '../../path/place.ts';
import { isUnknownStart, resolveTarget } from '../../path/target-path.ts';
import { isOpen, type Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { type Arguments, hasOption, readArguments, valuesOf } from '../arguments.ts';
import { type Call, type Describe, entries, fill, type NetworkUse, read, remove, type Use, write } from '../use.ts';

interface Transfer {
  readonly given: Arguments;
  readonly sources: readonly Pattern[];
  readonly target: Pattern | undefined;
}

const copyOptions = new Set(
  '-t --target-directory -S --suffix -m --mode -o --owner -g --group --backup-dir -Z --strip-program'.split(' '),
);

/** Sources and the target, which is the last operand or an option's value. */
function readTransfer(args: readonly Word[], valued: ReadonlySet<string> = copyOptions): Transfer {
  const given = readArguments(args, valued);
  const named = valuesOf(given, ['-t', '--target-directory'])[0]?.pattern;
  const operands = given.operands.map(({ pattern }) => pattern);
  if (named !== undefined || operands.length < 2) return { given, sources: operands, target: named };
  return { given, sources: operands.slice(0, -1), target: operands.at(-1) };
}

const deepCopy = ['-r', '-R', '-a', '--recursive', '--archive', '-Recurse'];

const copy: Describe = ({ args }) => {
  const { given, sources, target } = readTransfer(args);
  const deep = hasOption(given, deepCopy);
  const more = deep ? { recursive: true } : {};
  const whole = deep && (hasOption(given, ['-T', '--no-target-directory']) || sources.some(isContents));
  return [
    ...sources.map(source => read(source, more)),
    ...arrivals(sources, target),
    ...(whole && target !== undefined ? [fill(target)] : []),
  ];
};

/** `dir/.` stands for what lies in it. */
function isContents(source: Pattern): boolean {
  return /(?:^|\/)\.{1,2}\/?$/.test(source);
}

/** Where copies come to lie: the target itself, or in it by their own names. */
function arrivals(sources: readonly Pattern[], target: Pattern | undefined): Use[] {
  if (target === undefined) return [];
  const names = sources
    .map(source => source.replace(/\/+$/, ''))
    .map(source => source.slice(source.lastIndexOf('/') + 1));
  const inside = names
    .filter(name => name !== '' && name !== '.' && name !== '..')
    .map(name => write(`${target}/${name}`));
  if (isSpecial(target)) return [write(target)];
  return /\/\.?$/.test(target) ? inside : [write(target), ...inside];
}

function isSpecial(path: Pattern): boolean {
  return path.startsWith('/dev/');
}

/** A move takes the source away, unless it only gets another name in the project. */
const move: Describe = call => {
  const { sources, target } = readTransfer(call.args);
  return sources.flatMap(source => [
    read(source, { recursive: true }),
    ...(isKept(call, source, target) ? [] : [remove(source, { recursive: true })]),
    ...(target === '/dev/null' ? [] : arrivals([source], target)),
  ]);
};

/** What nobody can name is not lost when it is moved. */
function isKept({ command, surroundings }: Call, source: Pattern, target: Pattern | undefined): boolean {
  if (target === '/dev/null') return false;
  if (isUnknownStart(resolveTarget(command.cwd, source, surroundings))) return true;
  const project = [compilePlace('./**', surroundings)];
  return [source, target ?? '/'].every((path, at) => {
    const whole = resolveTarget(command.cwd, path, surroundings);
    if (at === 1 && whole === surroundings.project) return true;
    return isWithin({ path: whole }, project) === 'inside';
  });
}

/** What a link leads to can be read by the link's name. */
const link: Describe = ({ args }) => {
  const { given, sources, target } = readTransfer(args);
  const replaces = hasOption(given, ['-f', '--force']);
  const name = target ?? '.';
  const placed = target === undefined ? arrivals(sources, '.').slice(1) : arrivals(sources, name);
  return [...sources.map(source => read(source)), ...(replaces || target !== undefined ? placed : [])];
};

/** A remote place of `scp` and `rsync`: `host:path`, `user@host:path`, `rsync://…`. */
function hostOf(place: Pattern): Pattern | undefined {
  const url = /^(?:rsync|scp|sftp):\/\/([^/]*)/.exec(place)?.[1];
  if (url !== undefined) return url.replace(/^[^@]*@/, '');
  const found = /^([^/:]{2,}|\[[^\]]*\]):/.exec(place)?.[1];
  return found?.replace(/^[^@]*@/, '');
}

function sent(host: Pattern, files: readonly Pattern[]): NetworkUse {
  return files.length === 0 ? { does: 'talk', address: host } : { does: 'talk', address: host, files, transfer: true };
}

const rsyncValued = new Set(
  '-e --rsh --exclude --include -f --filter --rsync-path --bwlimit --port --timeout --chmod --chown --log-file-format --out-format -B --block-size --max-size --min-size --partial-dir --backup-dir --compare-dest --copy-dest --link-dest --suffix -T --temp-dir --info --debug --files-from --exclude-from --include-from --password-file --log-file -M'.split(
    ' ',
  ),
);

const rsync: Describe = ({ args }) => {
  const { given, sources, target } = readTransfer(args, rsyncValued);
  if (target === undefined || hasOption(given, ['-n', '--dry-run', '--list-only'])) return [];
  const deep = hasOption(given, ['-a', '-r', '--archive', '--recursive', '--files-from']) ? { recursive: true } : {};
  const local = sources.filter(source => hostOf(source) === undefined);
  const to = hostOf(target);
  const from = sources.map(hostOf).find(host => host !== undefined);
  const deletes = given.options.some(({ name }) => /^--del(?:ete.*)?$/.test(name));
  return [
    ...local.map(source => read(source, deep)),
    ...valuesOf(given, ['--files-from', '--exclude-from', '--include-from']).map(({ pattern }) => read(pattern)),
    ...(hasOption(given, ['--remove-source-files'])
      ? local.map(source => remove(source, { ...deep, many: true }))
      : []),
    ...(to === undefined ? received(sources, target) : [sent(to, local)]),
    ...(to === undefined && deletes ? [remove(target, { recursive: true, many: true })] : []),
    ...(from === undefined ? [] : [sent(from, [])]),
  ];
};

/** A source that ends with a separator stands for what lies in it. */
function received(sources: readonly Pattern[], target: Pattern): Use[] {
  return sources.some(source => source.endsWith('/') || isContents(source)) ? [fill(target)] : [write(target)];
}

const scpValued = new Set('-c -F -i -J -l -o -P -S -D -X'.split(' '));

const scp: Describe = ({ args }) => {
  const { given, sources, target } = readTransfer(args, scpValued);
  if (target === undefined) return [];
  const deep = hasOption(given, ['-r']) ? { recursive: true } : {};
  const local = sources.filter(source => hostOf(source) === undefined);
  const to = hostOf(target);
  const from = sources.map(hostOf).find(host => host !== undefined);
  return [
    ...local.map(source => read(source, deep)),
    ...(to === undefined
      ? arrivals(
          sources.map(source => source.replace(/^[^/:]*:/, '')),
          target,
        )
      : [sent(to, local)]),
    ...(from === undefined ? [] : [sent(from, [])]),
  ];
};

/** What a batch of `sftp` or `ftp` sends stands in its input. */
const batch: Describe = ({ args, command }) => {
  const given = readArguments(args, new Set('-b -B -c -D -F -i -J -l -o -P -R -S -s -u -p -e'.split(' ')));
  const host =
    given.operands[0]?.pattern
      .replace(/^s?ftp:\/\//, '')
      .replace(/^[^@]*@/, '')
      .replace(/[:/].*$/, '') ?? '';
  const script = [command.input.text ?? '', ...valuesOf(given, ['-e', '-c']).map(({ pattern }) => pattern)].join('\n');
  const files = [...script.matchAll(/^[\s;]*(?:m?put|send|append|mirror -R)\s+(?:-\w+\s+)*(\S+)/gm)].map(
    ([, file = '']) => file,
  );
  const batches = valuesOf(given, ['-b']).flatMap(({ pattern }) => (pattern === '-' ? [] : [pattern]));
  return [...[...files, ...batches].map(file => read(file, { recursive: true })), sent(host, files)];
};

const dd: Describe = ({ args }) =>
  args.flatMap(({ pattern }) => {
    if (pattern.startsWith('if=')) return [read(pattern.slice(3))];
    return pattern.startsWith('of=') ? [write(pattern.slice(3))] : [];
  });

const tee: Describe = ({ args }) => readArguments(args).operands.map(({ pattern }) => write(pattern));

const install: Describe = call => {
  const given = readArguments(call.args, copyOptions);
  return hasOption(given, ['-d', '--directory']) ? [] : copy(call);
};

/** `rename 's/a/b/' files` gives them other names. */
const rename: Describe = ({ args }) => {
  const { operands } = readArguments(args);
  const files = operands.filter(({ pattern }, at) => at > 0 && !/^[sy]\//.test(pattern));
  return files.flatMap(({ pattern }) => [read(pattern), ...(isOpen(pattern) ? [] : [write(pattern)])]);
};

export const copying: Readonly<Record<string, Describe>> = {
  ...entries('cp gcp xcp copy', copy),
  ...entries('mv gmv', move),
  ...entries('ln gln link', link),
  ...entries('install ginstall', install),
  ...entries('ditto', call => copy({ ...call, args: [{ pattern: '-r' }, ...call.args] })),
  ...entries('rsync', rsync),
  ...entries('scp pscp', scp),
  ...entries('sftp ftp lftp psftp', batch),
  ...entries('dd dcfldd ddrescue', dd),
  ...entries('tee', tee),
  ...entries('rename prename', rename),
};
