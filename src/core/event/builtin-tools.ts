import { parseToolShape, type ShapeNotation, type ToolShape } from '../law/shape.ts';

/**
 * The inputs of Claude Code's own tools, by which expressions are checked when a law is compiled. They are not enforced
 * on calls: a newer client may add fields. Source: `sdk-tools.d.ts` of `@anthropic-ai/claude-agent-sdk` 0.3.332.
 */
const notations: Readonly<Record<string, { readonly [field: string]: ShapeNotation }>> = {
  Agent: {
    description: 'string',
    prompt: 'string',
    subagent_type: 'string?',
    model: 'string?',
    effort: 'string?',
    run_in_background: 'boolean?',
    name: 'string?',
    team_name: 'string?',
    mode: 'string?',
    isolation: 'string?',
  },
  Bash: {
    command: 'string',
    timeout: 'number?',
    description: 'string?',
    run_in_background: 'boolean?',
    dangerouslyDisableSandbox: 'boolean?',
  },
  PowerShell: { command: 'string', timeout: 'number?', description: 'string?', run_in_background: 'boolean?' },
  Edit: { file_path: 'string', old_string: 'string', new_string: 'string', replace_all: 'boolean?' },
  Read: { file_path: 'string', offset: 'number?', limit: 'number?', pages: 'string?', allow_large: 'boolean?' },
  Write: { file_path: 'string', content: 'string' },
  Glob: { pattern: 'string', path: 'string?' },
  Grep: {
    pattern: 'string',
    path: 'string?',
    glob: 'string?',
    output_mode: 'string?',
    '-B': 'number?',
    '-A': 'number?',
    '-C': 'number?',
    context: 'number?',
    '-n': 'boolean?',
    '-i': 'boolean?',
    '-o': 'boolean?',
    type: 'string?',
    head_limit: 'number?',
    offset: 'number?',
    multiline: 'boolean?',
  },
  NotebookEdit: {
    notebook_path: 'string',
    cell_id: 'string?',
    new_source: 'string',
    cell_type: 'string?',
    edit_mode: 'string?',
  },
  TaskStop: { task_id: 'string?', shell_id: 'string?' },
  ListMcpResources: { server: 'string?' },
  ReadMcpResource: { server: 'string', uri: 'string' },
  TodoWrite: { todos: 'object[]' },
  WebFetch: { url: 'string', prompt: 'string', offset: 'number?' },
  WebSearch: { query: 'string', allowed_domains: 'string[]?', blocked_domains: 'string[]?' },
};

/** Tools of the client whose inputs are not described here, so that their names are not taken for misspelt ones. */
const otherToolNames = [
  'AskUserQuestion',
  'BashOutput',
  'CronCreate',
  'CronDelete',
  'CronList',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitPlanMode',
  'ExitWorktree',
  'KillShell',
  'ListMcpResourcesTool',
  'LSP',
  'Monitor',
  'MultiEdit',
  'NotebookRead',
  'ReadMcpResourceTool',
  'ScheduleWakeup',
  'SendMessage',
  'Skill',
  'SlashCommand',
  'StructuredOutput',
  'Task',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskOutput',
  'TaskUpdate',
  'TeamCreate',
  'TeamDelete',
  'ToolSearch',
  'Workflow',
];

export const builtinToolNames: readonly string[] = [...Object.keys(notations), ...otherToolNames];

/** The known input of one of the client's own tools; undefined when it is not described. */
export function builtinToolShape(name: string): ToolShape | undefined {
  const notation = Object.hasOwn(notations, name) ? notations[name] : undefined;
  return notation === undefined ? undefined : parseToolShape(notation);
}
