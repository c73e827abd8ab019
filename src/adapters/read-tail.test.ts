import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readLastLines } from './read-tail.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-tail-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function tailOf(text: string, most: number): string[] {
  const file = path.join(folder, 'lines');
  fs.writeFileSync(file, text);
  return readLastLines(file, most);
}

it('gives whole lines only, and no more than it may look at', () => {
  expect(tailOf('one\ntwo\nthree\n', 100)).toEqual(['one', 'two', 'three']);
  expect(tailOf('one\ntwo\nthree\n', 12)).toEqual(['two', 'three']);
  expect(tailOf('one\ntwo\nthree\n', 6)).toEqual([]);
  expect(tailOf('', 10)).toEqual([]);
});

it('gives nothing where there is no file that can be read', () => {
  expect(readLastLines(path.join(folder, 'none'), 10)).toEqual([]);
  expect(readLastLines(folder, 10)).toEqual([]);
});
