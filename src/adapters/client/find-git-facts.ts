import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { ClientFeatures } from '../../core/client/client-version.ts';
import { readHooks } from '../../core/client/read-hooks.ts';
import type { GitFacts } from '../../core/self-test/self-test-view.ts';
import type { ClientPlace } from './client-place.ts';
import { findRepository } from './repository.ts';
import { sourceOf } from './settings-sources.ts';

/** What git knows of the project's settings; undefined where there is no repository, or no git to ask. */
export function findGitFacts({ projectDir }: ClientPlace, features: ClientFeatures): GitFacts | undefined {
  const repository = findRepository(projectDir);
  if (repository === undefined) return undefined;
  const settings = path.join(projectDir, '.claude', 'settings.json');
  const tracked = isTracked(settings, projectDir);
  if (tracked === undefined) return undefined;
  const [present] = sourceOf('project', settings);
  const notInWorktrees = tracked || present === undefined ? [] : [settings];
  if (repository.root === repository.mainRoot) return { notInWorktrees };
  const place = path.relative(repository.root, projectDir);
  const folder = path.join(repository.mainRoot, place);
  const sources = sourceOf('project', path.join(folder, '.claude', 'settings.json'));
  return { notInWorktrees, mainCheckout: { folder, readings: sources.map(source => readHooks(source, features)) } };
}

/** Whether a file is in git's index; undefined where git cannot be asked. */
function isTracked(file: string, folder: string): boolean | undefined {
  const args = ['-c', 'core.fsmonitor=false', 'ls-files', '--error-unmatch', '--', path.relative(folder, file)];
  const { status } = spawnSync('git', args, { cwd: folder, stdio: 'ignore', timeout: 5_000 });
  return status === 0 ? true : status === 1 ? false : undefined;
}
