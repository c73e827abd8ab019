import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sandbox } from './support/hook-process.ts';

const law = `
hooklaw: 1
rules:
  - { id: limit, kind: policy, tool: refund, when: input.amount > 500, deny: Over $500., instead: Escalate to a human. }
  - { id: check, kind: policy, tool: refund, when: input.amount > 300, ask: A large refund. }
`;
const event = (name: string, more: object = {}) => ({
  hook_event_name: name,
  session_id: 'sess-1',
  prompt_id: 'p-1',
  cwd: '/srv/app',
  tool_name: 'refund',
  tool_input: { order: 'A', amount: 200 },
  tool_use_id: 'toolu_1',
  ...more,
});
const end = (name: string) => ({
  hook_event_name: name,
  session_id: 'sess-1',
  stop_hook_active: false,
  reason: 'other',
});

let sandbox: Sandbox;
let lawFile: string;
beforeEach(() => {
  sandbox = new Sandbox();
  lawFile = sandbox.write('law.yaml', law);
});
afterEach(() => sandbox.remove());

const hook = (given: { hook_event_name: string }, state = sandbox.state) =>
  sandbox.run(['hook', given.hook_event_name, '--law', lawFile, '--state-dir', state], {
    stdin: JSON.stringify(given),
  });
const audit = () => sandbox.lines('audit_log.jsonl');

describe('audit_log.jsonl', () => {
  it('tells calls that ran, failed, were denied and were asked about apart', async () => {
    await hook(event('PreToolUse', { tool_input: { amount: 2_000 } }));
    await hook(event('PreToolUse', { tool_input: { amount: 400 } }));
    await hook(event('PreToolUse'));
    await hook(event('PostToolUse', { tool_response: [{ type: 'text', text: '{"ok":true}' }], duration_ms: 12 }));
    await hook(event('PostToolUseFailure', { error: 'no such order' }));
    expect(audit()).toMatchObject([
      {
        event: 'PreToolUse',
        outcome: 'denied',
        is_error: true,
        rule: 'limit',
        rule_layer: 'named',
        decided_by: 'law',
        result: null,
      },
      { event: 'PreToolUse', outcome: 'asked', is_error: false, rule: 'check', decided_by: 'law' },
      {
        event: 'PostToolUse',
        outcome: 'executed',
        is_error: false,
        rule: null,
        decided_by: 'client',
        result: { ok: true },
        duration_ms: 12,
      },
      { event: 'PostToolUseFailure', outcome: 'failed', is_error: true, result: 'no such order' },
    ]);
    for (const row of audit()) {
      expect(row).toMatchObject({ tool: 'refund', session_id: 'sess-1', prompt_id: 'p-1', tool_use_id: 'toolu_1' });
      expect(row['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    expect(audit()[0]?.['reason']).toBe('BLOCKED: Over $500. Escalate to a human. [rule limit]');
  });

  it('holds no secret and no long text', async () => {
    await hook(
      event('PostToolUse', {
        tool_input: { api_key: 'abc123', note: `key sk-ant-${'x'.repeat(30)}`, text: 'y'.repeat(5_000) },
      }),
    );
    const [row] = audit();
    expect(row?.['input']).toMatchObject({ api_key: '[redacted]', note: 'key [redacted]' });
    expect((row?.['input'] as { text: string } | undefined)?.text).toMatch(
      /^y{1000}… \[cut: 5000 characters, sha256 [0-9a-f]{64}\]$/,
    );
  });

  it('never repeats a secret in a reason, and is not led to grow by it', async () => {
    lawFile = sandbox.write(
      'tell.yaml',
      'hooklaw: 1\nrules: [{ id: tell, kind: policy, tool: refund, deny: "Not with {{ input }}." }]\n',
    );
    const seeds = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`password_${at}`, at % 2 === 0 ? '[red' : 'acte']),
    );
    const input = { password_seed: 'BLOC', ...seeds, credential: { x: 'hunter33', y: ['hunt"er44'] } };
    const { exit } = await hook(event('PreToolUse', { tool_input: input }));
    expect(exit).toBe(2);
    const reason = String(audit()[0]?.['reason']);
    expect(reason.length).toBeLessThan(20_000);
    expect(reason).not.toMatch(/hunter33|er44/);
  });

  it('says why a check could not run', async () => {
    await hook(event('PreToolUse', { tool_input: { amount: 'a lot' } }));
    expect(audit()).toMatchObject([
      {
        outcome: 'denied',
        rule: 'limit',
        decided_by: 'hooklaw',
        failure: expect.stringContaining('the types do not fit') as unknown,
      },
    ]);
  });

  it('has whole lines and unique ids when many processes write at once', async () => {
    await hook(event('PreToolUse'));
    const calls = Array.from({ length: 24 }, (_, at) =>
      hook(event('PostToolUse', { tool_use_id: `toolu_${at}`, tool_response: 'z'.repeat(1_900) })),
    );
    expect((await Promise.all(calls)).map(result => result.exit)).toEqual(calls.map(() => 0));
    expect(
      audit()
        .map(row => row['tool_use_id'])
        .sort(),
    ).toEqual(calls.map((_, at) => `toolu_${at}`).sort());
    expect(new Set(audit().map(row => row['id'])).size).toBe(calls.length);
  });

  it('starts a line of its own after one that was torn', async () => {
    await hook(event('PreToolUse', { tool_input: { amount: 2_000 } }));
    const file = path.join(sandbox.state, 'audit_log.jsonl');
    fs.appendFileSync(file, '{"torn":');
    await hook(event('PreToolUse', { tool_input: { amount: 2_000 } }));
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ outcome: 'denied' });
  });
});

