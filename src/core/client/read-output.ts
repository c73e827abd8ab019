import { eventInfo, isKnownEvent } from '../event/catalogue.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField, ownString } from '../json/json-value.ts';
import { scanJson } from '../json/scan-json.ts';

/** A field of the output for which the client does not take the whole of it. */
export interface OutputFault {
  readonly path: string;
  readonly message: string;
}

/** What the client makes of a hook's standard output. */
export type OutputReading =
  | { readonly kind: 'empty' }
  /** Not an object from the first character to the last: taken for plain text, which decides nothing. */
  | { readonly kind: 'text' }
  /** Looks like an object and does not parse; `cause` is the parser's. */
  | { readonly kind: 'broken'; readonly cause: string }
  /** Parses, and fails the schema: nothing of it counts. */
  | { readonly kind: 'refused'; readonly value: JsonObject; readonly faults: readonly OutputFault[] }
  /** `async: true`: the hook says that it goes on in the background, and nothing else of it counts. */
  | { readonly kind: 'async' }
  /** `ignored`: a part that is about another event, and counts for nothing. */
  | { readonly kind: 'output'; readonly value: JsonObject; readonly ignored?: OutputFault };

/** Reads what a hook printed, as the client does for an event. Observed in 2.1.332. */
export function readOutput(stdout: string, event: string): OutputReading {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  if (text === '') return { kind: 'empty' };
  if (!text.startsWith('{')) return { kind: 'text' };
  if (isAsync(text.split('\n', 1)[0] ?? '')) return { kind: 'async' };
  const value = parse(text);
  if (!('json' in value)) {
    const isText = !text.endsWith('}') || isListOfUnknown(text, event);
    return isText ? { kind: 'text' } : { kind: 'broken', cause: value.cause };
  }
  if (!isJsonObject(value.json)) return { kind: 'text' };
  if (ownField(value.json, 'async') === true) return { kind: 'async' };
  const faults = findOutputFaults(value.json, event);
  if (faults.length > 0) return { kind: 'refused', value: value.json, faults };
  const ignored = findIgnored(value.json, event);
  return { kind: 'output', value: value.json, ...(ignored === undefined ? {} : { ignored }) };
}

/** An answer to another event passes the schema, and what it says of that event is ignored. */
function findIgnored(value: JsonObject, event: string): OutputFault | undefined {
  const specific = ownField(value, 'hookSpecificOutput');
  const name = isJsonObject(specific) ? ownField(specific, 'hookEventName') : event;
  if (name === event) return undefined;
  return fault('hookSpecificOutput.hookEventName', `is ${JSON.stringify(name)}, not ${JSON.stringify(event)}`);
}

