import type { CompoundList, Function as ShellFunction } from 'unbash';
import { isRooted } from '../../analysis/path-text.ts';
import { anything, isOpen, type Pattern } from '../../analysis/pattern.ts';

/** What a shell knows at some point of a script, as far as it can be told without running it. */
export interface Scope {
  /** The working folder, rooted; `anything` once it is not known. */
  cwd: Pattern;
  readonly variables: Map<string, readonly Pattern[]>;
  readonly functions: Map<string, ShellFunction['body'] | CompoundList>;
  readonly aliases: Map<string, readonly Pattern[]>;
  /** Links that the script itself has made: what comes after writes through them. */
  readonly links: { readonly from: Pattern; readonly to: Pattern }[];
}

/** What does not change while a script is read. */
export interface ShellSurroundings {
  readonly home: string;
  readonly project: string;
  /** A variable of the environment in which the script would run. */
  readonly env: (name: string) => string | undefined;
}

export function createScope(cwd: Pattern): Scope {
  return { cwd, variables: new Map(), functions: new Map(), aliases: new Map(), links: [] };
}

/** The scope of a subshell: what happens there stays there, but for links, which are on the disk. */
export function subshell(scope: Scope): Scope {
  return {
    cwd: scope.cwd,
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
    links: scope.links,
  };
}

/** A word as a path, rooted where the working folder is known. */
export function rootPattern(pattern: Pattern, scope: Scope): Pattern {
  const path = isRooted(pattern) || pattern.startsWith(anything) ? pattern : `${scope.cwd}/${pattern}`;
  return throughLinks(normalizePattern(path), scope);
}

function normalizePattern(path: Pattern): Pattern {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const joined = kept.join('/');
  return path.startsWith(anything) ? joined : /^[A-Za-z]:$/.test(kept[0] ?? '') ? joined : `/${joined}`;
}

function throughLinks(path: Pattern, { links }: Scope): Pattern {
  let current = path;
  for (let hops = 0; hops < 8; hops++) {
    const link = links.find(({ from }) => !isOpen(from) && (current === from || current.startsWith(`${from}/`)));
    if (link === undefined) return current;
    current = link.to + current.slice(link.from.length);
  }
  return current;
}