describe('session_summaries.jsonl', () => {
  const summaries = () => sandbox.lines('session_summaries.jsonl');

  it('has one row for a session, written at its end', async () => {
    await hook(event('PreToolUse', { tool_input: { amount: 2_000 } }));
    await hook(event('PostToolUse'));
    await hook(event('PostToolUse', { tool_name: 'lookup' }));
    await hook(end('Stop'));
    await hook(end('SessionEnd'));
    expect(summaries()).toMatchObject([
      {
        session_id: 'sess-1',
        executed: 2,
        failed: 0,
        denied: 1,
        asked: 0,
        tools: { refund: 2, lookup: 1 },
        rules: { limit: 1 },
      },
    ]);
  });

  it('gets a later row, which counts, when the session went on', async () => {
    await hook(event('PostToolUse'));
    await hook(end('Stop'));
    await hook(event('PostToolUse'));
    await hook(end('Stop'));
    expect(summaries().map(row => row['executed'])).toEqual([1, 2]);
  });
});

describe('records that cannot be written', () => {
  const fill = (name: string): void => {
    fs.mkdirSync(sandbox.state, { recursive: true });
    fs.symlinkSync('/dev/full', path.join(sandbox.state, name));
  };

  it.skipIf(process.platform !== 'linux')('change no verdict, and are reported', async () => {
    fill('audit_log.jsonl');
    expect((await hook(event('PreToolUse'))).exit).toBe(0);
    expect((await hook(event('PreToolUse', { tool_input: { amount: 2_000 } }))).exit).toBe(2);
    expect((await hook(event('PostToolUse'))).exit).toBe(0);
    expect(sandbox.lines('errors.jsonl')).toMatchObject([
      { event: 'PreToolUse', step: 'recording', error: expect.stringContaining('ENOSPC') as unknown },
      { event: 'PostToolUse', step: 'recording' },
    ]);
  });

  it.skipIf(process.platform !== 'linux')(
    'are told to the user when not even the error log can be written',
    async () => {
      fill('audit_log.jsonl');
      fill('errors.jsonl');
      expect((await hook(event('PreToolUse', { tool_input: { amount: 2_000 } }))).exit).toBe(2);
      const { exit, stdout } = await hook(event('PreToolUse', { tool_input: { amount: 400 } }));
      expect(exit).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        systemMessage: expect.stringContaining('the records cannot be written') as unknown,
      });
      expect((await hook(end('Stop'))).exit).toBe(0);
    },
  );

  it.skipIf(process.platform !== 'linux')('deny where the law requires them', async () => {
    lawFile = sandbox.write('strict.yaml', `${law}\naudit: required\n`);
    fill('audit_log.jsonl');
    const { exit, stderr } = await hook(event('PreToolUse'));
    expect(exit).toBe(2);
    expect(stderr).toContain('the records cannot be written');
    expect((await hook(event('PostToolUse'))).exit).toBe(0);
  });

  it.each([
    ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a device', (file: string) => fs.symlinkSync('/dev/null', file)],
  ])('let no call run where the law requires them and the log is %s, which keeps nothing', async (_what, put) => {
    lawFile = sandbox.write('strict.yaml', `${law}\naudit: required\n`);
    fs.mkdirSync(sandbox.state, { recursive: true });
    put(path.join(sandbox.state, 'audit_log.jsonl'));
    const { exit, stdout } = await hook(event('PreToolUse'));
    expect(exit).toBe(2);
    expect(stdout).toContain('is not a regular file');
  });

  it('are written ahead of each call where the law requires them', async () => {
    lawFile = sandbox.write('strict.yaml', `${law}\naudit: required\n`);
    expect((await hook(event('PreToolUse'))).exit).toBe(0);
    expect(audit()).toMatchObject([{ outcome: 'permitted', event: 'PreToolUse', is_error: false }]);
  });
});
