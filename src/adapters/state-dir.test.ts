import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultStateDir, isInside } from './state-dir.ts';

let root: string;
let project: string;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-state-')));
  project = path.join(root, 'my shop!');
  fs.mkdirSync(project);
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

test('a readable name and twelve digits of the hash of the real path', () => {
  const hash = createHash('sha256').update(project).digest('hex').slice(0, 12);
  expect(defaultStateDir(project, { HOME: '/home/you' })).toBe(`/home/you/.local/state/hooklaw/my-shop--${hash}`);
  expect(defaultStateDir(project, { XDG_STATE_HOME: '/var/s' })).toBe(`/var/s/hooklaw/my-shop--${hash}`);
  expect(defaultStateDir('/', { HOME: '/home/you' })).toMatch(/\/root-[0-9a-f]{12}$/);
});

test('one project, however it is reached', () => {
  const link = path.join(root, 'link');
  fs.symlinkSync(project, link);
  expect(defaultStateDir(link, { HOME: '/h' })).toBe(defaultStateDir(project, { HOME: '/h' }));
  expect(defaultStateDir(`${project}/.`, { HOME: '/h' })).toBe(defaultStateDir(project, { HOME: '/h' }));
});

test('a relative XDG_STATE_HOME and one inside the project count for nothing', () => {
  const expected = defaultStateDir(project, { HOME: '/h' });
  expect(defaultStateDir(project, { HOME: '/h', XDG_STATE_HOME: 'state' })).toBe(expected);
  expect(defaultStateDir(project, { HOME: '/h', XDG_STATE_HOME: path.join(project, '.state') })).toBe(expected);
});

test('inside means the folder itself and what is below, symbolic links resolved', () => {
  fs.symlinkSync(project, path.join(root, 'link'));
  expect(isInside(project, project)).toBe(true);
  expect(isInside(path.join(root, 'link', 'not', 'there'), project)).toBe(true);
  expect(isInside(path.join(project, '..name'), project)).toBe(true);
  expect(isInside(`${project}-2`, project)).toBe(false);
  expect(isInside(root, project)).toBe(false);
});
