// Reports for other programs name a law as they find it, wherever the command was run.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunOptions, Sandbox } from './support/hook-process.ts';

const broken = 'hooklaw: 1\nrulez: []\n';

describe('a report of `validate`', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = new Sandbox();
    sandbox.write('repo/app/hooklaw.yaml', broken);
    sandbox.write('repo/hooklaw.yaml', broken);
  });
  afterEach(() => sandbox.remove());

  /** The files that the report names, each once. */
  async function filesOf(format: 'sarif' | 'github', law: string, options: RunOptions = {}): Promise<string[]> {
    const cwd = path.join(sandbox.dir, 'repo/app');
    const { exit, stdout } = await sandbox.run(['validate', '--format', format, law], { cwd, ...options });
    expect(exit).toBe(1);
    const found = stdout.matchAll(format === 'sarif' ? /"uri": "([^"]+)"/g : /^::error file=([^,]+),/gm);
    return [...new Set([...found].map(match => match[1] ?? ''))];
  }

  it.each(['sarif', 'github'] as const)('as %s names files from the current folder', async format => {
    expect(await filesOf(format, 'hooklaw.yaml')).toEqual(['hooklaw.yaml']);
    expect(await filesOf(format, path.join(sandbox.dir, 'repo/app/hooklaw.yaml'))).toEqual(['hooklaw.yaml']);
  });

  it.each(['sarif', 'github'] as const)('as %s names them from the workspace of GitHub Actions', async format => {
    const env = { GITHUB_WORKSPACE: path.join(sandbox.dir, 'repo') };
    expect(await filesOf(format, 'hooklaw.yaml', { env })).toEqual(['app/hooklaw.yaml']);
    expect(await filesOf(format, '../hooklaw.yaml', { env })).toEqual(['hooklaw.yaml']);
  });

  it('names a file outside by its absolute path', async () => {
    const outside = path.join(fs.realpathSync(sandbox.dir), 'repo/hooklaw.yaml');
    expect(await filesOf('github', '../hooklaw.yaml')).toEqual([outside]);
    expect(await filesOf('sarif', '../hooklaw.yaml')).toEqual([`file://${outside}`]);
  });

  it.each(['sarif', 'github'] as const)('as %s names a file that is missing', async format => {
    expect(await filesOf(format, 'nowhere.yaml')).toEqual(['nowhere.yaml']);
  });

  it('as github prints no file name outside a command', async () => {
    sandbox.write('repo/app/::add-mask::x.yaml', broken);
    const run = await sandbox.run(['validate', '--format', 'github', '::add-mask::x.yaml'], {
      cwd: path.join(sandbox.dir, 'repo/app'),
    });
    expect(run.stdout.split('\n').filter(line => line.startsWith('::add-mask'))).toEqual([]);
    expect(run.stdout).toContain('file=%3A%3Aadd-mask%3A%3Ax.yaml');
    expect(run.stdout).toMatch(/^1 file: \d errors?, 0 warnings$/m);
  });
});
