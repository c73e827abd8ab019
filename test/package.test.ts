// The package as it is published: what `npm pack` makes of it, its types, and that it stands by itself.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>;

let dir: string;
let tarball: string;
beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-package-'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', dir], { cwd: root });
  const packed = JSON.parse(stdout) as { filename: string }[] | Record<string, { filename: string }>;
  tarball = path.join(dir, Object.values(packed)[0]?.filename ?? 'nothing was packed');
  const installed = path.join(dir, 'app', 'node_modules', 'hooklaw');
  fs.mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

const app = (...parts: string[]): string => path.join(dir, 'app', ...parts);

describe('the package', () => {
  it('is as publint wants it', async () => {
    const { messages } = await publint({
      pkgDir: app('node_modules', 'hooklaw'),
      level: 'suggestion',
      strict: true,
      pack: false,
    });
    // That no repository is named is no fault of what is published.
    const found = messages.map(message => formatMessage(message, manifest) ?? message.code);
    expect(found).toEqual([]);
  });

  it('has types that arethetypeswrong finds nothing wrong with', async () => {
    const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(fs.readFileSync(tarball))));
    expect(checked.types).toMatchObject({ kind: 'included' });
    if (checked.types === false) return;
    // It is a module; `require` of one works from Node 20.19 on, and TypeScript says so where it does not.
    const ofModules = checked.problems.filter(problem => problem.kind !== 'CJSResolvesToESM');
    expect(ofModules.filter(problem => !('resolutionKind' in problem && problem.resolutionKind === 'node10'))).toEqual(
      [],
    );
  });

  it('holds no sources and no tests, and what it needs', () => {
    const files = fs.readdirSync(app('node_modules', 'hooklaw'), { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining(['dist/library.js', 'dist/library.d.ts', 'docs/library.md', 'LICENSE']),
    );
    expect(files.filter(file => /^(?:src|test|scripts)\b/.test(file))).toEqual([]);
  });
});

/** Runs a program that has the package, and nothing of this repository, around it. */
async function runApp(name: string, source: string): Promise<unknown> {
  fs.writeFileSync(app(name), source);
  const env = { PATH: process.env['PATH'] ?? '', HOME: app('home') };
  const { stdout, stderr } = await run(process.execPath, [app(name)], { cwd: app(), env });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const judging = `
  const law = await loadLaw({ text: 'hooklaw: 1\\nrules: [{ id: limit, kind: policy, tool: pay, when: input.amount > 5, deny: Too much. }]' });
  const engine = createEngine({ law, stateDir: process.cwd() + '/state' });
  const event = { hook_event_name: 'PreToolUse', tool_name: 'pay', tool_input: { amount: 6 } };
  console.log(JSON.stringify((await engine.judge(event)).message));
`;

describe('a program that imports it', () => {
  it('has all it needs in it', async () => {
    const imported = `import { createEngine, guardDispatcher, guardMessagesLoop, hooklaw, loadLaw } from 'hooklaw';\n${judging}`;
    expect(await runApp('app.mjs', imported)).toBe('BLOCKED: Too much. [rule limit]');
  });

  it('can be CommonJS', async () => {
    const required = `const { createEngine, loadLaw } = require('hooklaw');\n(async () => {${judging}})();`;
    expect(await runApp('app.cjs', required)).toBe('BLOCKED: Too much. [rule limit]');
  });

  it('finds nothing changed in the process', async () => {
    const source = `
      const seen = () => JSON.stringify([Object.getOwnPropertyNames(globalThis), process.eventNames(), Object.keys(process.env), process.exitCode ?? null]);
      const before = seen();
      const { createEngine, loadLaw } = await import('hooklaw');
      const imported = seen();
      const judge = async () => {${judging.replace('console.log', 'void')}};
      await judge();
      // What zod keeps for itself, which checks laws.
      for (const name of Object.getOwnPropertyNames(globalThis)) if (name.startsWith('__zod_')) delete globalThis[name];
      console.log(JSON.stringify({ before, imported, judged: seen() }));
    `;
    const { before, imported, judged } = (await runApp('clean.mjs', source)) as Record<string, string>;
    expect(imported).toBe(before);
    expect(judged).toBe(before);
  });
});
