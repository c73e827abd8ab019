import type { ToolCall } from '../event/tool-event.ts';
import { ownString } from '../json/json-value.ts';

/** The client's own tools that write a file, and the field that names it. */
const fileTools: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** In the names of other tools: words that say that they change something. */
const changing =
  /(?:^|[_-])(?:write|edit|create|delete|remove|move|rename|append|copy|replace|patch|save|put|upload|update|set|insert|str)(?:[_-]|$)/i;
const pathField = /path|file|dest|target|source|^to$|^from$|^uri$/i;

/** The paths that a tool would write to. Of tools that are not known, those whose name says that they write. */
export function targetsOf({ name, server, short, input }: ToolCall): string[] {
  const field = Object.hasOwn(fileTools, name) ? fileTools[name] : undefined;
  if (field !== undefined) {
    const path = ownString(input, field);
    return path === undefined ? [] : [path];
  }
  const spaced = short.replace(/([a-z])([A-Z])/g, '$1_$2');
  if (server === '' || !changing.test(spaced)) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' && value.length < 4_096 && pathField.test(key) ? [value.replace(/^file:\/\//, '')] : [],
  );
}
