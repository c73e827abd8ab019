import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Layer } from '../core/decision/decision.ts';
import { createProblem, LawError } from '../core/problem/problem.ts';
import { readRegularFile, UnreadableFile } from './read-regular-file.ts';
import { homeFolder } from './state-dir.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A law file that is in force. */
export interface LawFile {
  readonly layer: Layer;
  readonly file: string;
}

const endings = ['yaml', 'yml', 'json', 'jsonc'];

/** The folder of the law that an administrator sets for everybody on the machine. */
export function managedFolder(platform: string): string {
  if (platform === 'darwin') return '/Library/Application Support/hooklaw';
  return platform === 'win32' ? 'C:\\ProgramData\\hooklaw' : '/etc/hooklaw';
}

/** The folder of the user's own law, as the environment names it. */
export function userFolder(env: Env): string {
  const config = env['XDG_CONFIG_HOME'];
  const base = config !== undefined && path.isAbsolute(config) ? config : path.join(homeFolder(env), '.config');
  return path.join(base, 'hooklaw');
}

/**
 * The folders of the user's own law: the one that the environment names and the one in the account's home folder. Both
 * count, since a project's settings can set the environment of hooks and could otherwise lead away from the user's law.
 */
function userFolders(env: Env): string[] {
  return [...new Set([userFolder(env), path.join(accountHome() ?? homeFolder(env), '.config', 'hooklaw')])];
}

/** The home folder by the account database, whatever the environment says; undefined for a user without an account. */
export function accountHome(): string | undefined {
  try {
    return os.userInfo().homedir;
  } catch {
    return undefined;
  }
}

function filesIn(folder: string, name: string): string[] {
  let present: Set<string>;
  try {
    present = new Set(fs.readdirSync(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
  return endings
    .map(ending => `${name}.${ending}`)
    .filter(file => present.has(file))
    .map(file => path.join(folder, file));
}

/** The one law file of a layer; two would leave open which of them is meant. */
function onlyOne(files: readonly string[], layer: Layer): LawFile[] {
  const [first, second] = files;
  if (first !== undefined && second !== undefined) {
    throw new LawError([
      createProblem('law/unreadable', {
        file: second,
        message: `there are two ${layer} laws, \`${first}\` and \`${second}\``,
        help: 'keep one of them',
      }),
    ]);
  }
  return first === undefined ? [] : [{ layer, file: first }];
}

function lawOfFolder(folder: string): LawFile[] {
  return onlyOne([...filesIn(folder, 'hooklaw'), ...filesIn(path.join(folder, '.claude'), 'hooklaw')], 'project');
}

/** A project's folder and those above it, up to the user's home, whose laws hold for what lies in them. */
function foldersUpwards(project: string, env: Env): string[] {
  const folders: string[] = [];
  const home = homeFolder(env);
  for (let folder = canonicalFolder(project); ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (path.dirname(folder) === folder || folder === home) return folders;
  }
}

/** A folder by the one path that all ways to it share; as it is where it does not exist. */
export function canonicalFolder(folder: string): string {
  try {
    return fs.realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}

/** A path by which a file is known whatever way leads to it: links in its folder are followed, the file itself is not. */
export function canonicalPath(file: string): string {
  const absolute = path.resolve(file);
  try {
    return path.join(fs.realpathSync.native(path.dirname(absolute)), path.basename(absolute));
  } catch {
    return absolute;
  }
}

/**
 * Finds the law files in force: the managed one, the user's, and either the one that was named (a flag or the
 * environment) or the project's own, with those of the folders above it, so that a new folder that looks like a project
 * leads away from none. A named file is in force even if it is not there: reading it fails, and denies.
 */
export function findLawFiles(options: {
  readonly named: string | undefined;
  readonly project: string | undefined;
  readonly env: Env;
  readonly platform: string;
}): LawFile[] {
  const { named, project, env, platform } = options;
  const own = (): LawFile[] => (project === undefined ? [] : foldersUpwards(project, env).flatMap(lawOfFolder));
  return [
    ...onlyOne(filesIn(managedFolder(platform), 'law'), 'managed'),
    ...userFolders(env).flatMap(folder => onlyOne(filesIn(folder, 'law'), 'user')),
    ...(named === undefined ? own() : [{ layer: 'named' as const, file: canonicalPath(named) }]),
  ];
}

function whyUnreadable(error: unknown): string {
  if (error instanceof UnreadableFile) return `the law file ${error.message}`;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'the law file is missing' : `the law file cannot be read (${code ?? String(error)})`;
}

/**
 * Reads a law file's bytes.
 * @param name how the file is named in problems
 * @throws {LawError} when it cannot be read
 */
export function readLawFile(file: string, name = file): Buffer {
  try {
    return readRegularFile(file);
  } catch (error) {
    throw new LawError([
      createProblem('law/unreadable', {
        file: name,
        message: whyUnreadable(error),
        help: 'put it back, or change the place that names it',
      }),
    ]);
  }
}

/** The user's own folder of settings, which marks no project. */
function isUserSettings(folder: string, env: Env): boolean {
  const named = env['CLAUDE_CONFIG_DIR'];
  return (
    folder === path.join(homeFolder(env), '.claude') ||
    folder === (named === undefined ? undefined : path.resolve(named))
  );
}

/** Whether a folder is a project's root: by its repository, its settings, or its law. */
function isProjectRoot(folder: string, env: Env): boolean {
  const claude = path.join(folder, '.claude');
  return (
    fs.existsSync(path.join(folder, '.git')) ||
    (!isUserSettings(claude, env) && fs.existsSync(claude)) ||
    endings.some(ending => fs.existsSync(path.join(folder, `hooklaw.${ending}`)))
  );
}

/** The nearest folder upwards that is a project's root; undefined when there is none. */
export function findProjectRoot(from: string, env: Env): string | undefined {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    if (isProjectRoot(folder, env)) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}
