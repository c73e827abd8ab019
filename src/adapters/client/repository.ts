import fs from 'node:fs';
import path from 'node:path';

/** A git repository, as far as its files say. */
export interface Repository {
  readonly root: string;
  /** The root of the main checkout; of all but a linked worktree the same as `root`. */
  readonly mainRoot: string;
}

/** The repository in which a folder lies, found without running git; undefined outside of any. */
export function findRepository(folder: string): Repository | undefined {
  for (let root = folder; ; root = path.dirname(root)) {
    const git = path.join(root, '.git');
    if (fs.existsSync(git)) return { root, mainRoot: mainRootOf(git) ?? root };
    if (path.dirname(root) === root) return undefined;
  }
}

/**
 * In a linked worktree `.git` is a file that names a folder in the main checkout's, and that names the common folder.
 * Source: git's page on the layout of repositories.
 */
function mainRootOf(git: string): string | undefined {
  try {
    if (!fs.statSync(git).isFile()) return undefined;
    const named = /^gitdir: (.+)$/m.exec(fs.readFileSync(git, 'utf8'))?.[1]?.trim();
    if (named === undefined) return undefined;
    const folder = path.resolve(path.dirname(git), named);
    const common = path.resolve(folder, fs.readFileSync(path.join(folder, 'commondir'), 'utf8').trim());
    return path.basename(common) === '.git' ? path.dirname(common) : undefined;
  } catch {
    return undefined;
  }
}

/** A folder and those above it, the nearest first, up to and with the last one that is wanted. */
export function foldersUpwards(folder: string, isLast: (folder: string) => boolean): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    found.push(at);
    if (isLast(at) || path.dirname(at) === at) return found;
  }
}