function parse(text: string): { readonly json: JsonValue } | { readonly cause: string } {
  try {
    return { json: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { cause: error instanceof Error ? error.message : String(error) };
  }
}

function isAsync(line: string): boolean {
  const value = parse(line);
  return 'json' in value && isJsonObject(value.json) && ownField(value.json, 'async') === true;
}

const knownKeys: readonly string[] = [
  ...['continue', 'suppressOutput', 'stopReason', 'reason', 'systemMessage', 'terminalSequence'],
  ...['decision', 'hookSpecificOutput'],
];

/** Lines that are each JSON and none a hook's output pass as text; of a mixture the client says that it is broken. */
function isListOfUnknown(text: string, event: string): boolean {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  if (lines.length < 2) return false;
  return lines.every(line => {
    const value = parse(line);
    if (!('json' in value)) return false;
    const { json } = value;
    if (!isJsonObject(json)) return true;
    return findOutputFaults(json, event).length > 0 || !Object.keys(json).some(key => knownKeys.includes(key));
  });
}

/** The first key that stands twice in one object of the output; its last value counts. */
export function findRepeatedKey(stdout: string): string | undefined {
  return scanJson(stdout, 200).duplicateKey;
}

const words: Readonly<Record<string, readonly string[]>> = {
  decision: ['approve', 'block'],
  permissionDecision: ['allow', 'deny', 'ask', 'defer'],
};

const topTypes: Readonly<Record<string, 'boolean' | 'string'>> = {
  continue: 'boolean',
  suppressOutput: 'boolean',
  stopReason: 'string',
  systemMessage: 'string',
  reason: 'string',
  terminalSequence: 'string',
};

/** What is wrong with an output by the schema of the client. Source: `SyncHookJSONOutput` of the Agent SDK 0.3.332. */
function findOutputFaults(value: JsonObject, event: string): OutputFault[] {
  const faults = Object.entries(topTypes).flatMap(([key, type]) => checkType(value, key, type, ''));
  faults.push(...checkWord(value, 'decision', ''));
  const specific = ownField(value, 'hookSpecificOutput');
  if (specific === undefined) return faults;
  if (!isJsonObject(specific)) return [...faults, fault('hookSpecificOutput', 'is not an object')];
  return [...faults, ...findSpecificFaults(specific, event)];
}

function findSpecificFaults(specific: JsonObject, event: string): OutputFault[] {
  const prefix = 'hookSpecificOutput.';
  const name = ownField(specific, 'hookEventName');
  if (name === undefined) return [fault(`${prefix}hookEventName`, 'is missing')];
  // Another event's name passes the schema; the part that it is about is then ignored.
  if (name !== event && typeof name === 'string' && isKnownEvent(name)) return [];
  if (name !== event)
    return [fault(`${prefix}hookEventName`, `is ${JSON.stringify(name)}, not ${JSON.stringify(event)}`)];
  const faults = [
    ...checkType(specific, 'permissionDecisionReason', 'string', prefix),
    ...checkType(specific, 'additionalContext', 'string', prefix),
  ];
  if (eventInfo(event).deny === 'permission-decision')
    faults.push(...checkWord(specific, 'permissionDecision', prefix));
  const updated = ownField(specific, 'updatedInput');
  if (updated !== undefined && !isJsonObject(updated)) faults.push(fault(`${prefix}updatedInput`, 'is not an object'));
  return faults;
}

function checkType(object: JsonObject, key: string, type: 'boolean' | 'string', prefix: string): OutputFault[] {
  const value = ownField(object, key);
  return value === undefined || typeof value === type ? [] : [fault(`${prefix}${key}`, `is not a ${type}`)];
}

function checkWord(object: JsonObject, key: string, prefix: string): OutputFault[] {
  const value = ownField(object, key);
  const known = words[key] ?? [];
  if (value === undefined || (typeof value === 'string' && known.includes(value))) return [];
  const wanted = known.map(word => `\`${word}\``).join(', ');
  return [fault(`${prefix}${key}`, `is ${JSON.stringify(value)}, which is none of ${wanted}`)];
}

function fault(path: string, message: string): OutputFault {
  return { path, message: `\`${path}\` ${message}` };
}

/** `hookSpecificOutput` of an output that was taken; nothing when it is about another event. */
export function specificOutput(value: JsonObject, event: string): JsonObject {
  const specific = ownField(value, 'hookSpecificOutput');
  return isJsonObject(specific) && ownField(specific, 'hookEventName') === event ? specific : {};
}

/** The decision that an output carries for its event, in the words of the client; undefined when it has none. */
export function decisionOf(value: JsonObject, event: string): string | undefined {
  const top = ownString(value, 'decision');
  const specific = specificOutput(value, event);
  const { deny } = eventInfo(event);
  if (deny === 'permission-decision') return top === 'block' ? top : (ownString(specific, 'permissionDecision') ?? top);
  const request = ownField(specific, 'decision');
  if (deny === 'permission-request' && isJsonObject(request)) return ownString(request, 'behavior');
  return deny === 'elicitation' ? ownString(specific, 'action') : top;
}
