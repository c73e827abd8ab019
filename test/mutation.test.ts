import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutateLawTests } from '../src/commands/mutate-law-tests.ts';
import { testLaw } from '../src/commands/test-law.ts';
import type { MutationReport } from '../src/core/law/test-report.ts';
import { writeLawTest } from '../src/render/law-test-source.ts';

const noon = Date.parse('2026-11-25T12:00:00Z');

const limit = `hooklaw: 1
rules:
  - id: limit
    kind: policy
    tool: mcp__s__refund
    when: input.amount > 500
    deny: no
tests:
  - { name: over, event: { tool: mcp__s__refund, input: { amount: 501 } }, expect: { deny: limit } }
`;
const atTheLimit = '  - { name: at, event: { tool: mcp__s__refund, input: { amount: 500 } }, expect: silent }\n';

/** The test that is suggested depends on nothing but the law; most of these cases are about the change alone. */
const withoutTests = ({ survivors }: MutationReport) => survivors.map(({ test: _test, ...survivor }) => survivor);

const survivorsOf = async (law: string): Promise<string[]> =>
  (await mutateLawTests(law, 'law.yaml', noon)).survivors.map(({ line, change }) => `${line}: ${change}`);

describe('changes of a law', () => {
  it('are noticed where tests stand on both sides of a limit', async () => {
    expect(await mutateLawTests(limit + atTheLimit, 'law.yaml', noon)).toEqual({
      changes: 5,
      noticed: 5,
      invalid: 0,
      untried: 0,
      survivors: [],
    });
  });

  it('that no test notices are told with their line and a test that would', async () => {
    expect(withoutTests(await mutateLawTests(limit, 'law.yaml', noon))).toEqual([
      {
        rule: 'limit',
        line: 6,
        change: '`when` was dropped',
        hint: 'a test in which `when` alone keeps the rule from firing',
      },
      {
        rule: 'limit',
        line: 6,
        change: '`>` became `>=` in `when`',
        becomes: 'input.amount >= 500',
        hint: 'a test in which `input.amount` is exactly `500`',
      },
      {
        rule: 'limit',
        line: 6,
        change: '`500` became `499` in `when`',
        becomes: 'input.amount > 499',
        hint: 'a test in which `input.amount` is exactly 500',
      },
    ]);
  });

  it('are not noticed by a test that fails anyway', async () => {
    const wrong = limit.replace('{ deny: limit }', 'silent');
    expect((await mutateLawTests(wrong, 'law.yaml', noon)).noticed).toBe(0);
  });

  it('that make no law are left out, and those past the most are counted', async () => {
    const glob = `hooklaw: 1
rules: [{ id: g, kind: policy, tool: "mcp__s*", deny: no }]
tests: [{ name: one, event: { tool: mcp__s__t }, expect: { deny: g } }]
`;
    expect(await mutateLawTests(glob, 'law.yaml', noon)).toMatchObject({ changes: 2, noticed: 1, invalid: 1 });
    expect(await mutateLawTests(limit, 'law.yaml', noon, 2)).toMatchObject({ changes: 2, untried: 3 });
  });

  it('reach the limit of a budget, what it requires, and every tool of a list', async () => {
    const law = `hooklaw: 1
rules:
  - id: b
    kind: policy
    tool: [mcp__s__a, mcp__s__b]
    budget: { spend: input.n, limit: 10 }
    deny: no
  - id: r
    kind: policy
    tool: mcp__s__c
    requires: { tool: mcp__s__d, where: call.ok == true && result == 1 }
    deny: no
tests:
  - { name: over, event: { tool: mcp__s__a, input: { n: 12 } }, expect: { deny: b } }
  - { name: first, event: { tool: mcp__s__c }, expect: { deny: r } }
`;
    expect(await survivorsOf(law)).toEqual([
      '5: `mcp__s__b` was dropped in `tool`',
      '6: `budget` was dropped',
      '6: `10` became `11` in `limit`',
      '6: `10` became `9` in `limit`',
      '11: `requires` was dropped',
      '11: `==` became `!=` in `where`',
      '11: `&&` became `||` in `where`',
      '11: `==` became `!=` in `where`',
      '11: `1` became `2` in `where`',
      '11: `1` became `0` in `where`',
    ]);
  });

  it('reach the bounds of a window of time, and its days', async () => {
    const law = `hooklaw: 1
rules:
  - id: w
    kind: policy
    tool: Write
    during: { from: "00:00", to: "09:30", days: [mon, tue], zone: UTC }
    deny: no
tests:
  - { name: mon, event: { tool: Write }, given: { now: "2026-11-23T09:29:00Z" }, expect: { deny: w } }
`;
    const mutated = await mutateLawTests(law, 'law.yaml', noon);
    expect(mutated.survivors.map(({ change, hint }) => `${change}: ${hint}`)).toEqual([
      '`during` was dropped: a test in which `during` alone keeps the rule from firing',
      '`00:00` became `00:01` in `from`: a test with `given: { now: … }` at 00:00 in UTC',
      '`09:30` became `09:31` in `to`: a test with `given: { now: … }` at 09:30 in UTC',
      '`tue` was dropped in `days`: a test with `given: { now: … }` on a tue',
    ]);
  });

  it('reach how many calls are required, how old they may be, and by what they count', async () => {
    const law = `hooklaw: 1
context: { org: { env: ORG } }
rules:
  - { id: r, kind: policy, tool: mcp__s__a, requires: { tool: mcp__s__b, times: 2, within: 1h30m }, deny: no }
  - id: s
    kind: policy
    tool: mcp__s__c
    budget: { spend: input.n, limit: 10, per: [input.currency, context.org], window: 24h }
    deny: no
  - { id: o, kind: policy, tool: mcp__s__d, once: { key: [input.x, input.y], window: day, zone: UTC }, deny: no }
  - { id: c, kind: policy, tool: mcp__s__e, budget: { spend: 1, limit: 3 }, deny: no }
tests:
  - { name: r, event: { tool: mcp__s__a }, expect: { deny: r } }
  - { name: s, event: { tool: mcp__s__c, input: { n: 12, currency: EUR } }, given: { context: { org: a } }, expect: { deny: s } }
`;
    const survivors = (await survivorsOf(law)).filter(survivor => !/was dropped$|limit|rule was/.test(survivor));
    expect(survivors).toEqual([
      '4: `1h30m` became `1h31m` in `within`',
      '4: `1h30m` became `1h29m` in `within`',
      '4: `2` became `3` in `times`',
      '4: `2` became `1` in `times`',
      '8: `input.currency` was dropped in `per`',
      '8: `24h` became `25h` in `window`',
      '8: `24h` became `23h` in `window`',
      '10: `input.x` was dropped in `key`',
      '10: `input.y` was dropped in `key`',
      '11: `1` became `2` in `spend`',
      '11: `1` became `0` in `spend`',
    ]);
    expect(await survivorsOf(law)).toContain('10: `window` was dropped');
  });

  it('are noticed where a rule warns or rewrites and should not', async () => {
    const law = `hooklaw: 1
rules:
  - { id: w, kind: policy, tool: Write, when: "input.content == 'x'", warn: careful }
  - { id: r, kind: policy, tool: Edit, when: "input.new_string == 'x'", rewrite: { new_string: y } }
tests:
  - { name: w, event: { tool: Write, input: { file_path: /f, content: x } }, expect: { warn: w } }
  - { name: r, event: { tool: Edit, input: { file_path: /f, old_string: a, new_string: x } }, expect: { rewrite: { new_string: y } } }
`;
    expect(await survivorsOf(law)).toEqual(['3: `when` was dropped', '4: `when` was dropped']);
    const silent = `  - { name: sw, event: { tool: Write, input: { file_path: /f, content: z } }, expect: silent }
  - { name: sr, event: { tool: Edit, input: { file_path: /f, old_string: a, new_string: z } }, expect: silent }
`;
    expect(await survivorsOf(law + silent)).toEqual([]);
  });
});

