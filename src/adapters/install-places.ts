import fs from 'node:fs';
import path from 'node:path';
import { defaultStateDir, homeFolder, stateHome } from './state-dir.ts';

export const scopes = ['user', 'project', 'local'] as const;
export type Scope = (typeof scopes)[number];

interface PlaceOptions {
  readonly scope: Scope;
  readonly project?: string | undefined;
  readonly law?: string | undefined;
  readonly stateDir?: string | undefined;
}

/** Where init and uninstall work; all paths are absolute. */
interface InstallPlaces {
  readonly projectDir: string;
  readonly settingsFile: string;
  readonly lawFile: string;
  /** The law that the entries name; none where the hook finds it by itself. */
  readonly wiredLaw: string | undefined;
  readonly wiredStateDir: string | undefined;
  /** The folder of `install.json`. */
  readonly recordDir: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Works out the places from the options, the working directory and the environment. */
export function findPlaces(options: PlaceOptions, cwd: string, env: Env): InstallPlaces {
  const given = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(cwd, file);
  const projectDir = given(options.project) ?? findProject(cwd, env);
  const settingsFile = findSettingsFile(options.scope, projectDir, env);
  const law = given(options.law);
  const stateDir = given(options.stateDir);
  if (options.scope === 'user') {
    const lawFile = law ?? userLawFile(env);
    const recordDir = stateDir ?? stateHome(env);
    return { projectDir, settingsFile, lawFile, wiredLaw: law, wiredStateDir: stateDir, recordDir };
  }
  const lawFile = law ?? path.join(projectDir, 'hooklaw.yaml');
  const recordDir = stateDir ?? defaultStateDir(projectDir, env);
  return { projectDir, settingsFile, lawFile, wiredLaw: lawFile, wiredStateDir: recordDir, recordDir };
}

/** The settings file of a scope. */
export function findSettingsFile(scope: Scope, projectDir: string, env: Env): string {
  if (scope === 'user') return path.join(userClaudeFolder(env), 'settings.json');
  return path.join(projectDir, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json');
}

/** The law that holds for a user everywhere: `$XDG_CONFIG_HOME/hooklaw/law.yaml`. */
function userLawFile(env: Env): string {
  const named = env['XDG_CONFIG_HOME'];
  const folder = named !== undefined && path.isAbsolute(named) ? named : path.join(homeFolder(env), '.config');
  return path.join(folder, 'hooklaw', 'law.yaml');
}

function userClaudeFolder(env: Env): string {
  const named = env['CLAUDE_CONFIG_DIR'];
  return named === undefined || named === '' ? path.join(homeFolder(env), '.claude') : path.resolve(named);
}

/** The nearest folder with `.git` or `.claude`, else the working directory. The user's own `.claude` marks no project. */
function findProject(cwd: string, env: Env): string {
  const userFolder = userClaudeFolder(env);
  const isProject = (folder: string): boolean => {
    const claude = path.join(folder, '.claude');
    return fs.existsSync(path.join(folder, '.git')) || (claude !== userFolder && fs.existsSync(claude));
  };
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (isProject(folder)) return folder;
    if (path.dirname(folder) === folder) return path.resolve(cwd);
  }
}
