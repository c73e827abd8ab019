import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProcessResult, Sandbox } from './support/hook-process.ts';

interface Row {
  readonly id: string;
  readonly why: string;
  readonly args: readonly string[];
  readonly exit: number;
  readonly stdin?: string;
  readonly stdin_base64?: string;
  readonly generate?: { readonly depth?: number; readonly content_bytes?: number; readonly ending?: string };
  /** The law's text; null for no `--law` of the harness; absent for the usual one. */
  readonly law?: string | null;
  readonly law_base64?: string;
  readonly says?: string;
  readonly systemMessage?: string;
  readonly silent?: boolean;
  readonly max_reason?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const rows = fs
  .readFileSync(path.join(import.meta.dirname, 'corpus', 'hook-inputs.jsonl'), 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as Row);

const usualLaw = `
hooklaw: 1
rules:
  - { id: no-rm, kind: policy, tool: Bash, when: "input.command.contains('rm -rf')", deny: Deleting is not allowed. }
  - { id: no-rm-in-files, kind: policy, tool: Write, when: "input.content.contains('rm -rf')", deny: Not in files either. }
`;

function makeInput({ stdin, stdin_base64, generate }: Row): string | Uint8Array {
  if (stdin_base64 !== undefined) return Buffer.from(stdin_base64, 'base64');
  if (generate?.depth !== undefined) {
    const nested = `${'['.repeat(generate.depth)}${']'.repeat(generate.depth)}`;
    return `{"hook_event_name":"PreToolUse","tool_name":"mcp__x__y","tool_input":{"a":${nested}}}`;
  }
  if (generate?.content_bytes !== undefined) {
    const content = `${'a'.repeat(generate.content_bytes)}${generate.ending ?? ''}`;
    return JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: '/x', content },
    });
  }
  return stdin ?? '';
}

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
        makeInput(row),
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
