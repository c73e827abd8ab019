import { isJsonObject, type JsonObject, type JsonValue, ownField, ownString } from '../json/json-value.ts';

/** What happened on one day, UTC. */
export interface HeartbeatDay {
  /** `2026-11-30`. */
  readonly day: string;
  /** Sessions in which anything was written that day. */
  readonly sessions: number;
  /** Calls of tools by the model, as the transcripts tell. */
  readonly toolCalls: number;
  /** Calls that hooklaw has records of. */
  readonly hookCalls: number;
}

/** A session whose tools were called without the hook. */
export interface SilentSession {
  readonly sessionId: string;
  /** When the first and the last of its calls were made; ISO 8601, UTC. */
  readonly first: string;
  readonly last: string;
  readonly toolCalls: number;
}

/** Whether the guard was there when tools were called. */
export interface Heartbeat {
  /** The days on which anything happened, the oldest first. */
  readonly days: readonly HeartbeatDay[];
  /** Sessions with calls after the hook was installed and no record of any call, the oldest first. */
  readonly silent: readonly SilentSession[];
  /** From when on calls are expected to have records; undefined when nothing says that the hook was ever installed. */
  readonly since: string | undefined;
}

interface Call {
  readonly sessionId: string;
  readonly time: string;
}

/** Counts calls of tools in transcripts against hooklaw's records of them. */
export class HeartbeatTally {
  /** By the call's id: a forked or resumed session repeats the calls of the one it goes on with. */
  readonly #calls = new Map<string, Call>();
  readonly #sessionsByDay = new Map<string, Set<string>>();
  readonly #recordsByDay = new Map<string, Set<string>>();
  readonly #guarded = new Set<string>();
  #firstRecord: string | undefined;

  /**
   * Takes in a line of a transcript; one that has nothing to do with calls may be any value.
   * @param fallback the session's id where the line names none
   */
  sawTranscriptLine(line: JsonValue, fallback: string): void {
    if (!isJsonObject(line)) return;
    const time = readTime(ownString(line, 'timestamp'));
    if (time === undefined) return;
    const sessionId = ownString(line, 'sessionId') ?? fallback;
    addTo(this.#sessionsByDay, dayOf(time), sessionId);
    for (const id of calledIn(line)) if (!this.#calls.has(id)) this.#calls.set(id, { sessionId, time });
  }

  /** Takes in a line of `audit_log.jsonl`. */
  sawRecord(line: JsonValue): void {
    if (!isJsonObject(line)) return;
    const time = readTime(ownString(line, 'time'));
    if (time === undefined) return;
    const sessionId = ownString(line, 'session_id');
    if (sessionId !== undefined) this.#guarded.add(sessionId);
    const call = ownString(line, 'tool_use_id') ?? ownString(line, 'id') ?? time;
    addTo(this.#recordsByDay, dayOf(time), call);
    this.#noteRecord(time);
  }

  /** Takes in a line of `session_summaries.jsonl`, which outlives an audit log that was cleared. */
  sawSummary(line: JsonValue): void {
    if (!isJsonObject(line)) return;
    const sessionId = ownString(line, 'session_id');
    if (sessionId !== undefined) this.#guarded.add(sessionId);
    const time = readTime(ownString(line, 'time'));
    if (time !== undefined) this.#noteRecord(time);
  }

  /** @param installed when the hook was installed, as far as that is known; an earlier record shows that it was there before */
  report(installed: string | undefined): Heartbeat {
    const times = [readTime(installed), this.#firstRecord].filter(time => time !== undefined);
    const since = times.sort()[0];
    return { days: this.#days(), silent: since === undefined ? [] : this.#silentSince(since), since };
  }

  #noteRecord(time: string): void {
    if (this.#firstRecord === undefined || time < this.#firstRecord) this.#firstRecord = time;
  }

  #days(): HeartbeatDay[] {
    const callsByDay = countBy([...this.#calls.values()].map(({ time }) => dayOf(time)));
    const days = new Set([...this.#sessionsByDay.keys(), ...this.#recordsByDay.keys()]);
    return [...days].sort().map(day => ({
      day,
      sessions: this.#sessionsByDay.get(day)?.size ?? 0,
      toolCalls: callsByDay.get(day) ?? 0,
      hookCalls: this.#recordsByDay.get(day)?.size ?? 0,
    }));
  }

  #silentSince(since: string): SilentSession[] {
    const sessions = new Map<string, string[]>();
    for (const { sessionId, time } of this.#calls.values()) {
      if (time < since || this.#guarded.has(sessionId)) continue;
      sessions.set(sessionId, [...(sessions.get(sessionId) ?? []), time]);
    }
    return [...sessions]
      .map(([sessionId, times]) => summarize(sessionId, times.sort()))
      .sort((one, other) => (one.first < other.first ? -1 : 1));
  }
}

function summarize(sessionId: string, times: readonly string[]): SilentSession {
  return { sessionId, first: times[0] ?? '', last: times.at(-1) ?? '', toolCalls: times.length };
}

/** The ids of the calls that a message of the model makes. */
function calledIn(line: JsonObject): string[] {
  if (ownString(line, 'type') !== 'assistant') return [];
  const message = ownField(line, 'message');
  const content = isJsonObject(message) ? ownField(message, 'content') : undefined;
  return (Array.isArray(content) ? content : [])
    .filter(isJsonObject)
    .filter(block => ownString(block, 'type') === 'tool_use')
    .flatMap(block => ownString(block, 'id') ?? []);
}

/** A time in one form, so that texts compare as times do; undefined when it is none. */
function readTime(text: string | undefined): string | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : undefined;
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  set.add(value);
  sets.set(key, set);
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
