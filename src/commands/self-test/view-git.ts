import { findHookSources } from '../../adapters/client/find-hook-sources.ts';
import { viewGit } from '../../adapters/client/git-view.ts';
import type { ClientFeatures } from '../../core/client/client-version.ts';
import { type HookReading, readHooks } from '../../core/client/read-hooks.ts';
import type { GitFacts } from '../../core/self-test/self-test-view.ts';
import type { SelfTestPlace } from './self-test-place.ts';

/** What git says of the project's settings files, and what the main checkout's hold when the project is a worktree. */
export async function viewProjectGit(
  place: SelfTestPlace,
  readings: readonly HookReading[],
  features: ClientFeatures,
): Promise<GitFacts | undefined> {
  const own = readings.filter(({ source }) => source.scope === 'project').map(({ source }) => source.file);
  const view = await viewGit(place.projectDir, own, place.env);
  if (view === undefined) return undefined;
  const notInWorktrees = own.filter(file => view.files.get(file) !== undefined && view.files.get(file) !== 'tracked');
  if (view.mainCheckout === undefined) return { notInWorktrees };
  const sources = findHookSources({ ...place, projectDir: view.mainCheckout });
  const others = sources.filter(({ scope }) => scope === 'project' || scope === 'local');
  const readingsThere = others.map(source => readHooks(source, features));
  return { notInWorktrees, mainCheckout: { folder: view.mainCheckout, readings: readingsThere } };
}
