import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { leaveOpenFiles } from './leave-open-files.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-leave-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')('nothing that is still written can reach the files, or any other', () => {
  const database = path.join(folder, 'state.db');
  const other = path.join(folder, 'other');
  const below = fs.openSync(other, 'w');
  const numbers = [database, `${database}-wal`].map(file => fs.openSync(file, 'w+'));
  // A lower number becomes free, and must not be the one that the null device gets instead.
  fs.closeSync(below);
  leaveOpenFiles(database);
  const later = fs.openSync(other, 'w');
  try {
    expect(numbers).not.toContain(later);
    for (const number of numbers) {
      expect(fs.fstatSync(number).isCharacterDevice()).toBe(true);
      expect(() => fs.writeSync(number, 'x')).toThrow(/EBADF/);
    }
    for (const file of fs.readdirSync(folder)) expect(fs.readFileSync(path.join(folder, file), 'utf8')).toBe('');
  } finally {
    for (const number of [...numbers, later]) fs.closeSync(number);
  }
});
