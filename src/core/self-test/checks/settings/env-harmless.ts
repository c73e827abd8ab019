import type { ClientFeatures } from '../../../client/client-version.ts';
import { isBare } from '../../../client/hooks-in-force.ts';
import type { HookReading } from '../../../client/read-hooks.ts';
import { isJsonObject } from '../../../json/json-value.ts';
import { isGuardedVariable } from '../../../protection/guarded-variables.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** No variable of the settings changes what a hook runs. */
export const envHarmless: Check = {
  name: 'env-harmless',
  codes: ['settings/env-subverts'],
  reads: 'settings',
  run: ({ readings, inForce, features }) => {
    if (inForce.hooks.length + inForce.off.length === 0) return [];
    return readings.flatMap(reading =>
      variablesOf(reading).flatMap(([name, value]) => judge(name, value, reading, features)),
    );
  },
};

function variablesOf({ root }: HookReading): [string, string][] {
  const env = root?.children.get('env')?.value;
  const set = isJsonObject(env) ? Object.entries(env) : [];
  return set.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Variables by which the interpreters of guards load code, beside those that concern hooklaw itself. */
const loading =
  /^(?:PYTHON(?:PATH|HOME|STARTUP|INSPECT)|PERL5(?:LIB|OPT|DB)|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|DOTNET_STARTUP_HOOKS|SHELLOPTS|BASHOPTS|PS4|IFS|CDPATH|GIT_EXEC_PATH|GIT_CONFIG\w*|DENO_\w+|PHPRC|LUA_INIT|ZDOTDIR|CLAUDE_CODE_GIT_BASH_PATH)$/;

function judge(name: string, value: string, reading: HookReading, features: ClientFeatures): Finding[] {
  if (!isGuardedVariable(name, []) && !loading.test(name)) return [];
  const effect = effectOf(name, value);
  if (effect === undefined) return [];
  return [
    findingAt('settings/env-subverts', reading, {
      at: ['env', name],
      message: `\`env\` sets \`${name}\` for every hook of every file: ${effect}`,
      help: `take it out of the settings; set it where it is needed, such as in the shell that starts the client`,
      grave: silences(name, value, features),
    }),
  ];
}

/**
 * Whether with a variable no guard stops anything: the client starts the prefix in place of every hook's command, and in
 * its simple mode runs no hook, as long as a settings file may ask for it. Observed in 2.1.332 and 2.1.197, in this order.
 */
function silences(name: string, value: string, features: ClientFeatures): boolean {
  if (name === 'CLAUDE_CODE_SHELL_PREFIX') return value !== '';
  return name === 'CLAUDE_CODE_SIMPLE' && !features.firmPolicy && isBare(value);
}

/** What a variable does to hooks; undefined when this value does nothing to them. */
function effectOf(name: string, value: string): string | undefined {
  if (/^CLAUDE_PROJECT_DIR$/i.test(name)) return 'the client sets this variable itself, so it has no effect';
  if (/^PATH$/i.test(name)) return pathEffect(value);
  if (/^NODE_OPTIONS$/i.test(name)) {
    const loads =
      /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--inspect|--env-file|-e|--eval)\b/.test(value);
    return loads ? 'Node loads this code before the guard' : undefined;
  }
  if (/^(?:LD_|DYLD_)/i.test(name)) return 'the system loads this code into every program that a guard starts';
  if (/^CLAUDE_CODE_SHELL_PREFIX$/i.test(name))
    return 'the client starts this program in place of every hook command, and whether the command is run is up to it';
  if (/^CLAUDE_CODE_SHELL$/i.test(name)) return 'the client runs the commands of hooks through it';
  if (/^(?:BASH_ENV|ENV|ZDOTDIR)$/i.test(name)) return 'shells can run this file before a script';
  if (/^CLAUDE_CODE_SIMPLE$/i.test(name)) return 'it puts the client into a mode in which no hook runs';
  if (/^HOOKLAW_/i.test(name)) return 'it leads hooklaw away from its own files';
  if (/^(?:HOME|USERPROFILE|XDG_\w+|CLAUDE_CONFIG_DIR)$/i.test(name))
    return 'guards look for their files in another place';
  return 'it makes programs load code or behave otherwise';
}

function pathEffect(value: string): string {
  const folders = value.split(value.includes(';') ? ';' : ':');
  const writable = folders.find(
    folder => !/^(?:\/|[A-Za-z]:[\\/])/.test(folder) || /^\/(?:tmp|var\/tmp)\b/.test(folder),
  );
  if (writable === undefined) return 'programs that hooks name without a path are looked up there';
  return `programs that hooks name without a path are looked up in \`${writable}\`, where the agent can put its own`;
}
