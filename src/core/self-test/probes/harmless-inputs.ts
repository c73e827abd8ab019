import type { JsonObject } from '../../json/json-value.ts';
import type { Sample } from './probe-ground.ts';

/** A file that is not there, so that a hook which works on files changes none. */
const file = (folder: string): string => `${folder}/src/hooklaw-self-test.ts`;

type Inputs = (folder: string) => readonly (JsonObject | readonly [string, JsonObject])[];

/** A command with everything that is easily lost between a shell, a variable and a parser. */
const awkward = 'printf \'%s\\n\' "it\'s \\"quoted\\"" # naïve – ✓\nls "a b"';

const inputs: Readonly<Record<string, Inputs>> = {
  Bash: () => [
    ['git-status', { command: 'git status', description: 'Show the state of the working tree' }],
    ['awkward', { command: awkward, description: 'Print a text' }],
  ],
  PowerShell: () => [{ command: 'Get-ChildItem' }],
  Monitor: () => [{ command: 'git status', description: 'Watch the working tree' }],
  Write: folder => [{ file_path: file(folder), content: 'export const answer = 42;\n' }],
  Edit: folder => [
    { file_path: file(folder), old_string: 'answer = 42', new_string: 'answer = 43', replace_all: false },
  ],
  MultiEdit: folder => [{ file_path: file(folder), edits: [{ old_string: 'answer = 42', new_string: 'answer = 43' }] }],
  NotebookEdit: folder => [
    {
      notebook_path: `${folder}/hooklaw-self-test.ipynb`,
      cell_id: 'a',
      new_source: 'answer = 42',
      edit_mode: 'replace',
    },
  ],
  Read: folder => [{ file_path: file(folder) }],
  Glob: folder => [{ pattern: 'src/**/*.ts', path: folder }],
  Grep: folder => [{ pattern: 'answer', path: `${folder}/src`, output_mode: 'content' }],
  WebFetch: () => [{ url: 'https://example.com/', prompt: 'What is this page about?' }],
  WebSearch: () => [{ query: 'TypeScript handbook' }],
  Agent: () => [
    { description: 'Read the README', prompt: 'Summarise the README in two lines.', subagent_type: 'general-purpose' },
  ],
  Task: () => [
    { description: 'Read the README', prompt: 'Summarise the README in two lines.', subagent_type: 'general-purpose' },
  ],
  TodoWrite: () => [{ todos: [{ content: 'Read the README', status: 'pending', activeForm: 'Reading the README' }] }],
  Skill: () => [{ skill: 'example' }],
  SlashCommand: () => [{ command: '/help' }],
};

/** What a person is shown of an input. */
export function shownInput(input: JsonObject): string | undefined {
  for (const field of ['command', 'file_path', 'notebook_path', 'url', 'query', 'pattern', 'prompt', 'path']) {
    const value = input[field];
    if (typeof value === 'string') return shorten(value);
  }
  return Object.keys(input).length === 0 ? undefined : shorten(JSON.stringify(input));
}

function shorten(text: string): string {
  const line = text.replaceAll('\n', '⏎').replaceAll('`', "'");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** Calls of a tool that no guard should mind; the usual one first. */
export function harmlessInputs(tool: string, folder: string): Sample[] {
  const own = Object.hasOwn(inputs, tool) ? inputs[tool]?.(folder) : undefined;
  const listed = own ?? [tool.startsWith('mcp__') ? { id: 'A-1042', query: 'status', amount: 1 } : {}];
  return listed.map(item => {
    const [id, fields] = isNamed(item) ? item : (['harmless', item] as const);
    const shown = shownInput(fields);
    return { id, fields, ...(shown === undefined ? {} : { shown }) };
  });
}

function isNamed(item: JsonObject | readonly [string, JsonObject]): item is readonly [string, JsonObject] {
  return Array.isArray(item);
}
