// docs/api.md is written from the docstrings; UPDATE=1 writes it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const file = path.join(root, 'docs', 'api.md');

const generated = (): string =>
  execFileSync(process.execPath, [path.join(root, 'scripts', 'library', 'api-page.mjs')], { encoding: 'utf8' });

it('the page on the API is that of the sources', () => {
  const page = generated();
  if (process.env['UPDATE'] !== undefined) fs.writeFileSync(file, page);
  expect(fs.readFileSync(file, 'utf8')).toBe(page);
});

it('everything published has a docstring', () => {
  const undocumented = [...generated().matchAll(/^### (\w+)\n\n```ts/gm)].map(([, name]) => name);
  expect(undocumented).toEqual([]);
});
