/** Paths as texts, with `/` between the segments whatever the platform; nothing here looks at a disk. */

/** Whether a path starts at a root, a Windows drive included. */
export function isRooted(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
}

/** A rooted path without `.`, `..`, doubled and trailing separators. */
export function normalizePath(path: string): string {
  const drive = /^[A-Za-z]:(?=[\\/])/.exec(path)?.[0] ?? '';
  const kept: string[] = [];
  for (const segment of path.slice(drive.length).split(drive === '' ? /\/+/ : /[\\/]+/)) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `${drive}/${kept.join('/')}`;
}

/** A path seen from a folder. */
export function resolvePath(folder: string, path: string): string {
  return normalizePath(isRooted(path) ? path : `${folder}/${path}`);
}

/** The form in which paths are compared: some file systems take `.Claude` for `.claude`. */
export function foldCase(path: string): string {
  return path.toLowerCase();
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a normalised path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const inner = foldCase(path);
  const outer = foldCase(folder);
  return inner === outer || outer === '/' || inner.startsWith(`${outer}/`);
}
