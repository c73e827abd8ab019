import path from 'node:path';
import { readTextIfExists, writeFileOnce } from './atomic-file.ts';
import { sha256 } from './digest.ts';
import { canonicalFolder, findProjectRoot } from './law-files.ts';
import { stateHome } from './state-dir.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where it is kept to which project a folder belongs. */
function pinFile(folder: string, env: Env): string {
  return path.join(stateHome(env), 'roots', sha256(folder).slice(0, 32));
}

function readPin(folder: string, env: Env): string | undefined {
  try {
    const root = readTextIfExists(pinFile(folder, env));
    return root !== undefined && path.isAbsolute(root) ? root : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The project whose state holds where the client was started: the nearest folder that looked like a project when a
 * session was first started there. It is remembered, since an agent can make any folder look like a project, and its budgets,
 * frozen facts and approved laws would be gone with that.
 */
export function pinProjectRoot(start: string, env: Env): string {
  const folder = canonicalFolder(start);
  const known = readPin(folder, env);
  if (known !== undefined) return known;
  const root = canonicalFolder(findProjectRoot(folder, env) ?? folder);
  try {
    writeFileOnce(pinFile(folder, env), root);
  } catch {
    return root;
  }
  return readPin(folder, env) ?? root;
}

/** The same for a command that is run somewhere in a project; remembers nothing. */
export function findPinnedRoot(from: string, env: Env): string {
  for (let folder = canonicalFolder(from); ; folder = path.dirname(folder)) {
    const known = readPin(folder, env);
    if (known !== undefined) return known;
    if (path.dirname(folder) === folder) return canonicalFolder(findProjectRoot(from, env) ?? from);
  }
}
