import path from 'node:path';
import { sourceOf } from '../adapters/client/settings-sources.ts';
import type { HookScope, HookSource } from '../core/client/hook-source.ts';
import { type Problem, sortProblems } from '../core/problem/problem.ts';
import { settingsChecks } from '../core/self-test/checks/settings/index.ts';
import type { SelfTestPlace } from './self-test/self-test-place.ts';
import { viewSettings } from './self-test/view-settings.ts';

/** The names under which Claude Code keeps hooks in JSON. */
const settingsName = /^(?:settings(?:\.local)?|managed-settings|hooks)\.json$/;

/** Whether a file is one of Claude Code's settings, or a plugin's hooks, by its name and place. */
export function isClientSettings(file: string): boolean {
  const folder = path.basename(path.dirname(file));
  if (!settingsName.test(path.basename(file))) return /^managed-settings\.d$/.test(folder) && file.endsWith('.json');
  return path.basename(file) !== 'hooks.json' || folder === 'hooks';
}

function scopeOf(file: string): HookScope {
  const name = path.basename(file);
  if (name === 'hooks.json') return 'plugin';
  if (name === 'settings.local.json') return 'local';
  return name === 'managed-settings.json' || path.basename(path.dirname(file)) === 'managed-settings.d'
    ? 'managed'
    : 'project';
}

/** The folder that the file's hooks are about: the one around `.claude`, or around a plugin's `hooks`. */
function projectOf(file: string): string {
  return path.dirname(path.dirname(file));
}

export interface CheckedSettings {
  readonly problems: readonly Problem[];
  readonly source: string | undefined;
}

/**
 * Checks the hooks of one settings file as it stands, by the model of the client; nothing is run.
 * @param file absolute
 * @param name the file as it was named
 * @param home the user's home folder
 */
export function checkSettings(
  file: string,
  name: string,
  { env, platform, home }: Pick<SelfTestPlace, 'env' | 'platform' | 'home'>,
): CheckedSettings {
  const scope = scopeOf(file);
  const projectDir = projectOf(file);
  const more = scope === 'plugin' ? { owner: path.basename(projectDir), pluginRoot: projectDir } : {};
  const sources: readonly HookSource[] = sourceOf(scope, file, more);
  if (sources.length === 0) throw new Error(`there is no file \`${name}\``);
  const view = viewSettings({ projectDir, cwd: projectDir, env, platform, home }, undefined, sources);
  const own = { ...view, ignoredFiles: [] };
  const problems = settingsChecks.flatMap(check => [...check.run(own)]).filter(problem => problem.file === file);
  return {
    problems: sortProblems(problems.map(problem => ({ ...problem, file: name }))),
    source: sources[0]?.text,
  };
}
