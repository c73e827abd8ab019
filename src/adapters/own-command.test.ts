import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOwnCommand } from './own-command.ts';

let root: string;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-own-')));
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

test('this program: the running Node and the script of this package', () => {
  expect(findOwnCommand()).toEqual({
    command: process.execPath,
    prefixArgs: [path.join(import.meta.dirname, '..', '..', 'bin', 'hooklaw.js')],
  });
});

test('under Node the script is named by its real path', () => {
  fs.mkdirSync(path.join(root, 'versions', '1', 'bin'), { recursive: true });
  fs.mkdirSync(path.join(root, 'versions', '1', 'dist', 'chunks'), { recursive: true });
  fs.writeFileSync(path.join(root, 'versions', '1', 'package.json'), '{}');
  fs.writeFileSync(path.join(root, 'versions', '1', 'bin', 'hooklaw.js'), '');
  fs.symlinkSync(path.join(root, 'versions', '1'), path.join(root, 'current'));
  const moduleFolder = path.join(root, 'current', 'dist', 'chunks');
  expect(findOwnCommand({ execPath: '/usr/bin/node', moduleFolder, bunMain: undefined })).toEqual({
    command: '/usr/bin/node',
    prefixArgs: [path.join(root, 'versions', '1', 'bin', 'hooklaw.js')],
  });
});

test.each(['/$bunfs/root/hooklaw', 'B:\\~BUN\\root\\hooklaw.exe', 'B:/~BUN/root/hooklaw.exe'])(
  'the executable is named alone (%s)',
  bunMain => {
    expect(findOwnCommand({ execPath: '/opt/hooklaw', moduleFolder: '/$bunfs/root', bunMain })).toEqual({
      command: '/opt/hooklaw',
      prefixArgs: [],
    });
  },
);

test('a plain Bun runs the script', () => {
  const runtime = { execPath: '/opt/bun', moduleFolder: import.meta.dirname, bunMain: '/x/bin/hooklaw.js' };
  expect(findOwnCommand(runtime).prefixArgs).toHaveLength(1);
});
