// Where lints run, and what they say of a law as a whole. Each code's page and output: problems.test.ts.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { checkLaw } from '../src/commands/check-law.ts';
import { lawLints } from '../src/core/law/lint-law.ts';
import { codesOf, denies, rule, rules, warningsOf } from './support/lints.ts';

const root = path.join(import.meta.dirname, '..');

test('the list of lints names each file of the folder once, by its code', () => {
  const files = fs.readdirSync(path.join(root, 'src/core/law/lints')).filter(file => !file.includes('.test.'));
  expect(lawLints.map(({ code }) => `${code.replace('law/', '')}.ts`).toSorted()).toEqual(files.toSorted());
});

test('the hook loads no lint', () => {
  const hook = path.join(root, 'dist');
  const holds = (file: string): boolean => fs.readFileSync(file, 'utf8').includes('src/core/law/lints/');
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file) || !fs.existsSync(file)) return;
    loaded.add(file);
    const imports = fs.readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g);
    for (const [, target = ''] of imports) load(path.join(path.dirname(file), target));
  };
  load(path.join(hook, 'hook.js'));
  expect([...loaded].filter(holds)).toEqual([]);
  const all = fs.readdirSync(hook, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'));
  expect(all.filter(file => holds(path.join(hook, file)))).not.toEqual([]);
});

describe('the tests of a law', () => {
  const two = rules(rule(`tool: mcp__s__t, when: input.n > 5, ${denies}`), rule('tool: mcp__s__u, warn: hm', 'b'));
  const warn = '{ name: w, event: { tool: mcp__s__u }, expect: { warn: b } }';
  const test = (...lines: string[]): string => `${two}tests:\n${lines.map(line => `  - ${line}\n`).join('')}`;
  it('fire each rule, or are asked for', async () => {
    expect(await warningsOf(test(warn))).toEqual(['3:11 law/untested-rule']);
    expect(await codesOf(test(warn, '{ name: d, event: { tool: mcp__s__t, input: { n: 6 } }, expect: deny }'))).toEqual(
      [],
    );
    expect(
      await codesOf(test(warn, '{ name: fails, event: { tool: mcp__s__t, input: { n: 1 } }, expect: { deny: a } }')),
    ).toEqual([]);
  });

  it('are asked for once where there are none', async () => {
    const { warnings } = await checkLaw(Buffer.from(two), 'law.yaml');
    expect(warnings.map(({ code }) => code)).toEqual(['law/no-tests']);
  });
});

describe('warnings that are all right', () => {
  const noisy = rule(`tool: Bash, when: input.command.contains('sudo'), deny: This is not for you`);
  it('are not shown, and others are', async () => {
    const ok = noisy.replace(' }', ', warnings_ok: { law/text-match: a slip } }');
    expect(await codesOf(rules(ok))).toEqual(['law/no-instead']);
    expect(await codesOf(rules(noisy, ok.replace('id: a', 'id: b')))).toContain('law/text-match');
  });

  it.each(['law/unknown-key', 'law/nothing', 'text-match'])('are warnings only, not `%s`', async code => {
    await expect(warningsOf(rules(noisy.replace(' }', `, warnings_ok: { ${code}: x } }`)))).rejects.toMatchObject({
      problems: [expect.objectContaining({ message: expect.stringContaining('is no warning') })],
    });
  });

  it('take their entry out of the permissions, too', async () => {
    const law = rules(
      rule('tool: Bash, deny: This is not for you, warnings_ok: { law/permission-rule: the reason is logged }'),
    );
    expect((await checkLaw(Buffer.from(law), 'law.yaml')).permissions).toEqual([]);
  });
});

test('the example of the support desk has no warning, with its tests', async () => {
  const file = path.join(root, 'examples/support/hooklaw.yaml');
  expect((await checkLaw(fs.readFileSync(file), 'hooklaw.yaml')).warnings).toEqual([]);
});
