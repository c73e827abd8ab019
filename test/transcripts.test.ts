import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { insideAgent, Sandbox } from './support/hook-process.ts';
import { expectTranscript, renderTranscript } from './support/transcript.ts';

const folder = path.join(import.meta.dirname, 'transcripts');

const law = `hooklaw: 1
context:
  tier: { env: TIER, one_of: [free, premium] }
tools:
  mcp__support__refund_customer: { order_id: string, amount: number }
rules:
  - id: refund-limit
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 500
    deny: Over $500. Escalate to a human.
    handoff: { tool: mcp__support__escalate_to_human, with: { amount: "{{ input.amount }}" } }
  - id: big-refund
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 300
    ask: A refund of {{ input.amount }}.
  - id: case-files
    kind: authorization
    tool: mcp__support__prepare_case_file
    when: context.tier == 'free'
    deny: Free-tier users cannot open case files.
  - id: no-force-push
    kind: policy
    tool: Bash
    when: input.command.contains('push --force')
    deny: Force-pushing is not allowed.
    instead: Push a new branch.
  - id: deployment
    kind: policy
    tool: mcp__support__prepare_case_file
    during: { from: "02:00", to: "04:00", zone: Europe/Berlin }
    deny: No writes during the deployment.
  - { id: mark, kind: policy, tool: Write, rewrite: { content: "{{ input.content + '!' }}" } }
  - { id: gap, kind: policy, tool: Write, warn: Mind the gap. }
`;

const broken = law
  .replace('input.amount > 500', 'input.amuont > 500')
  .replace('input.command.contains', 'input.comand.contains')
  .replace("context.tier == 'free'", "context.teir == 'free'");

const mutable = `hooklaw: 1
rules:
  - id: refund-limit
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 500
    deny: Over $500. Escalate to a human.
  - { id: gap, kind: policy, tool: Write, warn: Mind the gap. }
tests:
  - { name: over the limit, event: { tool: mcp__support__refund_customer, input: { amount: 2000 } }, expect: { deny: refund-limit } }
  - { name: a "small" refund & no more, event: { tool: mcp__support__refund_customer, input: { amount: 20 } }, expect: silent }
  - { name: not so, event: { tool: mcp__support__refund_customer, input: { amount: 20 } }, expect: { deny: refund-limit } }
`;

const good = `hooklaw: 1
rules:
  - { id: no-publishing, kind: policy, tool: mcp__npm__publish, deny: Publishing is for people., instead: Ask the user. }
tests:
  - { name: publishing, event: { tool: mcp__npm__publish }, expect: { deny: no-publishing } }
`;

const always = good
  .replace(', instead: Ask the user.', '')
  .replace('mcp__npm__publish', '[WebSearch, mcp__npm__*]')
  .replace('is for people', 'is not for models');

