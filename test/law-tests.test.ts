import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileSource } from '../src/adapters/compile-source.ts';
import { runLawTests } from '../src/commands/run-law-tests.ts';
import { openLaw } from '../src/core/law/open-law.ts';

const run = async (text: string) => {
  const { law, tests } = compileSource(new TextEncoder().encode(text), 'law.yaml');
  const results = await runLawTests({ layer: 'named', file: 'law.yaml', trusted: true, law: openLaw(law) }, tests);
  return results.map(({ name, passed }) => [name, passed]);
};

describe('the tests of a law', () => {
  it('take a check that could not run for no decision of its rule', async () => {
    const law = `
hooklaw: 1
rules: [{ id: limit, kind: policy, tool: "mcp__s__refund*", when: input.ammount > 500, deny: no }]
tests:
  - { name: by id, event: { tool: mcp__s__refund, input: { amount: 900 } }, expect: { deny: limit } }
  - { name: at all, event: { tool: mcp__s__refund, input: { amount: 900 } }, expect: deny }
`;
    expect(await run(law)).toEqual([
      ['by id', false],
      ['at all', true],
    ]);
  });

  it('take an input of another shape for a denial of the rule that reads it', async () => {
    const law = `
hooklaw: 1
tools: { mcp__s__refund: { amount: number } }
rules: [{ id: limit, kind: policy, tool: mcp__s__refund, when: input.amount > 500, deny: no }]
tests:
  - { name: a text, event: { tool: mcp__s__refund, input: { amount: "900" } }, expect: { deny: limit } }
`;
    expect(await run(law)).toEqual([['a text', true]]);
  });

  it('keep lists as keys apart, and take none for an empty key', async () => {
    const law = `
hooklaw: 1
rules: [{ id: once, kind: policy, tool: mcp__s__send, once: input.to, deny: no }]
tests:
  - name: another list
    event: { tool: mcp__s__send, input: { to: [a, b] } }
    given: { calls: [{ tool: mcp__s__send, input: { to: ["a,b"] } }] }
    expect: silent
  - name: the same list
    event: { tool: mcp__s__send, input: { to: [a, 7] } }
    given: { calls: [{ tool: mcp__s__send, input: { to: [" a", "7"] } }] }
    expect: { deny: once }
  - { name: no list, event: { tool: mcp__s__send, input: { to: [] } }, expect: deny }
  - { name: empty texts, event: { tool: mcp__s__send, input: { to: ["", " "] } }, expect: deny }
`;
    expect(await run(law)).toEqual(
      ['another list', 'the same list', 'no list', 'empty texts'].map(name => [name, true]),
    );
  });

  it('know the block of a stop', async () => {
    const law = `
hooklaw: 1
rules: [{ id: tested, kind: policy, on: Stop, when: "!session.succeeded('Bash')", block: Run the tests. }]
tests:
  - { name: by id, event: { on: Stop }, expect: { block: tested } }
  - { name: at all, event: { on: Stop }, expect: block }
  - { name: after a call, event: { on: Stop }, given: { calls: [{ tool: Bash }] }, expect: { block: tested } }
`;
    expect(await run(law)).toEqual([
      ['by id', true],
      ['at all', true],
      ['after a call', false],
    ]);
  });

  it('read no fact but those given', async () => {
    process.env['HOOKLAW_TEST_TIER'] = 'free';
    const law = `
hooklaw: 1
context: { tier: { env: HOOKLAW_TEST_TIER } }
rules: [{ id: t, kind: authorization, tool: X, when: "context.tier == 'free'", deny: no }]
tests:
  - { name: from the environment, event: { tool: X }, expect: { deny: t } }
  - { name: given, event: { tool: X }, given: { context: { tier: free } }, expect: { deny: t } }
`;
    expect(await run(law)).toEqual([
      ['from the environment', false],
      ['given', true],
    ]);
  });
});

it('all hold in the example of the support desk, and every rule of it is tested', async () => {
  const text = fs.readFileSync(path.join(import.meta.dirname, '..', 'examples', 'support', 'hooklaw.yaml'), 'utf8');
  expect((await run(text)).filter(([, passed]) => !passed)).toEqual([]);
  const [rules = '', tests = ''] = text.split('\ntests:\n');
  const ids = [...rules.matchAll(/^ {2}- id: (\S+)$/gm)].map(([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(7);
  const rewriting = 'dry-run-outside-office';
  expect(ids.filter(id => id !== rewriting && !tests.includes(`deny: ${id}`))).toEqual([]);
  expect(tests).toContain('rewrite: { dry_run: true');
});
