import path from 'node:path';

/** The event that the client would send for a call, as JSON. */
export function toolCall(cwd, tool_name, tool_input) {
  return JSON.stringify({
    session_id: '5f6e0c3e-2f0a-4f5f-9a53-6f2a7d1f0c11',
    transcript_path: path.join(cwd, 'transcript.jsonl'),
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
    tool_use_id: 'toolu_01',
  });
}
