import type { HookSource } from '../../core/client/hook-source.ts';
import { canonicalFolder } from '../law-files.ts';
import type { ClientPlace } from './client-place.ts';
import { findEnabledPlugins } from './enabled-plugins.ts';
import { markdownSources } from './markdown-sources.ts';
import { pluginSources } from './plugin-sources.ts';
import { settingsSources } from './settings-sources.ts';

/**
 * Every file in which Claude Code would look for hooks when it is started in a folder, in the order in which it runs them:
 * settings, plugins, then what counts only once it is used: skills, commands and agents. A file that cannot be read is
 * among them; one that is not there is none. What a project brings beside its settings counts only where the user trusts
 * the project. Never throws.
 */
export function findHookSources(place: ClientPlace): HookSource[] {
  const there = { ...place, projectDir: canonicalFolder(place.projectDir) };
  return [...settingsSources(there), ...findEnabledPlugins(there).flatMap(pluginSources), ...markdownSources(there)];
}