const refund = 'mcp__support__refund_customer';
const cases: readonly {
  readonly id: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly law?: string;
}[] = [
  { id: 'help', args: ['--help'] },
  { id: 'version-and-unknown-command', args: ['trie'] },
  { id: 'unknown-option', args: ['try', '--laww', 'x'] },
  { id: 'try-denied', args: ['try', refund, 'order_id=A-1', 'amount=2000', '--law', 'law.yaml'] },
  { id: 'try-asks', args: ['try', refund, 'order_id=A-1', 'amount=400', '--law', 'law.yaml'] },
  { id: 'try-runs', args: ['try', refund, 'order_id=A-1', 'amount=20', '--law', 'law.yaml'] },
  { id: 'try-text-for-number', args: ['try', refund, 'order_id=A-1', 'amount:="2000"', '--law', 'law.yaml'] },
  { id: 'try-bash', args: ['try', 'Bash', 'command=git push --force', '--law', 'law.yaml'] },
  { id: 'try-bash-number-as-text', args: ['try', 'Bash', 'command=42', '--law', 'law.yaml'] },
  {
    id: 'try-context',
    args: [
      'try',
      'mcp__support__prepare_case_file',
      '--context',
      'tier=free',
      '--now',
      '2026-03-29T12:00:00Z',
      '--law',
      'law.yaml',
    ],
  },
  {
    id: 'try-unresolved-fact',
    args: ['try', 'mcp__support__prepare_case_file', '--now', '2026-03-29T12:00:00Z', '--law', 'law.yaml'],
  },
  {
    id: 'try-window',
    args: [
      'try',
      'mcp__support__prepare_case_file',
      '--context',
      'tier=premium',
      '--now',
      '2026-03-29T03:30:00+02:00',
      '--law',
      'law.yaml',
    ],
  },
  {
    id: 'try-now-without-zone',
    args: ['try', 'Bash', 'command=ls', '--now', '2026-03-29T03:30:00', '--law', 'law.yaml'],
  },
  { id: 'try-rewrite-and-warning', args: ['try', 'Write', 'file_path=/x', 'content=hello', '--law', 'law.yaml'] },
  {
    id: 'try-trace',
    args: ['try', refund, 'order_id=A-1', 'amount=400', '--law', 'law.yaml', '--trace'],
  },
  {
    id: 'try-trace-window',
    args: [
      'try',
      'mcp__support__prepare_case_file',
      '--context',
      'tier=premium',
      '--now',
      '2026-03-29T12:00:00Z',
      '--law',
      'law.yaml',
      '--trace',
    ],
  },
  { id: 'try-trace-rewrite', args: ['try', 'Write', 'file_path=/x', 'content=a', '--law', 'law.yaml', '--trace'] },
  { id: 'try-misspelt-fact', args: ['try', 'Bash', 'command=ls', '--context', 'tir=free', '--law', 'law.yaml'] },
  { id: 'try-fact-out-of-range', args: ['try', 'Bash', 'command=ls', '--context', 'tier=gold', '--law', 'law.yaml'] },
  { id: 'try-json', args: ['try', 'Bash', 'command=git push --force', '--law', 'law.yaml', '--format', 'json'] },
  { id: 'try-event-file', args: ['try', '--event', 'event.json', '--law', 'law.yaml'] },
  { id: 'try-event-unreadable', args: ['try', '--event', 'damaged.json', '--law', 'law.yaml'] },
  { id: 'try-without-tool', args: ['try', '--law', 'law.yaml'] },
  { id: 'try-bad-pair', args: ['try', 'Bash', 'command', '--law', 'law.yaml'] },
  { id: 'try-unknown-event', args: ['try', 'Bash', 'command=ls', '--on', 'PreToolUze', '--law', 'law.yaml'] },
  { id: 'try-broken-law', args: ['try', 'Bash', 'command=ls', '--law', 'law.yaml'], law: broken },
  { id: 'try-missing-law', args: ['try', 'Bash', 'command=ls', '--law', 'nowhere.yaml'] },
  { id: 'try-no-law', args: ['try', 'Bash', 'command=ls'] },
  { id: 'validate-good', args: ['validate', 'law.yaml'], law: good },
  { id: 'validate-fix', args: ['validate', 'law.yaml', '--fix'], law: always },
  { id: 'validate-fix-json', args: ['validate', 'law.yaml', '--fix', '--format', 'json'], law: always },
  { id: 'validate-fix-nothing', args: ['validate', 'law.yaml', '--fix'], law: good },
  { id: 'validate-fix-sarif', args: ['validate', 'law.yaml', '--fix', '--format', 'sarif'], law: always },
  { id: 'validate-broken', args: ['validate', 'law.yaml'], law: broken },
  { id: 'validate-broken-json', args: ['validate', 'law.yaml', '--format', 'json'], law: broken },
  { id: 'validate-broken-sarif', args: ['validate', 'law.yaml', '--format', 'sarif'], law: broken },
  { id: 'validate-broken-github', args: ['validate', 'law.yaml', '--format', 'github'], law: broken },
  { id: 'test-nothing', args: ['test', 'law.yaml'] },
  {
    id: 'test-results',
    args: ['test', 'law.yaml'],
    law: `${law}tests:
  - { name: force is denied, event: { tool: Bash, input: { command: git push --force } }, expect: { deny: no-force-push } }
  - { name: the other way round, event: { tool: Bash, input: { command: git push --force } }, expect: allow }
  - { name: amount as a text, event: { tool: mcp__support__refund_customer, input: { order_id: A, amount: "2000" } }, expect: { deny: refund-limit } }
  - { name: rewritten, event: { tool: Write, input: { file_path: /x, content: a } }, expect: { rewrite: { content: a! } } }
  - { name: warned, event: { tool: Write, input: { file_path: /x, content: a } }, expect: { warn: gap } }
  - { name: an event that is not there, event: { on: PreTooluse, tool: Bash, input: { command: ls } }, expect: allow }
  - { name: no tool, event: { fields: { prompt: x } }, expect: allow }
  - { name: a fact out of range, event: { tool: mcp__support__prepare_case_file }, given: { context: { tier: gold } }, expect: allow }
  - { name: a denied rewrite, event: { tool: Bash, input: { command: git push --force } }, expect: { rewrite: {} } }
  - { name: another rewrite, event: { tool: Write, input: { file_path: /x, content: "a\\nb" } }, expect: { rewrite: { content: "a\\nc!", file_path: /y } } }
  - { name: another text, event: { tool: Bash, input: { command: git push --force } }, expect: { deny: no-force-push, message: Force-pushing is never allowed. Push a new branch. } }
  - { name: the text as it is, event: { tool: Bash, input: { command: git push --force } }, expect: { deny: no-force-push, message: Force-pushing is not allowed. Push a new branch. } }
  - { name: not far enough, event: { tool: mcp__support__refund_customer, input: { order_id: A, amount: 500 } }, expect: { deny: refund-limit } }
  - { name: an earlier call, event: { tool: Bash, input: { command: ls } }, given: { calls: [{ tool: Bash, input: { command: ls } }, { tool: Bash, input: { command: git push --force } }] }, expect: allow }
  - { name: at night, event: { tool: mcp__support__prepare_case_file }, given: { context: { tier: premium }, now: 2026-03-29T03:30:00+02:00 }, expect: { deny: deployment } }
`,
  },
  { id: 'test-coverage', args: ['test', 'law.yaml', '--coverage', '--min-coverage', '80'], law: mutable },
  { id: 'test-filter', args: ['test', 'law.yaml', '--filter', '^over'], law: mutable },
  { id: 'test-filter-nothing', args: ['test', 'law.yaml', '--filter', 'nowhere'], law: mutable },
  { id: 'test-filter-mutate', args: ['test', 'law.yaml', '--filter', 'a', '--mutate'], law: mutable },
  { id: 'test-broken-law', args: ['test', 'law.yaml'], law: broken },
  { id: 'test-mutate', args: ['test', 'law.yaml', '--mutate'], law: mutable },
  { id: 'test-mutate-json', args: ['test', 'law.yaml', '--mutate', '--format', 'json'], law: mutable },
  { id: 'test-mutate-junit', args: ['test', 'law.yaml', '--mutate', '--format', 'junit'], law: mutable },
  { id: 'validate-nothing', args: ['validate'] },
  { id: 'explain-code', args: ['explain', 'law/no-context'] },
  { id: 'explain-rule', args: ['explain', 'refund-limit', '--law', 'law.yaml'] },
  { id: 'explain-rule-json', args: ['explain', 'refund-limit', '--law', 'law.yaml', '--format', 'json'] },
  { id: 'explain-unknown', args: ['explain', 'refund-limits', '--law', 'law.yaml'] },
  { id: 'completion-unknown-shell', args: ['completion', 'tcsh'] },
  { id: 'explain-nothing', args: ['explain'] },
  { id: 'trust-nothing', args: ['trust'] },
];

async function play(test: (typeof cases)[number]): Promise<string> {
  const sandbox = new Sandbox();
  try {
    sandbox.write('law.yaml', test.law ?? law);
    sandbox.write('.git/HEAD', '');
    sandbox.write(
      'event.json',
      JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push --force' } }),
    );
    sandbox.write('damaged.json', '{"hook_event_name":"PreToolUse","tool_na');
    const result = await sandbox.run(test.args, test.env === undefined ? {} : { env: test.env });
    return renderTranscript(test.args, result, sandbox);
  } finally {
    sandbox.remove();
  }
}

describe('the command line', () => {
  it('has a transcript for each case and no other', () => {
    const files = fs.readdirSync(folder).sort();
    if (process.env['UPDATE'] === undefined) expect(files).toEqual(cases.map(({ id }) => `${id}.txt`).sort());
  });

  const playable = cases.filter(({ id }) => !(insideAgent && id === 'trust-nothing'));

  it.concurrent.each(playable.map(test => [test.id, test] as const))('%s', async (id, test) => {
    expectTranscript(folder, id, await play(test));
  });
});
