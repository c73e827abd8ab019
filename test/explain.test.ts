// The pages that the built program carries, and what it says of the rules of a law.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemCatalogue } from '../src/core/problem/catalogue.ts';
import type { runCli } from '../src/shells/cli/main.ts';
import { Sandbox } from './support/hook-process.ts';

const root = path.join(import.meta.dirname, '..');

/** The command line as built: only the build puts the pages in. */
const built = (await import(path.join(root, 'dist', 'cli.js'))) as { runCli: typeof runCli };

async function run(args: readonly string[], cwd: string, home: string) {
  let [stdout, stderr] = ['', ''];
  const exit = await built.runCli(args, {
    stdout: text => {
      stdout += text;
    },
    stderr: text => {
      stderr += text;
    },
    ask: () => Promise.resolve(undefined),
    cwd,
    env: { HOME: home },
    colour: false,
  });
  return { exit, stdout, stderr };
}

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const explain = (...args: string[]) => run(['explain', ...args], sandbox.dir, sandbox.home);

describe('every code', () => {
  it.each(Object.entries(problemCatalogue))('%s has its page in the program', async (code, { title }) => {
    const { exit, stdout } = await explain(code);
    expect(exit).toBe(0);
    expect(stdout).toContain(`${code}: ${title}`);
    const page = fs.readFileSync(path.join(root, 'docs', 'problems', `${code.replace('/', '-')}.md`), 'utf8');
    const told = JSON.parse((await explain(code, '--format', 'json')).stdout) as { markdown: string };
    expect(told.markdown).toBe(page);
    // What stands in a block of code is shown line by line as it is.
    for (const [, block = ''] of page.matchAll(/```\w+\n(.*?)```/gs)) {
      for (const line of block.split('\n').filter(text => text.trim() !== '')) expect(stdout).toContain(`    ${line}`);
    }
    expect(stdout).not.toMatch(/\]\(|^#|```/m);
  });

  it('can be named as it stands in a report, or as its page is', async () => {
    const { stdout } = await explain('law/no-context');
    for (const name of ['[law/no-context]', 'law-no-context', 'law-no-context.md']) {
      expect((await explain(name)).stdout).toBe(stdout);
    }
  });

  it('can be explained where the law is broken', async () => {
    sandbox.write('hooklaw.yaml', 'hooklaw: 1\nrules: [');
    expect((await explain('law/syntax')).exit).toBe(0);
    expect((await explain('--list')).stdout).toContain('law/syntax\n');
  });
});

const law = `hooklaw: 1
context: { tier: { env: TIER } }
rules:
  - id: limit
    kind: policy
    tool: [mcp__s__refund, mcp__s__pay]
    when: input.amount > 500 && context.tier == 'free'
    deny: "Too much: {{ input.amount }} for {{ input.order }}."
  - { id: skip, kind: policy, tool: mcp__s__pay, allow: true }
  - id: daily
    kind: policy
    tool: mcp__s__refund
    budget: { spend: input.amount, limit: 2000, per: input.user, window: day, zone: UTC }
    deny: Enough for today.
tests:
  - { name: over, event: { tool: mcp__s__pay, input: { amount: 501, order: A } }, given: { context: { tier: free } }, expect: { deny: limit } }
  - { name: under, event: { tool: mcp__s__pay, input: { amount: 500, order: A } }, given: { context: { tier: free } }, expect: allow }
`;

interface Told {
  rules: {
    reads: Record<string, string[]>;
    chain: unknown;
    tests: unknown;
    ignored: boolean;
    unapproved: string | null;
    recent: { count: number; last: string | null };
    line: number;
    end_line: number;
  }[];
}

const told = async (...args: string[]): Promise<Told> =>
  JSON.parse((await explain(...args, '--format', 'json')).stdout) as Told;

describe('a rule', () => {
  it('is explained by what it reads, where it stands in the chain, and which tests reach it', async () => {
    sandbox.write('hooklaw.yaml', law);
    const { rules } = await told('limit');
    expect(rules).toHaveLength(1);
    expect(rules[0]).toMatchObject({
      line: 4,
      end_line: 8,
      reads: { input: ['input.amount', 'input.order'], context: ['context.tier'] },
      chain: { place: 1, of: 3, cost: 'field', after: 'skip' },
      tests: [
        { name: 'over', passed: true, outcome: 'fired' },
        { name: 'under', passed: true, outcome: 'silent' },
      ],
      ignored: false,
    });
    expect((await told('daily')).rules[0]).toMatchObject({
      reads: { input: ['input.amount', 'input.user'] },
      chain: { place: 3, of: 3, cost: 'state', before: 'skip' },
    });
    const { stdout } = await explain('limit');
    expect(stdout).toContain(`${path.join(sandbox.dir, 'hooklaw.yaml')}:4 (project law)`);
    expect(stdout).toContain('  7 |     when: input.amount > 500');
  });

  it('that a project may not have is said to be ignored', async () => {
    sandbox.write('hooklaw.yaml', law);
    expect((await told('skip')).rules[0]?.ignored).toBe(true);
    expect((await explain('skip')).stdout).toContain('hooklaw trust');
  });

  it('is explained as approved and as changed where both are in force', async () => {
    const file = sandbox.write('hooklaw.yaml', law);
    const args = ['--law', file, '--state-dir', sandbox.state];
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/x' } };
    expect((await sandbox.hook(['--law', file], event)).exit).toBe(0);
    sandbox.write('hooklaw.yaml', law.replace('> 500', '> 5000'));
    const { rules } = await told('limit', ...args);
    expect(rules.map(({ unapproved }) => unapproved)).toEqual([null, 'changed']);
    const { stdout } = await explain('limit', ...args);
    expect(stdout).toContain('input.amount > 500 &&');
    expect(stdout).toContain('input.amount > 5000 &&');
  });

  it('tells how often it decided of late', async () => {
    const file = sandbox.write('hooklaw.yaml', law.replace(" && context.tier == 'free'", ''));
    const call = (amount: number) => ({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'mcp__s__pay',
      tool_input: { amount, order: 'A' },
    });
    for (const amount of [501, 502, 1]) await sandbox.hook(['--law', file], call(amount));
    const { recent } = (await told('limit', '--law', file, '--state-dir', sandbox.state)).rules[0] ?? {};
    expect(recent).toEqual({ count: 2, last: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
  });

  it('that is not there is met with the nearest name', async () => {
    sandbox.write('hooklaw.yaml', law);
    expect(await explain('limits')).toEqual({
      exit: 3,
      stdout: '',
      stderr:
        'error: there is no rule and no code `limits`\n  help: did you mean `limit`?; `hooklaw explain --list` prints every name\n',
    });
    expect((await explain('nothing-like-it')).stderr).toContain('the rules here are limit, skip, daily');
    expect((await explain('--list')).stdout.split('\n').slice(0, 4)).toEqual([
      'limit',
      'skip',
      'daily',
      'guard/law-broken',
    ]);
  });
});
