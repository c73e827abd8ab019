/** Every refusal starts with this, so that a harness tells it from a broken tool. */
export const denialMarker = 'BLOCKED:';

/** The client cuts strings of a hook's output at this many characters. Source: observed, Claude Code 2.1.332. */
export const hostStringLimit = 10_000;

/** The longest a value may be that a text of the law puts in. */
const insertLimit = 1_000;

/** Control, invisible and direction characters. Joiners and variation selectors, which emoji and scripts need, are not among them. */
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

/** In what the model itself brought, every character that shows nothing is made visible. */
const invisibleInValue = /[\p{Cf}\p{Cc}\p{Variation_Selector}\u2028\u2029]/gu;

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** Makes control, invisible and direction characters visible, and lone surrogates harmless; line breaks and tabs stay. */
export function neutralise(text: string): string {
  return text.toWellFormed().replace(invisible, escapeCharacter);
}

/** Cuts a text in the middle so that its start and its end, where the rule's id stands, are kept. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const note = ` … [${text.length - limit} characters cut] … `;
  const keep = limit - note.length - 10;
  const head = Math.ceil(keep * 0.7);
  return `${text.slice(0, head)}${note}${text.slice(text.length - (keep - head))}`.toWellFormed();
}

/** A value as text inside a sentence. */
export function insertValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const shown = cutMiddle(text.toWellFormed(), insertLimit).replace(invisibleInValue, character =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  );
  return cutMiddle(shown, insertLimit);
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?:)\]}»"”]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

export interface MessageParts {
  readonly text: string;
  /** What the check has found, in sentences of its own. */
  readonly detail?: string;
  readonly instead?: string;
  readonly handoff?: { readonly tool: string; readonly input: unknown };
  readonly rule?: string;
  readonly note?: string;
}

/**
 * Puts a text for the model together: reason, what to do instead, the ready-made call that hands over to a person, and
 * the rule's id at the very end.
 * @param marker what it starts with; empty for none
 */
export function composeMessage(marker: string, parts: MessageParts): string {
  const handoff =
    parts.handoff === undefined
      ? undefined
      : `To hand over to a person, call ${parts.handoff.tool} with this input: ${JSON.stringify(parts.handoff.input)}`;
  const body = [
    sentence(parts.text),
    parts.detail,
    parts.instead === undefined ? undefined : sentence(parts.instead),
    handoff,
    parts.note,
  ]
    .filter(part => part !== undefined && part !== '')
    .join(' ');
  const end = parts.rule === undefined ? '' : ` [rule ${parts.rule}]`;
  return cutMiddle(neutralise(`${marker === '' ? '' : `${marker} `}${body}${end}`), hostStringLimit);
}
