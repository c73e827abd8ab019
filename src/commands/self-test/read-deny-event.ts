import fs from 'node:fs';
import { defaultEventLimits, readEvent } from '../../core/event/read-event.ts';
import { isJsonObject, type JsonObject } from '../../core/json/json-value.ts';
import type { DenyEvent } from '../../core/self-test/probes/probe-ground.ts';

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
 * @param label what the event is called in the report
 * @throws when the file cannot be read or is no event
 */
export function readDenyEvent(file: string, label: string, cwd: string): DenyEvent {
  const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (!isJsonObject(value)) throw new Error('it is not an object');
  const event = { ...standIns, cwd, ...value };
  readEvent(new TextEncoder().encode(JSON.stringify(event)), undefined, defaultEventLimits);
  return { label, event, file };
}
