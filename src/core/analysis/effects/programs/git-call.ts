import { deep, type Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { type Arguments, hasOption, valuesOf } from '../arguments.ts';
import { read, type Use } from '../use.ts';

/** A call of git, with its words told apart. */
export interface GitCall {
  readonly verb: string;
  readonly given: Arguments;
  readonly args: readonly Word[];
  readonly operands: readonly Pattern[];
  /** What comes in through the standard input, by lines. */
  readonly lines: readonly Pattern[];
  /** The operands behind `--`; undefined where there is none. */
  readonly paths: readonly Pattern[] | undefined;
}

export type Verb = (call: GitCall) => Use[];

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

export function files(paths: readonly Pattern[], use: (path: Pattern) => Use): Use[] {
  return paths.flatMap(path => {
    const plain = pathspec(path);
    return plain === undefined ? [] : [use(plain)];
  });
}

/** A path that may be a folder stands for all in it. A name with an ending is a file. */
export function readAll(path: Pattern): Use {
  const mayBeFolder = /(?:^|\/)(?:\.{1,2}|\.?[^./]*|[^/]*\.d)\/*$/.test(path);
  return read(path, mayBeFolder ? { recursive: true } : {});
}

/** The paths of a list; with `--stdin` and the like the list is the input. */
export function listedPaths(given: Arguments, lines: readonly Pattern[]): Use[] {
  const lists = valuesOf(given, ['--pathspec-from-file']).map(({ pattern }) => pattern);
  const fed = lists.includes('-') || hasOption(given, ['--stdin', '--stdin-paths']);
  return [...lists.filter(path => path !== '-').map(path => read(path)), ...(fed ? files(lines, readAll) : [])];
}