/** The law with the tests that are suggested for it, as a person would paste them. */
function withSuggestions(law: string, { survivors }: MutationReport, file = 'law.yaml'): string {
  const suggested = new Set(survivors.flatMap(({ test }) => test ?? []));
  const tests = [...suggested].map(test => writeLawTest(test, file).replace(/^/gm, '  '));
  return `${law.includes('\ntests:') ? law : `${law}tests:\n`}${tests.join('\n')}\n`;
}

/** What is left when the suggested tests are put into the law: changes unnoticed, and tests that fail. */
async function leftAfterPasting(law: string) {
  const pasted = withSuggestions(law, await mutateLawTests(law, 'law.yaml', noon));
  const request = { mutate: true, filter: undefined, now: noon };
  const { tests, mutation } = await testLaw(new TextEncoder().encode(pasted), 'law.yaml', request);
  return {
    failing: tests.filter(({ passed }) => !passed).map(({ name }) => name),
    unnoticed: (mutation?.survivors ?? []).map(({ line, change }) => `${line}: ${change}`),
    tests: tests.length,
  };
}

const support = fs.readFileSync(path.join(import.meta.dirname, '..', 'examples', 'support', 'hooklaw.yaml'), 'utf8');

describe('the tests that are suggested for changes that none notices', () => {
  it('pass, and notice them all, for a law that has no test yet', async () => {
    const left = await leftAfterPasting(`${support.split('\ntests:')[0]}\n`);
    expect(left).toMatchObject({ failing: [], unnoticed: [] });
    expect(left.tests).toBeGreaterThan(10);
  });

  it.each([
    ['texts', `input.command.contains('push --force') || input.command.startsWith('sudo ')`],
    ['lists of words', `input.command in ['ls', 'pwd'] && has(input.timeout) && input.timeout > 10`],
    ['sizes', `input.command.size() > 8 && size(input.command) < 12`],
    ['negations', `!(input.command == 'ls')`],
  ])('are found for conditions on %s', async (_what, when) => {
    const law = `hooklaw: 1
rules:
  - id: r
    kind: policy
    tool: Bash
    when: ${JSON.stringify(when)}
    deny: no
`;
    expect(await leftAfterPasting(law)).toMatchObject({ failing: [], unnoticed: [] });
  });

  it.each([
    ['a window', 'during: { from: "09:00", to: "17:00", zone: Europe/Warsaw }'],
    ['how often something is required', 'requires: { tool: mcp__s__look, times: 2 }'],
    ['what is required by a condition', "requires: { tool: mcp__s__look, where: result.ok && call.id == 'a' }"],
    ['a number of calls', 'budget: { spend: 1, limit: 3, window: session }'],
    ['an amount', 'budget: { spend: input.amount, limit: 100, per: input.who }'],
    ['what may be once', 'once: { key: [input.who, input.what] }'],
  ])('are found for %s', async (_what, condition) => {
    const law = `hooklaw: 1
tools: { mcp__s__pay: { amount: number, who: string, what: string } }
rules:
  - id: r
    kind: policy
    tool: mcp__s__pay
    ${condition}
    ask: Is that meant?
`;
    expect(await leftAfterPasting(law)).toMatchObject({ failing: [], unnoticed: [] });
  });

  it('are found for other effects and other events', async () => {
    const law = `hooklaw: 1
rules:
  - { id: w, kind: policy, tool: Write, when: "input.content == 'x'", warn: careful }
  - { id: r, kind: policy, tool: Edit, when: "input.new_string == 'x'", rewrite: { new_string: y } }
  - { id: s, kind: policy, on: Stop, when: "!session.succeeded('Bash')", block: Run the tests. }
  - { id: g, kind: policy, tool: [mcp__s__*, Read], deny: no }
`;
    expect(await leftAfterPasting(law)).toMatchObject({ failing: [], unnoticed: [] });
  });

  it('start from a test that there is, and keep to the syntax of the file', async () => {
    const { survivors } = await mutateLawTests(limit, 'law.yaml', noon);
    const { test } = survivors.find(({ change }) => change.startsWith('`>`')) ?? {};
    expect(test && writeLawTest(test, 'law.yaml')).toBe(
      `- name: "amount is 500: nothing is said"
  event: { tool: mcp__s__refund, input: { amount: 500 } }
  expect: silent`,
    );
    expect(test && JSON.parse(writeLawTest(test, 'law.json'))).toEqual(test);
  });
});

it('the example of the support desk has a test for every change of it', async () => {
  const report = await mutateLawTests(support, 'hooklaw.yaml', noon);
  expect(report.survivors).toEqual([]);
  expect(report.changes).toBeGreaterThan(25);
  expect(report.untried).toBe(0);
});
