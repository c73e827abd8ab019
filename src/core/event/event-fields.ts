import { type EventName, eventInfo } from './catalogue.ts';

/**
 * The fields that `event` has in expressions, by CEL type; `?` marks one that is not always there.
 * The tool's name, input and answer are not among them: they have names of their own (`tool`, `input`, `result`).
 * Source: the input types in `sdk.d.ts` of `@anthropic-ai/claude-agent-sdk` 0.3.332.
 */
const common: Readonly<Record<string, string>> = {
  session_id: 'string',
  transcript_path: 'string',
  cwd: 'string',
  hook_event_name: 'string',
  prompt_id: 'string?',
  permission_mode: 'string?',
  agent_id: 'string?',
  agent_type: 'string?',
  effort: 'dyn?',
};

const toolFields: Readonly<Record<string, string>> = {
  tool_use_id: 'string?',
  mcp_server: 'dyn?',
  duration_ms: 'double?',
};

const ownFields: Partial<Record<EventName, Readonly<Record<string, string>>>> = {
  PostToolUseFailure: { error: 'dyn?', is_interrupt: 'bool?' },
  PermissionDenied: { reason: 'string' },
  PermissionRequest: { permission_suggestions: 'dyn?' },
  PreSkillShellCommand: { command_name: 'string', command_source: 'string?', invoked_by: 'string' },
  PreModelSwitch: {
    from_model: 'string',
    to_model: 'string',
    requested_model: 'dyn',
    source: 'string',
    context_tokens: 'double',
    prompt_cache_warm: 'bool',
    estimated_cache_write_usd: 'double',
  },
  UserPromptSubmit: { prompt: 'string', source: 'string?', session_title: 'string?' },
  UserPromptExpansion: {
    expansion_type: 'string',
    command_name: 'string',
    command_args: 'string',
    command_source: 'string?',
    prompt: 'string',
  },
  PreCompact: { trigger: 'string', custom_instructions: 'dyn' },
  PostCompact: { trigger: 'string' },
  ConfigChange: { source: 'string', file_path: 'string?' },
  TaskCreated: { task_id: 'string', task_subject: 'string', task_description: 'string?', teammate_name: 'string?' },
  TaskCompleted: { task_id: 'string', task_subject: 'string', task_description: 'string?', teammate_name: 'string?' },
  TeammateIdle: { teammate_name: 'string', team_name: 'string?' },
  Elicitation: {
    mcp_server_name: 'string',
    message: 'string',
    mode: 'string?',
    url: 'string?',
    elicitation_id: 'string?',
    requested_schema: 'dyn?',
  },
  ElicitationResult: {
    mcp_server_name: 'string',
    elicitation_id: 'string?',
    mode: 'string?',
    action: 'string',
    content: 'dyn?',
  },
  Stop: {
    stop_hook_active: 'bool',
    last_assistant_message: 'string?',
    background_tasks: 'dyn?',
    session_crons: 'dyn?',
  },
  SubagentStop: { stop_hook_active: 'bool', last_assistant_message: 'string?' },
  SessionStart: { source: 'string', model: 'string?' },
  SessionEnd: { reason: 'string' },
  Notification: { message: 'string', title: 'string?', notification_type: 'string?' },
  PostToolBatch: { tool_calls: 'dyn' },
  WorktreeCreate: { name: 'string' },
  WorktreeRemove: { worktree_path: 'string' },
  DirectoryAdded: { directory: 'string', source: 'string' },
};

/** Fields of the event that expressions read under other names, so that nothing reads an input unchecked. */
export const hiddenEventFields: ReadonlySet<string> = new Set([
  'tool_name',
  'tool_input',
  'tool_response',
  'tool_result',
]);

export interface EventField {
  readonly celType: string;
  readonly optional: boolean;
}

/** The fields that an event is known to have. */
export function eventFields(name: EventName): Readonly<Record<string, EventField>> {
  const all = { ...common, ...(eventInfo(name).tool ? toolFields : {}), ...ownFields[name] };
  return Object.fromEntries(
    Object.entries(all).map(([field, type]) => [
      field,
      { celType: type.replace('?', ''), optional: type.endsWith('?') },
    ]),
  );
}
