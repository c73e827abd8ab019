// `settings/worktree-differs` needs a real worktree: the main checkout has the `ok` settings of the fixture, the worktree the
// `bad` ones. UPDATE=1 writes `expected.txt`.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewProjectGit } from '../src/commands/self-test/view-git.ts';
import { viewSettings } from '../src/commands/self-test/view-settings.ts';
import { observedVersion } from '../src/core/client/client-version.ts';
import type { Finding } from '../src/core/self-test/finding.ts';
import { findFaults } from '../src/core/self-test/run-checks.ts';
import { renderFindings } from './support/self-test-fixture.ts';

const fixture = path.join(import.meta.dirname, 'fixtures', 'problems', 'settings-worktree-differs');
const code = 'settings/worktree-differs';

let root = '';
const place = (name: string): string => path.join(root, name);

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-worktree-')));
  fs.cpSync(path.join(fixture, 'ok', 'project'), place('main'), { recursive: true });
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
      cwd: place('main'),
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  git('worktree', 'add', '-q', '--detach', place('worktree'));
});

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

async function findIn(folder: string): Promise<Finding[]> {
  const env = { PATH: process.env['PATH'] };
  const at = {
    projectDir: folder,
    cwd: folder,
    env,
    platform: process.platform,
    home: place('home'),
    managedFolders: [],
  };
  const view = viewSettings(at, observedVersion);
  const git = await viewProjectGit(at, view.readings, view.features);
  return findFaults({ ...view, git }).filter(finding => finding.code === code);
}

test('the same hooks in both are no finding', async () => {
  expect(await findIn(place('worktree'))).toEqual([]);
  expect(await findIn(place('main'))).toEqual([]);
});

test('other hooks in the worktree are found, and so are none', async () => {
  const settings = path.join(place('worktree'), '.claude', 'settings.json');
  fs.copyFileSync(path.join(fixture, 'bad', 'project', '.claude', 'settings.json'), settings);
  const text = renderFindings(await findIn(place('worktree')), root);
  const expected = path.join(fixture, 'expected.txt');
  if (process.env['UPDATE'] !== undefined) fs.writeFileSync(expected, text);
  expect(text).toBe(fs.readFileSync(expected, 'utf8'));
  fs.rmSync(settings);
  const [absent] = await findIn(place('worktree'));
  expect(absent?.message).toContain('do not count in this worktree');
});
