import { describe, expect, it } from 'vitest';
import { makeHookInput, readHookInputs, usualLaw } from './support/hook-inputs.ts';
import { type ProcessResult, Sandbox } from './support/hook-process.ts';

const rows = readHookInputs();

function expectDenial({ stdout, stderr }: ProcessResult): string {
  const output = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
  expect(output.hookSpecificOutput['hookEventName']).toBe('PreToolUse');
  expect(output.hookSpecificOutput['permissionDecision']).toBe('deny');
  const reason = output.hookSpecificOutput['permissionDecisionReason'] ?? '';
  expect(reason).toMatch(/^BLOCKED: /);
  expect(stderr).toBe(`${reason}\n`);
  return reason;
}

describe('hooklaw hook', () => {
  it('has a corpus', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
  });

  it.concurrent.each(rows.map(row => [row.id, row.why, row] as const))('%s: %s', async (_id, _why, row) => {
    const sandbox = new Sandbox();
    try {
      const law = row.law_base64 === undefined ? (row.law ?? usualLaw) : Buffer.from(row.law_base64, 'base64');
      const named = row.law === null ? [] : ['--law', sandbox.write('law.yaml', law)];
      const result = await sandbox.hook(
        [...row.args, ...named],
        makeHookInput(row),
        row.env === undefined ? {} : { env: row.env },
      );
      expect(result.signal).toBeNull();
      expect([result.exit, result.stderr]).toEqual([row.exit, row.exit === 0 ? '' : expect.anything()]);
      expect(`${result.stdout}${result.stderr}`).not.toMatch(/\n\s+at /);
      if (row.exit === 2) {
        const reason = expectDenial(result);
        if (row.says !== undefined) expect(reason).toContain(row.says);
        if (row.max_reason !== undefined) expect(reason.length).toBeLessThanOrEqual(row.max_reason);
        expect(sandbox.lines('audit_log.jsonl')).toHaveLength(1);
      }
      if (row.silent === true) expect(result.stdout).toBe('');
      if (row.systemMessage !== undefined) {
        expect((JSON.parse(result.stdout) as { systemMessage: string }).systemMessage).toContain(row.systemMessage);
      }
    } finally {
      sandbox.remove();
    }
  });
});
