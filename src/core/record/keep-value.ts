import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import { isSecretField, redacted, redactText } from './redact.ts';

/** The longest text that a record keeps whole, in characters. */
const longestText = 2_000;

/** How much of a longer text is kept, in characters. */
const keptText = 1_000;

/** How much of a longer text is searched for secrets, so that one that straddles the cut is seen whole. */
const searchedText = 12_000;

/** The largest value that a record keeps, as JSON, in characters; and the most of its texts that is searched for secrets. */
const largestValue = 64_000;

/** The most elements or fields of one list or object that a record keeps. */
const mostParts = 10_000;

/** The hash of a text, as hexadecimal SHA-256 of its UTF-8 bytes. */
export type Digest = (text: string) => string;

/** What is left of the time that one value may take. */
interface Budget {
  characters: number;
}

function cutText(text: string, digest: Digest, budget: Budget): string {
  const searched = text.slice(0, Math.min(searchedText, Math.max(0, budget.characters)));
  budget.characters -= searched.length;
  if (text.length <= longestText && searched.length === text.length) return redactText(text);
  const start = redactText(searched).slice(0, keptText).toWellFormed();
  return `${start}… [cut: ${text.length} characters, sha256 ${digest(text)}]`;
}

function keep(value: JsonValue, digest: Digest, budget: Budget): JsonValue {
  if (typeof value === 'string') return cutText(value, digest, budget);
  if (Array.isArray(value)) {
    const kept = value.slice(0, mostParts).map(item => keep(item as JsonValue, digest, budget));
    return value.length > mostParts ? [...kept, `… [cut: ${value.length} elements]`] : kept;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostParts)
      .map(([name, inner]) => [
        name.slice(0, longestText),
        isSecretField(name.slice(0, longestText), inner) ? redacted : keep(inner, digest, budget),
      ]),
  );
}

/**
 * A value as a record keeps it: secrets replaced, whole values under telling names and by their shapes inside texts; long
 * texts cut to their start with length and hash; a value that is large all the same cut to the start of its JSON.
 */
export function keepValue(value: JsonValue, digest: Digest): JsonValue {
  const kept = keep(value, digest, { characters: largestValue * 2 });
  const text = JSON.stringify(kept);
  return text.length <= largestValue ? kept : cutText(text, digest, { characters: searchedText });
}

/** A text as a record keeps it. */
export function keepText(text: string, digest: Digest): string {
  return cutText(text, digest, { characters: searchedText });
}

/** The most secrets of one input that are looked for in other texts. */
const mostSecrets = 100;

/** The shortest secret that is looked for in other texts: shorter ones stand in many a word. */
const shortestSecret = 4;

function leavesOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value, JSON.stringify(value).slice(1, -1)];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null
    ? Object.values(value).slice(0, mostSecrets).flatMap(leavesOf)
    : [];
}

function secretLeaves(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.slice(0, mostParts).flatMap(item => secretLeaves(item as JsonValue));
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .slice(0, mostParts)
    .flatMap(([name, inner]) =>
      isSecretField(name.slice(0, longestText), inner) ? leavesOf(inner) : secretLeaves(inner),
    );
}

/** Takes what stands under telling names in a value out of a text that may repeat it. One pass: what is put in is not searched. */
export function hideSecretsOf(value: JsonValue, text: string): string {
  const secrets = [...new Set(secretLeaves(value))]
    .filter(secret => secret.length >= shortestSecret)
    .slice(0, mostSecrets)
    .map(secret => secret.slice(0, longestText))
    .sort((a, b) => b.length - a.length)
    .map(secret => secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return secrets.length === 0 ? text : text.replace(new RegExp(secrets.join('|'), 'g'), redacted);
}
