import { isJsonObject, type JsonValue } from '../json/json-value.ts';

/** What stands in place of a secret. */
export const redacted = '[redacted]';

/** Names of fields whose values are secrets. */
const secretKey =
  /passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|session[_-]?key|authorization|credential|cookie|(?:^|[_-])(?:auth|token|pin|cvv|otp)$|token$|Token$/i;

/** Shapes of secrets inside texts. Each is linear in the text (a test holds them to it). */
const secretShapes: readonly { readonly pattern: RegExp; readonly keep?: string }[] = [
  { pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g },
  { pattern: /\bsk-[A-Za-z0-9_-]{16,200}/g },
  { pattern: /\bgh[pousr]_[A-Za-z0-9]{20,255}/g },
  { pattern: /\bgithub_pat_[A-Za-z0-9_]{20,255}/g },
  { pattern: /\bglpat-[A-Za-z0-9_-]{16,200}/g },
  { pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g },
  { pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { pattern: /\bAIza[A-Za-z0-9_-]{30,60}/g },
  { pattern: /\bnpm_[A-Za-z0-9]{30,100}/g },
  { pattern: /\bpypi-[A-Za-z0-9_-]{20,255}/g },
  { pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,255}/g },
  { pattern: /\beyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{0,2000}/g },
  { pattern: /\b(Bearer|Basic) [A-Za-z0-9._~+/=-]{8,4000}/g, keep: '$1 ' },
  { pattern: /:\/\/([^\s:/?#@]{1,200}):[^\s/?#@]{1,500}@/g, keep: '://$1:' },
  {
    pattern:
      /((?:passw(?:or)?d|secret|token|api[_-]?key)[A-Za-z0-9_-]{0,30}["']?(?:[=:]|\s?[=:]\s?|\s)["']?)[^\s"'&;|,}]{4,500}/gi,
    keep: '$1',
  },
];

/** Replaces secrets in a text by their shapes. */
export function redactText(text: string): string {
  let result = text;
  for (const { pattern, keep = '' } of secretShapes) {
    result = result.replace(pattern, `${keep}${redacted}${keep === '://$1:' ? '@' : ''}`);
  }
  return result;
}

function redactUnderKey(key: string, value: JsonValue): JsonValue {
  const empty = value === null || value === '' || typeof value === 'boolean';
  return secretKey.test(key) && !empty ? redacted : redactValue(value);
}

/** Replaces secrets in a value: whole values under telling names, and secrets inside texts. */
export function redactValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(item => redactValue(item as JsonValue));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactUnderKey(key, inner)]));
}
