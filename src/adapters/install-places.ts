import path from 'node:path';
import type { Layer } from '../core/decision/decision.ts';
import { findLawFiles, findProjectRoot, userFolder } from './law-files.ts';
import { defaultStateDir, homeFolder, stateHome } from './state-dir.ts';

export const scopes = ['user', 'project', 'local'] as const;
export type Scope = (typeof scopes)[number];

interface PlaceOptions {
  readonly scope: Scope;
  readonly project?: string | undefined;
  readonly stateDir?: string | undefined;
}

/** Where init and uninstall work; all paths are absolute. */
interface InstallPlaces {
  readonly projectDir: string;
  readonly settingsFile: string;
  /** The state folder that the entries name; none where the hook finds it by itself. */
  readonly wiredStateDir: string | undefined;
  /** The folder of `install.json`. */
  readonly recordDir: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Works out the places from the options, the working directory and the environment. */
export function findPlaces(options: PlaceOptions, cwd: string, env: Env): InstallPlaces {
  const given = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(cwd, file);
  const projectDir = given(options.project) ?? findProjectRoot(cwd, env) ?? path.resolve(cwd);
  const settingsFile = findSettingsFile(options.scope, projectDir, env);
  const stateDir = given(options.stateDir);
  if (options.scope === 'user') {
    return { projectDir, settingsFile, wiredStateDir: stateDir, recordDir: stateDir ?? stateHome(env) };
  }
  const recordDir = stateDir ?? defaultStateDir(projectDir, env);
  return { projectDir, settingsFile, wiredStateDir: recordDir, recordDir };
}

/**
 * The law of a scope: the one that was named, else the one that is there, else the place for a new one. Only a law that
 * the hook would not find by itself is named in the entries, or a project's, so that its absence is noticed.
 * @throws {LawError} when there are two
 */
export function findLaw(
  options: { readonly scope: Scope; readonly law?: string | undefined },
  projectDir: string,
  cwd: string,
  env: Env,
): { readonly lawFile: string; readonly wiredLaw: string | undefined } {
  if (options.law !== undefined) {
    const lawFile = path.resolve(cwd, options.law);
    return { lawFile, wiredLaw: lawFile };
  }
  const present = findLawFiles({ named: undefined, project: projectDir, env, platform: process.platform });
  const fileOf = (layer: Layer): string | undefined => present.find(law => law.layer === layer)?.file;
  if (options.scope === 'user') {
    return { lawFile: fileOf('user') ?? path.join(userFolder(env), 'law.yaml'), wiredLaw: undefined };
  }
  const lawFile = fileOf('project') ?? path.join(projectDir, 'hooklaw.yaml');
  return { lawFile, wiredLaw: lawFile };
}

/** The settings file of a scope. */
export function findSettingsFile(scope: Scope, projectDir: string, env: Env): string {
  if (scope === 'user') return path.join(userClaudeFolder(env), 'settings.json');
  return path.join(projectDir, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json');
}

function userClaudeFolder(env: Env): string {
  const named = env['CLAUDE_CONFIG_DIR'];
  return named === undefined || named === '' ? path.join(homeFolder(env), '.claude') : path.resolve(named);
}
