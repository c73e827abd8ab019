import fs from 'node:fs';
import path from 'node:path';
import { isWithin, nameOf, normalizePath } from '../core/analysis/path-text.ts';
import type { GuardedPlaces } from '../core/protection/guarded-places.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where this run of hooklaw works. */
export interface GuardSite {
  readonly env: Env;
  readonly platform: string;
  readonly project: string;
  /** The user's home folders: as the environment names it, and by the account. */
  readonly homes: readonly string[];
  /** The state folders in use. */
  readonly stateFolders: readonly string[];
}

/** A path of this machine in the form of `GuardedPlaces`. */
export function toGuardPath(file: string): string {
  return normalizePath(path.resolve(file).replaceAll(path.sep, '/'));
}

/** A path with every link followed; of one that does not exist, the part that does. */
export function realPath(file: string): string {
  try {
    return toGuardPath(fs.realpathSync.native(file));
  } catch {
    return readDanglingLink(file) ?? realFolderPath(file);
  }
}

/** Where a link points whose target is not there yet; a write would make it. */
function readDanglingLink(file: string): string | undefined {
  try {
    return toGuardPath(path.resolve(path.dirname(realFolderPath(file)), fs.readlinkSync(file)));
  } catch {
    return undefined;
  }
}

/** A path with the links of its folder followed, its own name kept. */
export function realFolderPath(file: string): string {
  const existing = existingFolder(path.dirname(file));
  try {
    return toGuardPath(path.join(fs.realpathSync.native(existing), path.relative(existing, file)));
  } catch {
    return toGuardPath(file);
  }
}

/** A folder, or the nearest one above it that is there; looked for from the root on, so that a deep path costs nothing. */
function existingFolder(folder: string): string {
  if (fs.existsSync(folder)) return folder;
  const { root } = path.parse(folder);
  let found = root;
  for (const name of folder.slice(root.length).split(path.sep)) {
    const next = path.join(found, name);
    if (!fs.existsSync(next)) break;
    found = next;
  }
  return found;
}

/** Where the guarded things lie on this machine, under every path that leads to them. */
export function findGuardedPlaces(
  { env, platform, project, homes, stateFolders }: GuardSite,
  cwd: string,
): GuardedPlaces {
  const named = env['CLAUDE_CONFIG_DIR'];
  const both = (paths: readonly string[]): string[] => [
    ...new Set(paths.flatMap(file => [toGuardPath(file), realPath(file)])),
  ];
  return {
    stateFolders: both([...stateFolders, ...homes.map(home => path.join(home, '.local', 'state', 'hooklaw'))]),
    program: ownProgram(),
    configFolders: both([
      ...homes.map(home => path.join(home, '.claude')),
      ...(named === undefined || named === '' ? [] : [named]),
    ]),
    managedFolders: managedSettingsFolders(platform),
    home: toGuardPath(homes[0] ?? '/'),
    project: toGuardPath(project),
    cwd: toGuardPath(cwd),
  };
}

/** The administrator's settings of Claude Code. Source: its settings reference. */
export function managedSettingsFolders(platform: string): string[] {
  if (platform === 'darwin') return ['/Library/Application Support/ClaudeCode'];
  return platform === 'win32' ? ['C:/ProgramData/ClaudeCode', 'C:/Program Files/ClaudeCode'] : ['/etc/claude-code'];
}

/** The files and folders that run as this process: the executable, or Node with the package's own. */
export function ownProgram(): string[] {
  const runtime = toGuardPath(process.execPath);
  const folder = packageFolder(toGuardPath(import.meta.dirname));
  if (folder === undefined) return [runtime];
  const started = toGuardPath(process.argv[1] ?? process.execPath);
  const whole = /\/node_modules\//.test(`${folder}/`);
  const parts = whole ? [folder] : ['bin', 'dist', 'package.json'].map(part => `${folder}/${part}`);
  return [runtime, ...parts, ...(nameOf(started).startsWith('hooklaw') && !isWithin(started, folder) ? [started] : [])];
}

/** The package's folder, seen from a module of `dist` or of the sources; undefined inside the executable. */
function packageFolder(module: string): string | undefined {
  if (/^(?:\/\$bunfs|[A-Za-z]:\/~BUN)/.test(module)) return undefined;
  return module.replace(/\/(?:dist(?:\/chunks)?|src\/adapters)$/, '');
}
