import { anything, deep, type Pattern } from '../pattern.ts';
import type { Invocation } from './invocation.ts';
import { hasOption, readAll } from './options.ts';
import { plain, type Text } from './text.ts';

/** A program that prints the paths of files below folders. */
interface Lister {
  /** Options in whose presence it prints paths; absent where it always does. */
  readonly by?: readonly string[];
  /** How many operands in front of the folders are no folders. */
  readonly data: number;
  readonly valued: readonly string[];
  /** Whether it prints all there is, or only some of it. */
  readonly all: (operands: readonly Pattern[], has: (...names: string[]) => boolean) => boolean;
}

const words = (text: string): readonly string[] => text.split(' ');
const never = (): boolean => false;

const searcherValues = words(
  '-e -g -t -T -m -A -B -C -j -f --glob --iglob --type --type-not --max-depth --sort --regexp --file',
);
const lists: Lister = {
  by: words('-l -L --files-with-matches --files-without-match'),
  data: 1,
  valued: searcherValues,
  all: never,
};
const fd: Lister = {
  data: 1,
  valued: words(
    '-e -t -d -E -c -j -S -o --extension --type --max-depth --min-depth --exclude --color --size --owner --changed-within --changed-before',
  ),
  all: ([pattern], has) =>
    (pattern === undefined || pattern === '.') &&
    !has('-e', '--extension', '-S', '--size', '--changed-within', '--changed-before'),
};
const walker = (by: readonly string[], valued: string): Lister => ({
  by,
  data: 0,
  valued: words(valued),
  all: () => true,
});

const listers: Readonly<Record<string, readonly Lister[]>> = {
  rg: [
    {
      by: ['--files'],
      data: 0,
      valued: searcherValues,
      all: (_, has) => !has('-g', '-t', '-T', '--glob', '--iglob', '--type'),
    },
    lists,
  ],
  ag: [lists],
  ack: [lists],
  fd: [fd],
  fdfind: [fd],
  tree: [walker(['-f'], '-L -P -I -o')],
};

/**
 * The paths that a search prints: of all there is below its folders, or of some of it.
 * @returns undefined where it prints something else
 */
export function printPaths({ name, args }: Invocation): readonly Text[] | undefined {
  for (const { by, data, valued, all } of Object.hasOwn(listers, name) ? (listers[name] ?? []) : []) {
    const { options, operands } = readAll(args, { valued });
    const has = (...names: string[]): boolean => hasOption(options, ...names);
    if (by !== undefined && !has(...by)) continue;
    if (has('-x', '-X', '--exec', '--exec-batch')) return undefined;
    const given = operands.map(({ pattern }) => pattern);
    const folders = given.slice(data);
    const below = all(given, has) ? deep : `${deep}/${anything}`;
    const end = has('-0', '--null', '--print0') ? '\0' : '\n';
    return [plain((folders.length === 0 ? ['.'] : folders).map(folder => `${folder}/${below}${end}`).join(''))];
  }
  return undefined;
}

/** `locate`: files of the whole machine. */
export const printFound = (): readonly Text[] => [plain(`/${deep}/${anything}\n`)];
