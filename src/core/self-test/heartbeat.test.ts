import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/json-value.ts';
import { HeartbeatTally } from './heartbeat.ts';

let nextId = 0;
const newId = (): string => {
  nextId += 1;
  return `toolu_${nextId}`;
};

/** A message of the model with calls, as a transcript has it. */
const message = (sessionId: string, timestamp: string, ids: readonly string[]): JsonValue => ({
  type: 'assistant',
  sessionId,
  timestamp,
  message: { role: 'assistant', content: [{ type: 'text', text: 'x' }, ...ids.map(id => ({ type: 'tool_use', id }))] },
});
const record = (session_id: string | null, time: string, tool_use_id: string | null = newId()): JsonValue => ({
  id: newId(),
  session_id,
  time,
  tool_use_id,
});

const monday = '2026-11-30T10:00:00.000Z';
const tuesday = '2026-12-01T10:00:00.000Z';

describe('the heartbeat', () => {
  it('counts sessions, calls and records by day', () => {
    const tally = new HeartbeatTally();
    tally.sawTranscriptLine({ type: 'user', sessionId: 'a', timestamp: monday }, 'a');
    tally.sawTranscriptLine(message('a', monday, [newId(), newId()]), 'a');
    tally.sawTranscriptLine(message('a', tuesday, [newId()]), 'a');
    tally.sawTranscriptLine(message('b', tuesday, []), 'b');
    tally.sawRecord(record('a', '2026-11-30T12:00:00+01:00', 't1'));
    tally.sawRecord(record('a', '2026-11-30T12:00:01+01:00', 't1'));
    tally.sawRecord(record(null, '2026-12-02T00:30:00+01:00', null));
    expect(tally.report(undefined).days).toEqual([
      { day: '2026-11-30', sessions: 1, toolCalls: 2, hookCalls: 1 },
      { day: '2026-12-01', sessions: 2, toolCalls: 1, hookCalls: 1 },
    ]);
  });

  it('names the sessions whose tools were called without the hook', () => {
    const tally = new HeartbeatTally();
    const later = '2026-12-01T11:00:00.000Z';
    tally.sawTranscriptLine(message('silent', tuesday, [newId(), newId()]), 'silent');
    tally.sawTranscriptLine(message('silent', later, [newId()]), 'silent');
    tally.sawTranscriptLine(message('guarded', tuesday, [newId()]), 'guarded');
    tally.sawTranscriptLine(message('summed up', tuesday, [newId()]), 'summed up');
    tally.sawTranscriptLine(message('talk', tuesday, []), 'talk');
    tally.sawTranscriptLine(message('before', '2026-11-29T10:00:00Z', [newId()]), 'before');
    tally.sawRecord(record('guarded', monday));
    tally.sawSummary({ session_id: 'summed up', time: tuesday });
    expect(tally.report(undefined)).toMatchObject({
      since: monday,
      silent: [{ sessionId: 'silent', first: tuesday, last: later, toolCalls: 3 }],
    });
    expect(tally.report('2026-12-02T00:00:00Z').since).toBe(monday);
    expect(tally.report('2026-11-01T00:00:00Z').silent.map(({ sessionId }) => sessionId)).toEqual(['before', 'silent']);
  });

  it('expects nothing of a hook that was never installed, and something of one that never ran', () => {
    const tally = new HeartbeatTally();
    tally.sawTranscriptLine(message('a', monday, [newId()]), 'a');
    tally.sawTranscriptLine(message('b', tuesday, [newId()]), 'b');
    expect(tally.report('2026-12-01T00:00:00Z').silent.map(({ sessionId }) => sessionId)).toEqual(['b']);
    expect(tally.report(undefined)).toMatchObject({ since: undefined, silent: [] });
  });

  it('does not blame a fork for the calls that it repeats', () => {
    const tally = new HeartbeatTally();
    const id = newId();
    tally.sawTranscriptLine(message('first', monday, [id]), 'first');
    tally.sawTranscriptLine(message('fork', monday, [id]), 'fork');
    tally.sawRecord(record('first', monday, id));
    expect(tally.report(undefined)).toMatchObject({ days: [{ toolCalls: 1 }], silent: [] });
  });

  it('takes whatever stands in the files', () => {
    const tally = new HeartbeatTally();
    const odd: readonly JsonValue[] = [
      null,
      [],
      'x',
      {},
      { timestamp: 'soon' },
      { type: 'assistant', timestamp: monday, message: { content: 'x' } },
      { type: 'assistant', timestamp: monday, message: { content: [1, { type: 'tool_use' }] } },
    ];
    for (const line of odd) {
      tally.sawTranscriptLine(line, 'by its file');
      tally.sawRecord(line);
      tally.sawSummary(line);
    }
    expect(tally.report('never')).toEqual({
      days: [{ day: '2026-11-30', sessions: 1, toolCalls: 0, hookCalls: 0 }],
      silent: [],
      since: undefined,
    });
  });
});
