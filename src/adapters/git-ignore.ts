import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Whether git ignores a file; false as well where there is no git to ask. */
export function isGitIgnored(file: string, projectDir: string): boolean {
  const args = ['-c', 'core.fsmonitor=false', 'check-ignore', '--quiet', '--', path.relative(projectDir, file)];
  return spawnSync('git', args, { cwd: projectDir, stdio: 'ignore', timeout: 5_000 }).status === 0;
}
