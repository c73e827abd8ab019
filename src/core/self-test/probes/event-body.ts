import { eventInfo } from '../../event/catalogue.ts';
import type { JsonObject } from '../../json/json-value.ts';

/** The session that all probes belong to, by which a hook's own records of them can be told from real ones. */
export const probeSession = 'hooklaw-self-test-0000-4000-8000-000000000000';

/** Events that come outside a turn, without a permission mode. Observed in 2.1.332. */
const outsideTurn: readonly string[] = ['SessionStart', 'SessionEnd', 'Setup'];

/** A whole event, with all fields that the client sends with every one. */
export function eventBody(event: string, folder: string, fields: JsonObject): JsonObject {
  return {
    session_id: probeSession,
    transcript_path: `${folder}/hooklaw-self-test/no-transcript.jsonl`,
    cwd: folder,
    ...(outsideTurn.includes(event)
      ? {}
      : { prompt_id: '00000000-0000-4000-8000-000000000001', permission_mode: 'default', effort: { level: 'medium' } }),
    hook_event_name: event,
    ...fields,
  };
}

/** An event about a call of a tool. */
export function toolEventBody(event: string, folder: string, tool: string, input: JsonObject): JsonObject {
  const server = /^mcp__(.+?)__/.exec(tool)?.[1];
  return eventBody(event, folder, {
    tool_name: tool,
    tool_input: input,
    ...(event === 'PermissionRequest' ? {} : { tool_use_id: 'toolu_hooklaw_self_test' }),
    ...afterwards(event),
    ...(server === undefined ? {} : { mcp_server: { name: server, source: 'project' } }),
  });
}

function afterwards(event: string): JsonObject {
  switch (event) {
    case 'PostToolUse':
      return { tool_response: [{ type: 'text', text: 'ok' }], duration_ms: 12 };
    case 'PostToolUseFailure':
      return { error: 'the tool failed', is_interrupt: false, duration_ms: 12 };
    case 'PermissionDenied':
      return { reason: 'not allowed' };
    case 'PreSkillShellCommand':
      return { command_name: 'example', command_source: 'project', invoked_by: 'user' };
    default:
      return {};
  }
}

/** Whether something on an event can still be kept from happening, or a turn be made to go on. */
export function isStoppable(event: string): boolean {
  return eventInfo(event).deny !== undefined;
}
