import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sha256 } from './digest.ts';

type Env = Readonly<Record<string, string | undefined>>;

const hashLength = 12;
const longestName = 40;

/** The user's home folder, as the environment names it. */
export function homeFolder(env: Env): string {
  const named = env['HOME'] ?? env['USERPROFILE'];
  return named !== undefined && path.isAbsolute(named) ? named : os.homedir();
}

/** The folder that holds the state of all projects: `$XDG_STATE_HOME/hooklaw`. */
export function stateHome(env: Env): string {
  return path.join(
    absoluteOr(env['XDG_STATE_HOME'], () => homeStateHome(env)),
    'hooklaw',
  );
}

/**
 * The state folder of a project: a readable name and a part of the hash of its real path, never inside the project
 * itself, where an agent may write. (A project that holds the whole home folder leaves no such place; init refuses it.)
 */
export function defaultStateDir(projectDir: string, env: Env): string {
  const project = realPathOf(projectDir);
  const hash = sha256(project).slice(0, hashLength);
  const name = `${readableName(project)}-${hash}`;
  const folder = path.join(stateHome(env), name);
  return isInside(folder, project) ? path.join(homeStateHome(env), 'hooklaw', name) : folder;
}

/** Whether a path is a folder or lies in it, symbolic links resolved. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(realPathOf(folder), realPathOf(file));
  return relative === '' || (relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative));
}

/** The real path of a file; of one that does not exist, the part that does is resolved. */
function realPathOf(file: string): string {
  const absolute = path.resolve(file);
  try {
    return fs.realpathSync.native(absolute);
  } catch {
    const parent = path.dirname(absolute);
    return parent === absolute ? absolute : path.join(realPathOf(parent), path.basename(absolute));
  }
}

function readableName(project: string): string {
  const name = path.basename(project).replace(/[^\w.-]+/g, '-');
  return name.slice(0, longestName) || 'root';
}

function homeStateHome(env: Env): string {
  return path.join(homeFolder(env), '.local', 'state');
}

/** The XDG rules: a relative path is as good as none. */
function absoluteOr(named: string | undefined, otherwise: () => string): string {
  return named !== undefined && path.isAbsolute(named) ? named : otherwise();
}
