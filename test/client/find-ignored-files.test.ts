import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findIgnoredFiles } from '../../src/adapters/client/find-ignored-files.ts';

const hooks = '{"hooks":{"PreToolUse":[]}}';
let root = '';

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-ignored-')));
  fs.mkdirSync(path.join(root, 'project', '.git'), { recursive: true });
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(name: string, text: string): void {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function found(start = 'project'): string[] {
  const place = { projectDir: path.join(root, start), env: {}, platform: 'linux', home: path.join(root, 'home') };
  return findIgnoredFiles(place).map(file => path.relative(root, file));
}

it.each([
  ['project/.claude/hooks.json', hooks],
  ['project/.claude/hooks/hooks.json', hooks],
  ['project/.claude/setting.json', hooks],
  ['project/.claude/settings.yaml', 'hooks:\n  PreToolUse: []\n'],
  ['project/claude.json', hooks],
  ['project/settings.json', hooks],
  ['home/.claude/hooks.json', hooks],
  ['home/.claude/settings.local.json', hooks],
  ['home/.claude.json', hooks],
])('%s is never read', (file, text) => {
  write(file, text);
  expect(found()).toEqual([file]);
});

it.each([
  ['project/.claude/settings.json', hooks],
  ['project/.claude/settings.local.json', hooks],
  ['home/.claude/settings.json', hooks],
  ['project/.claude/hooks.json', '{"eslint":true}'],
  ['project/settings.json', '{"editor":"vi"}'],
  ['home/.claude.json', '{"projects":{}}'],
])('%s is no such file', (file, text) => {
  write(file, text);
  expect(found()).toEqual([]);
});

it("names the settings of the repository's root when the client starts below it", () => {
  write('project/.claude/settings.json', hooks);
  fs.mkdirSync(path.join(root, 'project', 'packages'));
  expect(found('project/packages')).toEqual(['project/.claude/settings.json']);
});
