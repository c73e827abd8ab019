import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { isJsonObject } from '../json/json-value.ts';
import { holdsStop, type Intent, intentOfJson } from './intent.ts';

/** Why an output that was meant to be JSON is none for the client. */
export type LostCause =
  | 'text-before'
  | 'text-after'
  | 'several-objects'
  | 'array'
  | 'single-quotes'
  | 'truncated'
  | 'unescaped'
  | 'string';

/** JSON that the client does not take, and what it was meant to say. */
export interface LostJson {
  readonly cause: LostCause;
  readonly intent: Intent;
  /** What stands around the object, where that is the trouble. */
  readonly around?: string;
}

/** Looks for JSON in an output that the client takes for plain text or for broken JSON; undefined when there is none. */
export function findLostJson(stdout: string): LostJson | undefined {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  const whole = parse(text);
  if (isJsonObject(whole)) return undefined;
  if (Array.isArray(whole)) return ofParts('array', whole.filter(isJsonObject));
  if (typeof whole === 'string') {
    const inner = parse(whole);
    return isJsonObject(inner) ? ofParts('string', [inner]) : undefined;
  }
  const { objects, rest } = findObjects(text);
  const decisive = objects.filter(looksLikeOutput);
  if (objects.length > 1 && decisive.length > 0 && rest.trim() === '') return ofParts('several-objects', objects);
  if (decisive.length > 0) {
    const cause = text.startsWith('{') ? 'text-after' : 'text-before';
    return { ...ofParts(cause, decisive), around: firstLine(rest) };
  }
  return ofBrokenText(text);
}

function ofBrokenText(text: string): LostJson | undefined {
  if (!/["']?(?:hookSpecificOutput|permission_?[dD]ecision|hookEventName|decision|systemMessage)["']?\s*:/.test(text))
    return undefined;
  if (!text.includes('{')) return undefined;
  const intent = holdsStop(text) ? 'stop' : 'none';
  if (/[{,]\s*'\w+'\s*:/.test(text)) return { cause: 'single-quotes', intent };
  return { cause: isOpen(text) ? 'truncated' : 'unescaped', intent };
}

function ofParts(cause: LostCause, objects: readonly JsonObject[]): LostJson {
  const intents = objects.map(intentOfJson);
  return { cause, intent: intents.includes('stop') ? 'stop' : (intents.find(intent => intent === 'pass') ?? 'none') };
}

const outputKeys = [
  'hookSpecificOutput',
  'decision',
  'continue',
  'systemMessage',
  'suppressOutput',
  'reason',
  'permissionDecision',
];

function looksLikeOutput(value: JsonObject): boolean {
  return outputKeys.some(key => Object.hasOwn(value, key)) || intentOfJson(value) !== 'none';
}

/** The objects that stand side by side in a text, and what stands between and around them. */
function findObjects(text: string): { readonly objects: readonly JsonObject[]; readonly rest: string } {
  const objects: JsonObject[] = [];
  let rest = '';
  let at = 0;
  while (at < text.length && objects.length < 20) {
    const start = text.indexOf('{', at);
    if (start === -1) break;
    rest += text.slice(at, start);
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parse(text.slice(start, end));
    if (isJsonObject(value)) objects.push(value);
    else rest += text.slice(start, end ?? text.length);
    at = end ?? text.length;
  }
  return { objects, rest: rest + text.slice(at) };
}

/** Just past the brace that closes the one at `start`; undefined when none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const close = endOfString(text, at);
      if (close === undefined) return undefined;
      at = close;
    } else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return undefined;
}

/** Whether more braces are opened than closed. */
function isOpen(text: string): boolean {
  return text.split('{').length > text.split('}').length;
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function firstLine(text: string): string {
  const line = text.split('\n').find(part => part.trim() !== '') ?? '';
  return line
    .replace(/\u001b\[[\d;]*m|[\u0000-\u001f]/g, '')
    .trim()
    .slice(0, 80);
}
