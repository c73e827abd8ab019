import { type EventName, eventCatalogue, isKnownEvent } from '../event/catalogue.ts';
import { type JsonObject, ownString } from '../json/json-value.ts';

/**
 * The field of an event that a matcher is compared with, for events that are about no tool. Source: Claude Code's hooks
 * reference. On an event that is not here, and has no tool, a matcher is ignored.
 */
const subjects: Partial<Record<EventName, string>> = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  Setup: 'trigger',
  Notification: 'notification_type',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  ConfigChange: 'source',
  UserPromptExpansion: 'command_name',
  StopFailure: 'error',
  InstructionsLoaded: 'load_reason',
  FileChanged: 'file_path',
  Elicitation: 'mcp_server_name',
  ElicitationResult: 'mcp_server_name',
  PreModelSwitch: 'source',
  PostModelSwitch: 'source',
  DirectoryAdded: 'source',
  PreSkillShellCommand: 'command_name',
};

/** The field that a matcher on an event is compared with; undefined where a matcher is ignored. */
export function matchedField(event: string): string | undefined {
  if (!isKnownEvent(event)) return undefined;
  return subjects[event] ?? (eventCatalogue[event].tool ? 'tool_name' : undefined);
}

/** What a matcher is compared with in one event; undefined where a matcher is ignored. */
export function matchedValue(event: string, input: JsonObject): string | undefined {
  const field = matchedField(event);
  return field === undefined ? undefined : ownString(input, field);
}
