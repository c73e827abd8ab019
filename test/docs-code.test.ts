// The code in the pages on the library compiles as it stands, against the published types.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fencedBlocks } from './support/markdown.ts';

const root = path.join(import.meta.dirname, '..');
// Inside the package, so that `hooklaw` and the packages of others are found.
const folder = path.join(root, 'build', `docs-code-${process.pid}`);
beforeAll(() => fs.mkdirSync(folder, { recursive: true }));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it('compiles', () => {
  const blocks = ['library', 'dispatcher', 'agent-sdk'].flatMap(page =>
    fencedBlocks(fs.readFileSync(path.join(root, 'docs', `${page}.md`), 'utf8'))
      .filter(({ language }) => language === 'ts')
      .map(({ text }, at) => ({ name: `${page}-${at}.ts`, text })),
  );
  expect(blocks.length).toBeGreaterThan(5);
  for (const { name, text } of blocks) fs.writeFileSync(path.join(folder, name), text);
  const config = { extends: path.join(root, 'tsconfig.json'), include: ['*.ts'], compilerOptions: { types: ['node'] } };
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const compile = (): string => {
    try {
      return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  };
  expect(compile()).toBe('');
  fs.writeFileSync(path.join(folder, 'wrong.ts'), "import { loadLaw } from 'hooklaw';\nloadLaw(7);\n");
  expect(compile()).toContain('wrong.ts');
});
