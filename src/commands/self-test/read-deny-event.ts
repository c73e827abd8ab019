import fs from 'node:fs';
import { defaultEventLimits, readEvent } from '../../core/event/read-event.ts';
import { isJsonObject, type JsonObject, ownString } from '../../core/json/json-value.ts';
import type { Probe } from '../../core/self-test/probe.ts';

/** Fields that every event of the client has, for files that hold only what they are about. */
const standIns: JsonObject = {
  session_id: 'hooklaw-self-test',
  transcript_path: '/dev/null',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_use_id: 'toolu_self_test',
};

/**
 * Reads an event that has to be denied: a whole one as the client sends it, or its `tool_name` and `tool_input`.
 * @throws when the file cannot be read or is no event
 */
export function readDenyEvent(file: string, name: string, cwd: string): Probe {
  const text = fs.readFileSync(file, 'utf8');
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('it is not an object');
  const event = { ...standIns, cwd, ...value };
  readEvent(new TextEncoder().encode(JSON.stringify(event)), undefined, defaultEventLimits);
  const what = ownString(event, 'tool_name') ?? ownString(event, 'hook_event_name') ?? 'the event';
  return { id: `given-${name}`, label: `${what} (${name})`, expectation: 'deny', event };
}
