import { expect, it } from 'vitest';
import { type CallFate, readClientEvents } from './read-client-events.ts';

const lines = (...events: readonly unknown[]): string => events.map(event => JSON.stringify(event)).join('\n');

/** A tool's result as the client tells of it. */
const result = (content: unknown, is_error: boolean, meta?: object): object => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content, is_error }] },
  ...(meta === undefined ? {} : { tool_result_meta: [{ id: 't', ...meta }] }),
});
const fateOf = (...events: readonly object[]): CallFate | undefined =>
  readClientEvents(lines(...events)).fates.get('t');

it('tells whether a call ran, and who stopped it', () => {
  const byHook = { non_execution_kind: 'permission-rule', permission_decision: { decision: 'reject', source: 'hook' } };
  const byRule = { non_execution_kind: 'permission-rule', permission_decision: { decision: 'reject', source: 'rule' } };
  expect(fateOf(result('done', false))).toEqual({ kind: 'ran', read: 'done' });
  expect(fateOf(result([{ type: 'text', text: 'a' }, { type: 'image' }], false))).toEqual({ kind: 'ran', read: 'a' });
  expect(fateOf(result('Exit code 1', true))).toEqual({ kind: 'ran', read: 'Exit code 1' });
  expect(fateOf(result('not that', true, byHook))).toEqual({ kind: 'stopped', by: 'hook', read: 'not that' });
  expect(fateOf(result('denied', true, byRule))).toEqual({ kind: 'stopped', by: 'client', read: 'denied' });
  expect(fateOf()).toBeUndefined();
});

it('tells it of an older client as well, from its words', () => {
  const words = 'PreToolUse:Bash hook error: [exit 2]: No stderr output';
  expect(fateOf(result(words, true))).toEqual({ kind: 'stopped', by: 'hook', read: words });
  const end = { type: 'result', result: 'finished', permission_denials: [{ tool_use_id: 't' }] };
  expect(fateOf(result('no permission', true), end)).toEqual({ kind: 'stopped', by: 'client', read: 'no permission' });
});

it('tells which hooks ran, and which calls no hook has judged', () => {
  const read = readClientEvents(
    lines(
      { type: 'system', subtype: 'init', claude_code_version: '2.1.332' },
      {
        type: 'system',
        subtype: 'hook_response',
        hook_event: 'PreToolUse',
        hook_name: 'PreToolUse:Bash',
        exit_code: 1,
        outcome: 'error',
        stdout: 'o',
        stderr: 'e',
      },
      { type: 'system', subtype: 'hook_response' },
      { type: 'system', subtype: 'informational', hook_no_verdict: { tool_use_id: 't', timed_out: true } },
      { type: 'system', subtype: 'informational', content: 'of something else' },
      { type: 'result', result: 'finished' },
    ),
  );
  expect(read).toMatchObject({ version: '2.1.332', final: 'finished', unchecked: new Set(['t']) });
  expect(read.hooks).toEqual([
    { event: 'PreToolUse', name: 'PreToolUse:Bash', exitCode: 1, outcome: 'error', stdout: 'o', stderr: 'e' },
    { event: '', name: '', exitCode: undefined, outcome: undefined, stdout: '', stderr: '' },
  ]);
});

it('reads past what is no event', () => {
  expect(readClientEvents('warning: x\n[]\n{"type":"user","message":1}\n{"torn')).toMatchObject({
    version: undefined,
    hooks: [],
  });
});
