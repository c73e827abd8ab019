import { clientFeatures, observedVersion, parseClientVersion } from '../../src/core/client/client-version.ts';
import type { HookScope } from '../../src/core/client/hook-source.ts';
import { resolveHooks } from '../../src/core/client/hooks-in-force.ts';
import { readHooks } from '../../src/core/client/read-hooks.ts';
import type { JsonObject } from '../../src/core/json/json-value.ts';
import { settingsChecks } from '../../src/core/self-test/checks/settings/index.ts';
import { readCommand } from '../../src/core/self-test/command/read-command.ts';
import type { Finding } from '../../src/core/self-test/finding.ts';
import type { GitFacts, NamedFile, SelfTestView } from '../../src/core/self-test/self-test-view.ts';

/** Settings to be looked at as they stand, without a disk. */
export interface SettingsCase {
  /** The settings, or the text of the file. */
  readonly settings: JsonObject | string;
  readonly scope?: HookScope;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: string;
  readonly mcpServers?: readonly string[];
  /** The version of the installed client; null for none. */
  readonly client?: string | null;
  /** The texts of scripts, by the end of their paths. */
  readonly scripts?: Readonly<Record<string, string>>;
  readonly git?: GitFacts;
  readonly ignoredFiles?: readonly string[];
  readonly pluginRoot?: string;
  /** A second settings file, of the user. */
  readonly user?: JsonObject;
  readonly managed?: JsonObject;
}

/** Puts together what the checks judge by. Files other than the given scripts are taken to be there, and are not read. */
export function viewCase(given: SettingsCase): SelfTestView {
  const installed = given.client === null ? undefined : parseClientVersion(given.client ?? '2.1.332');
  const version = installed ?? observedVersion;
  const features = clientFeatures(version);
  const text = typeof given.settings === 'string' ? given.settings : JSON.stringify(given.settings, null, 2);
  const own = { scope: given.scope ?? 'project', file: '/p/.claude/settings.json', text } as const;
  const plugin = given.pluginRoot === undefined ? {} : { pluginRoot: given.pluginRoot };
  const others = (['managed', 'user'] as const).flatMap(scope => {
    const settings = given[scope];
    return settings === undefined ? [] : [{ scope, file: `/${scope}/settings.json`, text: JSON.stringify(settings) }];
  });
  const readings = [...others, { ...own, ...plugin }].map(source => readHooks(source, features));
  const inForce = resolveHooks(readings, features, given.env?.['CLAUDE_CODE_SIMPLE'] === '1');
  const hooks = readings.flatMap(reading => [...reading.hooks, ...reading.lost]);
  const scripts = given.scripts ?? {};
  return {
    version,
    installed: installed !== undefined,
    features,
    readings,
    inForce,
    env: given.env ?? {},
    platform: given.platform ?? 'linux',
    projectDir: '/p',
    mcpServers: given.mcpServers ?? [],
    commands: new Map(
      hooks.map(hook => {
        const reading = readCommand(hook.entry);
        const files = reading.started.map((started): NamedFile => {
          const named = started.word.value;
          const script = Object.entries(scripts).find(([name]) => named.endsWith(name))?.[1];
          return { named, path: `/x/${named}`, state: 'file', executable: true, text: script, started };
        });
        const of = (role: string): NamedFile[] => files.filter(({ started }) => started?.role === role);
        return [hook, { reading, programs: of('program'), scripts: of('script') }];
      }),
    ),
    ignoredFiles: given.ignoredFiles ?? [],
    git: given.git,
    results: [],
  };
}

/** What the checks of settings find. */
export function findInCase(given: SettingsCase): Finding[] {
  const view = viewCase(given);
  return settingsChecks.flatMap(check => [...check.run(view)]);
}

/** Settings with one hook. */
export function oneHook(
  command: string | JsonObject,
  { event = 'PreToolUse', matcher }: { readonly event?: string; readonly matcher?: string } = {},
): JsonObject {
  const entry = typeof command === 'string' ? { type: 'command', command } : { type: 'command', ...command };
  return { hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }] } };
}
