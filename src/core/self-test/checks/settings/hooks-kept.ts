import type { HookReading, Loss, ReadingFault } from '../../../client/read-hooks.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { findingAt, nearestNode } from '../../settings/placed-hook.ts';

/** Nothing in a file makes the client drop hooks. */
export const hooksKept: Check = {
  name: 'hooks-kept',
  codes: ['settings/dropped-hooks'],
  reads: 'settings',
  run: ({ readings }) =>
    readings.flatMap(reading =>
      reading.faults
        .filter(({ kind, loss }) => loss !== 'nothing' && kind !== 'syntax' && kind !== 'unreadable')
        .filter(fault => !isMisplaced(fault))
        .map(fault => report(reading, fault)),
    ),
};

/** An event outside of `hooks` has a check of its own. */
function isMisplaced({ kind, path }: ReadingFault): boolean {
  return kind === 'shape' && path.length > 0 && path[0] !== 'hooks';
}

function report(reading: HookReading, { kind, message, path, loss }: ReadingFault): Finding {
  const place = path.length === 0 ? '' : `\`${formatPath(path)}\`: `;
  const node = nearestNode(reading, path);
  return findingAt('settings/dropped-hooks', reading, {
    at: path,
    message: `${place}${message}, so the client silently drops ${lossText(loss, path)}`,
    help: kind === 'setting' ? 'correct the value, or take the setting out' : helpFor(node?.value, path),
  });
}

function lossText(loss: Loss, path: readonly (string | number)[]): string {
  switch (loss) {
    case 'file':
      return 'everything in this file, its hooks too';
    case 'event':
      return `every hook of \`${path[1]}\` in this file; older clients drop all hooks of the file`;
    case 'entry':
      return 'it; older clients drop all hooks of the file';
    default:
      return 'every hook of this file';
  }
}

/** As a person writes a place, such as `hooks.PreToolUse[0].matcher`. */
function formatPath(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

function helpFor(value: JsonValue | undefined, path: readonly (string | number)[]): string {
  const field = path.at(-1);
  if (field === 'hooks' && path.length === 1) return hooksHelp(value);
  if (path.length === 2) return `make it a list of groups: \`"${path[1]}": [{ "matcher": "…", "hooks": [ … ] }]\``;
  if (path.length === 3 && isJsonObject(value)) return groupHelp(value);
  if (field === 'matcher') return matcherHelp(value);
  if (field === 'hooks' && isJsonObject(value)) return `put it into a list: \`"hooks": [${shown(value)}]\``;
  if (field === 'timeout') return 'write a number of seconds above 0, without quotes, such as `"timeout": 10`';
  if (field === 'onFailure') return 'write `"onFailure": "block"`, or leave it out';
  if (isJsonObject(value) && ownField(value, 'type') === undefined) return 'add `"type": "command"`';
  if (isJsonObject(value)) return 'add what is missing, or take the entry out';
  return 'correct the entry, or take it out';
}

function hooksHelp(value: JsonValue | undefined): string {
  const [first] = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  const event = isJsonObject(first) ? (ownField(first, 'event') ?? 'PreToolUse') : 'PreToolUse';
  return `name the events as keys: \`"hooks": { "${String(event)}": [{ "matcher": "…", "hooks": [{ "type": "command", "command": "…" }] }] }\``;
}

function groupHelp(value: JsonObject): string {
  const { matcher, hooks, ...entry } = value;
  if (hooks !== undefined) return '`hooks` of a group has to be a list';
  if (Object.keys(entry).length === 0)
    return 'give the group a list `"hooks": [{ "type": "command", "command": "…" }]`';
  const group = { ...(typeof matcher === 'string' ? { matcher } : {}), hooks: [{ type: 'command', ...entry }] };
  return `write the group with its list: \`${shown(group)}\``;
}

function matcherHelp(value: JsonValue | undefined): string {
  if (Array.isArray(value) && value.every(item => typeof item === 'string'))
    return `write \`"matcher": "${value.join('|')}"\``;
  const names = isJsonObject(value)
    ? Object.values(value)
        .flat()
        .filter(item => typeof item === 'string')
    : [];
  const shaped = names.every(name => /^[A-Z]\w+$/.test(name)) && names.length > 0 ? names.join('|') : 'Bash|Write';
  return `a matcher is one string, such as \`"matcher": "${shaped}"\`, or \`"*"\` for every tool`;
}

/** JSON in one line, as a person writes it. */
function shown(value: JsonValue): string {
  const text = format(value);
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

function format(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(format).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${format(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
