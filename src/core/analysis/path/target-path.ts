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
  return isProcessRoot(names) ? ['', ...names.slice(4)] : names;
}

/** `/proc/self/root` is the root by another name. */
function isProcessRoot([root, proc, id = '', link]: readonly string[]): boolean {
  return root === '' && proc === 'proc' && link === 'root' && /^(?:self|thread-self|\d+)$/.test(id);
}

/**
 * Where a path leads whose `..` stands behind a link: not to where the link stands, but above what it leads to.
 * @param real where a rooted path really lies
 * @returns undefined where that is the same as by its text
 */
export function behindLinks(
  folder: Pattern,
  path: Pattern,
  view: PathView,
  real: (path: string) => string,
): Pattern | undefined {
  if (!/[^/\\][/\\]+\.\.(?:[/\\]|$)/.test(path)) return undefined;
  const whole = isRootedTarget(path, view) ? path : `${folder}/${path}`;
  if (isUnknownStart(whole)) return undefined;
  let reached = '';
  for (const part of whole.split(isWindowsPath(whole, view) ? /[\\/]+/ : /\/+/).slice(0, 256)) {
    const known = reached !== '' && !/[\uE000-\uE003]/.test(reached);
    if (part === '..' && known) reached = real(joinTarget(splitTarget(reached, view)));
    reached =
      reached === '' && part === '' ? '/' : joinTarget(splitTarget(reached === '' ? part : `${reached}/${part}`, view));
  }
  return reached === resolveTarget(folder, path, view) ? undefined : reached;
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
  const whole = isRootedTarget(path, view) || isUnknownStart(path) ? path : `${folder}/${path}`;
  const names = splitTarget(whole, view);
  if (isUnknownStart(names[0] ?? '') && names[0] !== anything) return joinTarget([anything, ...names.slice(1)]);
  return joinTarget(names);
}

/** Whether it is not even known from where a path starts: its first name is wholly open, and may be a root or not. */
export function isUnknownStart(path: Pattern): boolean {
  const [first = ''] = path.split('/', 1);
  return first !== '' && [...first].every(character => character === anything);
}
