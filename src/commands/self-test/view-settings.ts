import { findHookSources, findMcpServers } from '../../adapters/client/find-hook-sources.ts';
import { findIgnoredFiles } from '../../adapters/client/find-ignored-files.ts';
import { gatherCommandFacts } from '../../adapters/client/gather-command-facts.ts';
import type { HookPlace } from '../../adapters/client/hook-place.ts';
import { type ClientVersion, clientFeatures, observedVersion } from '../../core/client/client-version.ts';
import { resolveHooks } from '../../core/client/hooks-in-force.ts';
import { readHooks } from '../../core/client/read-hooks.ts';
import type { SelfTestView } from '../../core/self-test/self-test-view.ts';

/** Whether the environment puts the client into a mode in which it runs no hooks. */
function isBare(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

/**
 * Gathers everything that the checks of settings read. Nothing is run but git.
 * @param installed the version of the client on this machine; undefined when there is none
 */
export function viewSettings(place: HookPlace, installed: ClientVersion | undefined): SelfTestView {
  const version = installed ?? observedVersion;
  const features = clientFeatures(version);
  const readings = findHookSources(place).map(source => readHooks(source, features));
  const inForce = resolveHooks(readings, isBare(place.env['CLAUDE_CODE_SIMPLE']));
  const settled = { ...place, settingsEnv: inForce.env };
  const all = [...inForce.hooks, ...inForce.off.map(({ hook }) => hook)];
  return {
    version,
    installed: installed !== undefined,
    features,
    readings,
    inForce,
    env: place.env,
    platform: place.platform,
    projectDir: place.projectDir,
    mcpServers: findMcpServers(place).map(({ name }) => name),
    commands: new Map(all.map(hook => [hook, gatherCommandFacts(hook, settled)])),
    ignoredFiles: findIgnoredFiles(place),
    git: undefined,
    results: [],
  };
}
