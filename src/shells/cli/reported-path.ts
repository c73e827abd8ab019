import path from 'node:path';
import { canonicalFolder, canonicalPath } from '../../adapters/law-files.ts';
import { isInside } from '../../adapters/state-dir.ts';
import type { CliIo } from './io.ts';

/**
 * Where a file is for those who read a report elsewhere: relative to the checked out repository in GitHub Actions, else to
 * the current folder, and absolute where it lies outside.
 */
export function reportedPath(file: string, { cwd, env }: CliIo): string {
  const absolute = canonicalPath(path.resolve(cwd, file));
  const base = [env['GITHUB_WORKSPACE'] || cwd, cwd].find(folder => isInside(path.dirname(absolute), folder));
  const shown = base === undefined ? absolute : path.relative(canonicalFolder(base), absolute);
  return shown.split(path.sep).join('/');
}
