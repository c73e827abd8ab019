import { findHookSources } from '../../adapters/client/find-hook-sources.ts';
import { findIgnoredFiles } from '../../adapters/client/find-ignored-files.ts';
import { findMcpServers } from '../../adapters/client/find-mcp-servers.ts';
import { gatherCommandFacts } from '../../adapters/client/gather-command-facts.ts';
import { type ClientVersion, clientFeatures, observedVersion } from '../../core/client/client-version.ts';
import type { HookSource } from '../../core/client/hook-source.ts';
import { isBare, resolveHooks } from '../../core/client/hooks-in-force.ts';
import { readHooks } from '../../core/client/read-hooks.ts';
import type { SelfTestView } from '../../core/self-test/self-test-view.ts';
import type { SelfTestPlace } from './self-test-place.ts';

/**
 * Gathers everything that the checks of settings read. Nothing is run but git.
 * @param sources the files to look at; those of the client where nothing is said
 * @param installed the version of the client on this machine; undefined when there is none
 */
export function viewSettings(
  place: SelfTestPlace,
  installed: ClientVersion | undefined,
  sources: readonly HookSource[] = findHookSources(place),
): SelfTestView {
  const version = installed ?? observedVersion;
  const features = clientFeatures(version);
  const readings = sources.map(source => readHooks(source, features));
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
    mcpServers: [
      ...new Set(findMcpServers(place).map(({ toolPrefix }) => toolPrefix.slice('mcp__'.length, -'__'.length))),
    ],
    commands: new Map(all.map(hook => [hook, gatherCommandFacts(hook, settled)])),
    ignoredFiles: findIgnoredFiles(place),
    git: undefined,
    results: [],
  };
}
