import type { ToolCall } from '../event/tool-event.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField, ownString } from '../json/json-value.ts';

/** The client's own tools that write a file, and the field that names it. */
const fileTools: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** In the names of other tools: words that say that they change something. */
const changing =
  /(?:^|[_-])(?:write|overwrite|edit|modify|create|delete|remove|unlink|truncate|move|rename|append|copy|replace|apply|patch|save|put|update|set|insert|str|rm|mv|cp)(?:[_-]|$)/i;
/** Those that take something away from where it is, a whole folder too. */
const taking = /(?:^|[_-])(?:delete|remove|unlink|move|rename|rm|mv)(?:[_-]|$)/i;
const copying = /(?:^|[_-])(?:copy|cp)(?:[_-]|$)/i;
const pathField = /path|file|dest|target|source|^to$|^from$|^uri$|^(?:dir|directory|folder)$/i;
const sourceField = /source|^src|^from/i;
const goalField = /dest|target|^to$|^new/i;

function spacedName({ server, short }: ToolCall): string {
  return server === '' ? '' : short.replace(/([a-z])([A-Z])/g, '$1_$2');
}

/** The paths that a tool would take away, whole folders too; where it moves them to is not among them. */
export function takenBy(tool: ToolCall): string[] {
  if (!taking.test(spacedName(tool))) return [];
  return pathsIn(tool.input, key => pathField.test(key) && !goalField.test(key)).slice(0, mostPaths);
}

/** The paths that a tool would write to. Of tools that are not known, those whose name says that they write. */
export function targetsOf(tool: ToolCall): string[] {
  const { name, input } = tool;
  const field = Object.hasOwn(fileTools, name) ? fileTools[name] : undefined;
  if (field !== undefined) {
    const path = ownString(input, field);
    return path === undefined ? [] : [path];
  }
  const spaced = spacedName(tool);
  if (!changing.test(spaced)) return [];
  return pathsIn(input, key => pathField.test(key) && !(copying.test(spaced) && sourceField.test(key))).slice(
    0,
    mostPaths,
  );
}

/** The most paths of one call that are looked at. */
const mostPaths = 1_000;

/** The texts of the fields that are meant, those in lists and in objects of a list included. */
function pathsIn(input: JsonObject, meant: (key: string) => boolean): string[] {
  return Object.entries(input).flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as JsonValue[]) : [value]).flatMap(item => {
      if (typeof item === 'string')
        return item !== '' && item.length < 4_096 && meant(key) ? [item.replace(/^file:\/\//, '')] : [];
      return Array.isArray(value) && isJsonObject(item) ? pathsIn(item, meant) : [];
    }),
  );
}

/** The command of a shell that a tool is given: one text, or its words as a list; undefined where there is none. */
export function commandOf({ server, input }: ToolCall): string | undefined {
  const plain = ownString(input, 'command');
  if (server === '') return plain;
  const wordsOf = (field: string): string[] => {
    const value = ownField(input, field);
    return Array.isArray(value) ? value.filter(word => typeof word === 'string').map(quoteWord) : [];
  };
  const given = plain ?? ownString(input, 'cmd') ?? wordsOf('command').concat(wordsOf('cmd')).join(' ');
  return given === '' ? undefined : [given, ...wordsOf('args')].join(' ');
}

function quoteWord(word: string): string {
  return /^[\w./~=:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
