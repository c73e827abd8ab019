import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import { shownInput } from './harmless-inputs.ts';
import type { Sample } from './probe-ground.ts';
import type { GuardText } from './read-guard-text.ts';

type FromText = (text: string, folder: string) => JsonObject | undefined;

const inFile =
  (rest: (text: string) => JsonObject): FromText =>
  (text, folder) =>
    looksLikePath(text)
      ? { file_path: text.startsWith('/') ? text : `${folder}/${text}`, ...rest('') }
      : { file_path: `${folder}/src/hooklaw-self-test.ts`, ...rest(text) };

/** How a text that a guard looks for gets into a call of a tool. */
const fromText: Readonly<Record<string, FromText>> = {
  Bash: text => ({ command: text, description: 'Do what was asked' }),
  PowerShell: text => ({ command: text }),
  Monitor: text => ({ command: text, description: 'Do what was asked' }),
  Write: inFile(text => ({ content: `${text}\n` })),
  Edit: inFile(text => ({ old_string: 'a', new_string: text })),
  MultiEdit: inFile(text => ({ edits: [{ old_string: 'a', new_string: text }] })),
  Read: (text, folder) => ({ file_path: text.startsWith('/') ? text : `${folder}/${text}` }),
  NotebookEdit: (text, folder) => ({ notebook_path: `${folder}/hooklaw-self-test.ipynb`, new_source: text }),
  Grep: (text, folder) => ({ pattern: text, path: looksLikePath(text) ? `${folder}/${text}` : folder }),
  Glob: (text, folder) => ({ pattern: text, path: folder }),
  WebFetch: text => ({ url: toUrl(text), prompt: 'Show it' }),
  WebSearch: text => ({ query: text }),
  Agent: text => ({ description: text, prompt: text, subagent_type: text }),
  Task: text => ({ description: text, prompt: text, subagent_type: text }),
};

function toUrl(text: string): string {
  if (/^[a-z]+:\/\//.test(text)) return text;
  return /^[\w.-]+\.[a-z]{2,}(\/|$)/i.test(text) ? `https://${text}` : `https://example.com/${encodeURI(text)}`;
}

function looksLikePath(text: string): boolean {
  return !/\s/.test(text) && /[./]/.test(text);
}

/** Calls of a tool made from what a guard's own text looks for. */
export function derivedInputs(tool: string, text: GuardText, folder: string): Sample[] {
  const inputs = tool.startsWith('mcp__') ? mcpInputs(text) : textInputs(tool, text, folder);
  return inputs.map((fields, index) => {
    const shown = shownInput(fields);
    return { id: `own-${index + 1}`, fields, ...(shown === undefined ? {} : { shown }) };
  });
}

function textInputs(tool: string, { texts }: GuardText, folder: string): JsonObject[] {
  const make = Object.hasOwn(fromText, tool) ? fromText[tool] : undefined;
  if (make === undefined) return [];
  const ordered = tool === 'Bash' ? [...texts].sort((a, b) => commandLikeness(b) - commandLikeness(a)) : texts;
  return ordered.map(text => make(text, folder)).filter(input => input !== undefined);
}

/** Texts that begin with a program's name and have more words are tried first. */
function commandLikeness(text: string): number {
  if (/^[a-z][\w./-]*\s+\S/.test(text)) return 3;
  return /^[a-z][\w./-]*$/.test(text) ? 2 : 1;
}

/** Each number above and below, each text, in every field that is read. */
function mcpInputs({ fields, numbers, texts }: GuardText): JsonObject[] {
  const values: JsonValue[] = [...numbers.flatMap(number => [number + 1, number - 1]), ...texts.slice(0, 6)];
  if (fields.length === 0) return [];
  return values.map(value => Object.fromEntries(fields.map(field => [field, value])));
}
