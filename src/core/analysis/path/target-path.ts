import { anything, deep, type Pattern } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';

/** What of the surroundings paths are seen from. */
export type PathView = Pick<Surroundings, 'home' | 'platform'>;

const drive = /^[A-Za-z]:(?=[\\/]|$)/;

/** Whether a path is written in the way of Windows, or is one because the platform is. */
export function isWindowsPath(path: Pattern, view: Pick<PathView, 'platform'>): boolean {
  return view.platform === 'windows' || drive.test(path) || path.startsWith('\\\\');
}

/** Whether a pattern starts at a root. One that starts with something open may, but need not. */
export function isRootedTarget(path: Pattern, view: Pick<PathView, 'platform'>): boolean {
  return path.startsWith('/') || drive.test(path) || (isWindowsPath(path, view) && path.startsWith('\\'));
}

/** What stands in front of a path that starts with `~`, `$HOME` spelled out; other users' homes are not known. */
export function expandHome(path: Pattern, view: PathView): Pattern {
  if (path === '~' || path.startsWith('~/') || (view.platform === 'windows' && path.startsWith('~\\'))) {
    return view.home + path.slice(1);
  }
  return path;
}

/**
 * A path as a list of names, its root first: the empty text, or a drive such as `c:`. `.`, `..` and doubled separators are gone.
 * Where the start is not known, the first name is {anything}.
 */
export function splitTarget(path: Pattern, view: Pick<PathView, 'platform'>): string[] {
  const windows = isWindowsPath(path, view);
  const plain = windows ? withoutPrefix(path) : path;
  const [first = '', ...rest] = windows ? plain.split(/[\\/]+/) : plain.split(/\/+/);
  const root = windows && drive.test(first) ? first.toLowerCase() : first;
  const names = [root];
  for (const name of rest) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(windows ? withoutTail(name) : name);
    else if (names.length > 1 && !(names.at(-1) ?? '').includes(deep)) names.pop();
  }
  return names;
}

/** `\\?\C:\x` is `C:\x`; Git's shell writes `/c/x`. */
function withoutPrefix(path: Pattern): Pattern {
  const plain = path.replace(/^\\\\[?.]\\(?=[A-Za-z]:)/, '');
  return plain.replace(/^\/(?:cygdrive\/)?([A-Za-z])(?=\/|$)/, '$1:');
}

/** Windows drops dots and spaces at the end of a name, and `::$DATA` is the file itself. */
function withoutTail(name: string): string {
  return name.replace(/::\$data$/i, '').replace(/[. ]{1,64}$/, '') || name;
}

export function joinTarget(names: readonly string[]): Pattern {
  const [first = ''] = names;
  return names.length === 1 && (first === '' || drive.test(first)) ? `${first}/` : names.join('/');
}

/**
 * A path as seen from a folder: rooted, unless the folder or the path's own start is not known; then it starts with {anything}.
 * @param folder rooted, or starting with {anything}
 */
export function resolveTarget(folder: Pattern, path: Pattern, view: PathView): Pattern {
  const whole = isRootedTarget(path, view) || startsOpen(path) ? path : `${folder}/${path}`;
  const names = splitTarget(whole, view);
  if (startsOpen(names[0] ?? '') && names[0] !== anything) return joinTarget([anything, ...names.slice(1)]);
  return joinTarget(names);
}

/** Whether the first name is wholly open, so that the path may start at a root or not. */
export function startsOpen(path: Pattern): boolean {
  const [first = ''] = path.split('/', 1);
  return first !== '' && [...first].every(character => character === anything);
}

/** Whether it is not even known from where a path starts. */
export function isUnknownStart(path: Pattern): boolean {
  return startsOpen(path);
}
