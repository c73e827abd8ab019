import path from 'node:path';
import type { HookSource } from '../../core/client/hook-source.ts';
import { configFolder } from './config-folder.ts';
import type { HookPlace } from './hook-place.ts';

/** Events whose hooks may leave variables for the session in a file. Source: the client's hooks reference. */
const eventsWithEnvFile: ReadonlySet<string> = new Set(['SessionStart', 'Setup', 'CwdChanged', 'FileChanged']);

/** What the client tells a hook's process; observed with 2.1.332. */
function clientVariables({ projectDir, cwd, env, sessionId }: HookPlace): Record<string, string> {
  return {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: env['CLAUDE_CODE_ENTRYPOINT'] ?? 'cli',
    CLAUDE_CODE_SESSION_ID: sessionId ?? '00000000-0000-4000-8000-000000000000',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_PID: String(process.pid),
    CLAUDE_EFFORT: 'medium',
    COREPACK_ENABLE_AUTO_PIN: '0',
    NoDefaultCurrentDirectoryInExePath: '1',
    PWD: cwd,
  };
}

/**
 * The folders that belong to what a hook comes with: a plugin's, and a skill's, which the client names by the same
 * variable (observed). None for a hook of a settings file.
 */
function ownFolders({ scope, file, owner, pluginRoot }: HookSource, place: HookPlace): Record<string, string> {
  if (pluginRoot === undefined) {
    const skill = scope === 'skill' && path.basename(file) === 'SKILL.md';
    return skill ? { CLAUDE_PLUGIN_ROOT: path.dirname(file) } : {};
  }
  const id = (owner ?? path.basename(pluginRoot)).replace(/[^A-Za-z0-9_-]/g, '-');
  const data = path.join(configFolder(place), 'plugins', 'data', id);
  return { CLAUDE_PLUGIN_ROOT: pluginRoot, ...(scope === 'plugin' ? { CLAUDE_PLUGIN_DATA: data } : {}) };
}

/**
 * The environment of a hook's process: the client's own, then the settings', then what the client sets, then the override.
 * @param envFile the file for a session's variables, of events that have one
 */
export function hookEnvironment(
  source: HookSource,
  event: string,
  place: HookPlace,
  envFile: string,
): Record<string, string> {
  const { CLAUDE_PLUGIN_ROOT: _root, CLAUDE_PLUGIN_DATA: _data, CLAUDE_ENV_FILE: _file, ...outer } = place.env;
  const all: Record<string, string | undefined> = {
    ...outer,
    ...place.settingsEnv,
    ...clientVariables(place),
    ...ownFolders(source, place),
    ...(eventsWithEnvFile.has(event) ? { CLAUDE_ENV_FILE: envFile } : {}),
    ...place.override,
  };
  const set = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}

const placeholder = /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/g;

/** Fills in the placeholders of a hook with `args`; those of its environment only, everything else stays as it is. */
export function fillPlaceholders(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) => env[name] ?? whole);
}

/**
 * Why the client does not run a command at all: it names a plugin's folder and belongs to no plugin. Undefined when it runs.
 * The words are about those of 2.1.332.
 */
export function refusedPlaceholder(
  texts: readonly string[],
  env: Readonly<Record<string, string>>,
): string | undefined {
  for (const name of ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA']) {
    if (env[name] === undefined && texts.some(text => text.includes(`\${${name}}`)))
      return `it names \${${name}} and belongs to no plugin`;
  }
  return undefined;
}
