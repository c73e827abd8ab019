import type { JsonValue } from '../json/json-value.ts';

/**
 * The texts by which Claude Code tells the model that a call did not run, as `PostToolBatch` hands them over: a bare text,
 * where the answer of an MCP tool is a list of blocks. `TOOL` stands for the tool's name.
 * Source: observed, Claude Code 2.1.332, one recorded call for each.
 */
const openings: readonly string[] = [
  // A PreToolUse hook denied it, ours or another; by exit code and by JSON alike.
  'PreToolUse:TOOL hook error: ',
  // The same where the hook stands in the managed settings.
  '<tool_use_error>PreToolUse:TOOL hook error: ',
  // A hook put another input in its place that the tool does not take.
  'PreToolUse hook for TOOL returned updatedInput that failed schema validation:',
  // The auto mode's classifier refused it, or could not be asked.
  'Permission for this action was denied by the Claude Code auto mode classifier.',
];

/** The same where more than the opening has to fit. */
const patterns: readonly string[] = [
  // A permission rule, or a mode that does not ask: `… has been denied.`, `… with command … has been denied.`
  '^Permission to use TOOL [^]*has been denied\\b',
  // Nobody could be asked.
  "^Claude requested permissions to use TOOL, but you haven't granted it yet\\.",
  "^Claude requested permissions to (?:read from|write to|edit) [^\\n]+, but you haven't granted it yet\\.",
  '^[^\\n]+ needs approval\\. The path is inside the working directories for this session ',
  '^Auto mode is unavailable: [^\\n]+, so TOOL was not run\\b',
  // A rule of ours asked, and nobody agreed: the client repeats the question.
  '^NEEDS APPROVAL: [^]+ \\[rule [^\\]]+\\]',
];

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * Whether the client says that a call was denied before its tool was started. What a person or a hook said in words of
 * their own cannot be told from an answer of the tool, so it counts as unknown.
 * @param response the call's `tool_response` in `PostToolBatch`
 */
export function isClientDenial(tool: string, response: JsonValue | undefined): boolean {
  // The answer of an MCP tool with `structuredContent` comes as the text of that JSON.
  if (typeof response !== 'string' || /^[{[]/.test(response)) return false;
  if (openings.some(opening => response.startsWith(opening.replace('TOOL', () => tool)))) return true;
  const name = escapeRegex(tool);
  return patterns.some(pattern => new RegExp(pattern.replace('TOOL', () => name)).test(response));
}
