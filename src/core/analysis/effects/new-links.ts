import { resolveTarget } from '../path/target-path.ts';
import type { Pattern } from '../pattern.ts';
import type { Command, ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { hasOption, readArguments, valuesOf } from './arguments.ts';
import type { FileEffect } from './effect.ts';

interface Link {
  /** The command that makes it, by its place in the reading's list. */
  readonly command: number;
  readonly from: Pattern;
  readonly to: Pattern;
  /** Set where what is there is the folder itself, and not a link that can be deleted alone. */
  readonly mounted: boolean;
}

/** What a command links, as written: the name first, then what it leads to. */
interface Made {
  readonly pairs: readonly (readonly [name: Pattern, to: Pattern])[];
  /** Set where what it leads to is seen from the working folder, not from the link's. */
  readonly fromHere?: boolean;
  readonly mounted?: boolean;
}

/** The most links of one text that are followed. */
const mostLinks = 16;

const lnValued = new Set(['-S', '--suffix', '-t', '--target-directory', '--backup']);
const mountValued = new Set('-o -t -O -L -U --options --types'.split(' '));

/** Programs that make one place another's: as a link, or as a mount. */
const makers: Readonly<Record<string, (command: Command) => Made | undefined>> = {
  ln: command => linked(command, ['-s', '--symbolic'], ['-r', '--relative']),
  gln: command => linked(command, ['-s', '--symbolic'], ['-r', '--relative']),
  cp: command => linked(command, ['-s', '--symbolic-link', '-l', '--link'], ['-l', '--link']),
  gcp: command => linked(command, ['-s', '--symbolic-link', '-l', '--link'], ['-l', '--link']),
  mount: command => {
    const given = readArguments(command.words.slice(1), mountValued);
    const binds = valuesOf(given, ['-o', '--options']).some(({ pattern }) => /(?:^|,)r?bind(?:,|$)/.test(pattern));
    if (!binds && !hasOption(given, ['--bind', '--rbind', '-B', '-R'])) return undefined;
    return { ...pairOf(given.operands.map(({ pattern }) => pattern)), mounted: true };
  },
  bindfs: ({ words }) => ({
    ...pairOf(readArguments(words.slice(1), mountValued).operands.map(({ pattern }) => pattern)),
    mounted: true,
  }),
  mklink: ({ words }) => {
    const [name, to] = words.slice(1).flatMap(({ pattern }) => (/^\/[a-z]$/i.test(pattern) ? [] : [pattern]));
    return pairOf([to ?? '', name ?? '']);
  },
};

function pairOf([to = '', name = '']: readonly Pattern[]): Made {
  return { pairs: to === '' || name === '' ? [] : [[name, to]], fromHere: true };
}

function linked({ words }: Command, wanted: readonly string[], fromHere: readonly string[]): Made | undefined {
  const given = readArguments(words.slice(1), lnValued);
  if (!hasOption(given, wanted)) return undefined;
  const operands = given.operands.map(({ pattern }) => pattern);
  const folder = valuesOf(given, ['-t', '--target-directory'])[0]?.pattern;
  const targets = folder === undefined && operands.length > 1 ? operands.slice(0, -1) : operands;
  const place = folder ?? (operands.length > 1 ? operands.at(-1) : undefined);
  const pairs = targets.flatMap((target): [Pattern, Pattern][] => {
    const last = target.replace(/\/+$/, '').split('/').at(-1) ?? '';
    return place === undefined
      ? [[last, target]]
      : [
          [place, target],
          [`${place}/${last}`, target],
        ];
  });
  return { pairs, fromHere: hasOption(given, fromHere) };
}

/** The links that a text itself makes, rooted: what lies behind them cannot be seen on the disk yet. */
export function linksOf({ commands }: ShellReading, surroundings: Surroundings): readonly Link[] {
  const links: Link[] = [];
  commands.forEach((command, index) => {
    const { program = '', cwd } = command;
    const make = Object.hasOwn(makers, program) ? makers[program] : undefined;
    const made = make?.(command);
    if (made === undefined || links.length >= mostLinks) return;
    const [first] = made.pairs;
    for (const [name, to] of made.pairs) {
      const from = resolveTarget(cwd, name, surroundings);
      // The link may also come to lie in a folder of that name; then it leads to the same place.
      const own = first === undefined ? from : resolveTarget(cwd, first[0], surroundings);
      const folder = made.fromHere === true ? cwd : own.slice(0, own.lastIndexOf('/')) || '/';
      const target = resolveTarget(folder, to, surroundings);
      links.push({ command: index, from, to: target, mounted: made.mounted === true });
    }
  });
  return links.slice(0, mostLinks);
}

/** The effects that go through such a link, where they really happen. To delete the link itself leaves alone what is behind it. */
export function behindNewLinks(files: readonly FileEffect[], links: readonly Link[]): FileEffect[] {
  if (links.length === 0) return [];
  return files.flatMap(effect =>
    links.flatMap(({ from, to, mounted }): FileEffect[] => {
      const below = effect.path.startsWith(`${from}/`);
      const enters = effect.kind !== 'delete' || effect.many === true || effect.enters === true || mounted;
      if (!below && !(effect.path === from && enters)) return [];
      const path = `${to === '/' ? '' : to}${effect.path.slice(from.length)}` || '/';
      return [{ ...effect, path }];
    }),
  );
}
