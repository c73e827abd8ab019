import { isJsonObject, type JsonObject, type JsonValue, ownField, ownString } from '../json/json-value.ts';

/** What a call of a file tool leaves in its file. */
export type Resulting =
  | { readonly kind: 'text'; readonly text: string }
  /** The call cannot apply and fails by itself. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unknown' };

const unchanged: Resulting = { kind: 'unchanged' };
const unknown: Resulting = { kind: 'unknown' };

/**
 * The text that a file would have after a call of Write, Edit or MultiEdit.
 * @param current the file's text; undefined when there is none
 */
export function resultingText(tool: string, input: JsonObject, current: string | undefined): Resulting {
  if (tool === 'Write') {
    const content = ownString(input, 'content');
    return content === undefined ? unknown : { kind: 'text', text: content };
  }
  if (tool === 'Edit') return applyAll([input], current);
  if (tool === 'MultiEdit') {
    const edits = ownField(input, 'edits');
    return Array.isArray(edits) ? applyAll(edits as JsonValue[], current) : unknown;
  }
  return unknown;
}

function applyAll(edits: readonly JsonValue[], current: string | undefined): Resulting {
  let text = current?.replaceAll('\r\n', '\n');
  for (const edit of edits) {
    if (!isJsonObject(edit)) return unknown;
    const [from, to] = [ownString(edit, 'old_string'), ownString(edit, 'new_string')];
    if (from === undefined || to === undefined) return unknown;
    const next = applyOne(text, from, to, ownField(edit, 'replace_all') === true);
    if (next === undefined) return unchanged;
    text = next;
  }
  return text === undefined ? unchanged : { kind: 'text', text };
}

function applyOne(text: string | undefined, from: string, to: string, all: boolean): string | undefined {
  if (from === '') return text === undefined || text.trim() === '' ? to : undefined;
  const found = text === undefined ? undefined : findPlain(text, from);
  if (text === undefined || found === undefined) return undefined;
  const pieces = text.split(found);
  if (pieces.length > 2 && !all) return undefined;
  return pieces.join(to);
}

/** The client finds a text also where only the shape of quotes differs; so whoever writes “ must not get past us. */
function findPlain(text: string, from: string): string | undefined {
  const wanted = from.replaceAll('\r\n', '\n');
  if (text.includes(wanted)) return wanted;
  const at = straighten(text).indexOf(straighten(wanted));
  return at === -1 ? undefined : text.slice(at, at + wanted.length);
}

function straighten(text: string): string {
  return text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"');
}
