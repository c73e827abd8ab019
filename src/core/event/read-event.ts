import { isJsonObject, type JsonObject, ownField, ownString } from '../json/json-value.ts';
import { type JsonScan, scanJson } from '../json/scan-json.ts';
import { eventInfo } from './catalogue.ts';
import { claim, type HookEvent, splitToolName, type ToolCall } from './tool-event.ts';

/** Bounds on what is read. Past them an event is not judged but refused. */
export interface EventLimits {
  /** Most bytes of one event. */
  readonly maxBytes: number;
  /** Deepest nesting of objects and arrays. */
  readonly maxDepth: number;
  /** Most values; together with the size it bounds the memory that parsing takes. */
  readonly maxValues: number;
}

/** 32 MiB holds the largest file a client writes in one call; 128 levels and a million values are far beyond any tool's input. */
export const defaultEventLimits: EventLimits = { maxBytes: 32 * 1024 * 1024, maxDepth: 128, maxValues: 1_000_000 };

export type EventFault =
  | 'empty'
  | 'too-large'
  | 'encoding'
  | 'not-json'
  | 'not-an-object'
  | 'too-deep'
  | 'too-many-values'
  | 'duplicate-key'
  | 'proto-key'
  | 'huge-number'
  | 'event-name'
  | 'event-mismatch'
  | 'tool-name'
  | 'tool-input';

/** An event that cannot be judged, with the event's name as far as it could be read. */
export class EventError extends Error {
  readonly fault: EventFault;
  readonly eventName: string | undefined;

  constructor(fault: EventFault, message: string, eventName: string | undefined) {
    super(message);
    this.name = 'EventError';
    this.fault = fault;
    this.eventName = eventName;
  }
}

function decode(bytes: Uint8Array, expected: string | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new EventError('encoding', 'the event is not UTF-8 text', expected);
  }
}

function parse(text: string, expected: string | undefined): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EventError('not-json', 'the event is not valid JSON (cut short or damaged)', expected);
  }
  if (!isJsonObject(value)) throw new EventError('not-an-object', 'the event is not a JSON object', expected);
  return value;
}

function readName(fields: JsonObject, expected: string | undefined): string {
  const stated = ownField(fields, 'hook_event_name');
  if (stated === undefined && expected !== undefined) return expected;
  if (typeof stated !== 'string' || stated === '') {
    throw new EventError('event-name', 'the event has no `hook_event_name`', expected);
  }
  if (expected !== undefined && stated !== expected) {
    throw new EventError(
      'event-mismatch',
      `the hook was started for \`${expected}\` but was handed \`${stated}\``,
      stricter(expected, stated),
    );
  }
  return stated;
}

/** Of two event names the one on which more is at stake, so that a mix-up never lets a call through. */
function stricter(a: string, b: string): string {
  return eventInfo(b).role === 'gate' ? b : a;
}

function readTool(fields: JsonObject, name: string): ToolCall | undefined {
  const info = eventInfo(name);
  const toolName = ownField(fields, 'tool_name');
  if (toolName === undefined && !info.tool) return undefined;
  if (typeof toolName !== 'string' || toolName === '') {
    if (info.role !== 'gate') return undefined;
    throw new EventError('tool-name', 'the event names no tool (`tool_name`)', name);
  }
  const input = ownField(fields, 'tool_input');
  if (!isJsonObject(input)) {
    if (info.role !== 'gate')
      return { ...splitTool(toolName), input: claim({}), useId: ownString(fields, 'tool_use_id') };
    throw new EventError('tool-input', `the input of \`${toolName}\` (\`tool_input\`) is not an object`, name);
  }
  return { ...splitTool(toolName), input: claim(input), useId: ownString(fields, 'tool_use_id') };
}

function refuseAmbiguity(scan: JsonScan, name: string): void {
  if (scan.duplicateKey !== undefined) {
    throw new EventError('duplicate-key', `the key \`${scan.duplicateKey}\` stands twice in one object`, name);
  }
  if (scan.protoKey) throw new EventError('proto-key', 'an object of the event has the key `__proto__`', name);
  if (scan.hugeNumber !== undefined) {
    throw new EventError('huge-number', `the number ${scan.hugeNumber.slice(0, 40)} is out of range`, name);
  }
}

function splitTool(name: string): Pick<ToolCall, 'name' | 'server' | 'short'> {
  return { name, ...splitToolName(name) };
}

/**
 * Reads one event from the bytes that the client wrote.
 * A byte order mark and CRLF line ends are accepted; everything that two readers could understand differently
 * (duplicate keys, `__proto__`, numbers beyond a double) is refused.
 * @param expected the event's name as the hook's command line gives it
 * @throws {EventError} when the event cannot be judged
 */
export function readEvent(bytes: Uint8Array, expected: string | undefined, limits: EventLimits): HookEvent {
  if (bytes.length > limits.maxBytes) {
    throw new EventError('too-large', `the event is larger than ${limits.maxBytes} bytes`, expected);
  }
  const text = decode(bytes, expected);
  if (text.trim() === '') throw new EventError('empty', 'the hook was handed no event (empty input)', expected);
  const scan = scanJson(text, limits.maxDepth);
  if (scan.depth > limits.maxDepth) {
    throw new EventError('too-deep', `the event nests deeper than ${limits.maxDepth} levels`, expected);
  }
  if (scan.values > limits.maxValues) {
    throw new EventError('too-many-values', `the event holds more than ${limits.maxValues} values`, expected);
  }
  const fields = parse(text, expected);
  const name = readName(fields, expected);
  if (eventInfo(name).role !== 'notice') refuseAmbiguity(scan, name);
  return {
    name,
    sessionId: ownString(fields, 'session_id'),
    cwd: ownString(fields, 'cwd'),
    tool: readTool(fields, name),
    fields,
    bytes: bytes.length,
  };
}
