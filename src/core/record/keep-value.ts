import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import { isSecretField, redacted, redactText } from './redact.ts';

/** The longest text that a record keeps whole, in characters. */
const longestText = 2_000;

/** How much of a longer text is kept, in characters. */
const keptText = 1_000;

/** How much of a longer text is searched for secrets, so that one that straddles the cut is seen whole. */
const searchedText = 12_000;

/** The largest value that a record keeps, as JSON, in characters. */
const largestValue = 64_000;

/** The hash of a text, as hexadecimal SHA-256 of its UTF-8 bytes. */
export type Digest = (text: string) => string;

function cutText(text: string, digest: Digest): string {
  if (text.length <= longestText) return redactText(text);
  const start = redactText(text.slice(0, searchedText)).slice(0, keptText).toWellFormed();
  return `${start}… [cut: ${text.length} characters, sha256 ${digest(text)}]`;
}

function keep(value: JsonValue, digest: Digest): JsonValue {
  if (typeof value === 'string') return cutText(value, digest);
  if (Array.isArray(value)) return value.map(item => keep(item as JsonValue, digest));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecretField(name, inner) ? redacted : keep(inner, digest)]),
  );
}

/**
 * A value as a record keeps it: secrets replaced, whole values under telling names and by their shapes inside texts; long
 * texts cut to their start with length and hash; a value that is large all the same cut to the start of its JSON.
 */
export function keepValue(value: JsonValue, digest: Digest): JsonValue {
  const kept = keep(value, digest);
  const text = JSON.stringify(kept);
  return text.length <= largestValue ? kept : cutText(text, digest);
}
