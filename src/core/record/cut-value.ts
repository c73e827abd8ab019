import { isJsonObject, type JsonValue } from '../json/json-value.ts';

/** The longest text that a record keeps whole, in characters. */
export const longestText = 2_000;

/** The largest value that a record keeps, as JSON, in characters. */
const largestValue = 64_000;

/** The hash of a text, as hexadecimal SHA-256 of its UTF-8 bytes. */
export type Digest = (text: string) => string;

function cutText(text: string, digest: Digest): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText / 2).toWellFormed()}… [cut: ${text.length} characters, sha256 ${digest(text)}]`;
}

function cutTexts(value: JsonValue, digest: Digest): JsonValue {
  if (typeof value === 'string') return cutText(value, digest);
  if (Array.isArray(value)) return value.map(item => cutTexts(item as JsonValue, digest));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner, digest)]));
}

/** Cuts long texts to their start, length and hash, and a value that is large all the same to the start of its JSON. */
export function cutValue(value: JsonValue, digest: Digest): JsonValue {
  const cut = cutTexts(value, digest);
  const text = JSON.stringify(cut);
  return text.length <= largestValue ? cut : cutText(text, digest);
}
