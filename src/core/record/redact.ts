import type { JsonValue } from '../json/json-value.ts';

/** What stands in place of a secret. */
export const redacted = '[redacted]';

/** Names of fields whose values are secrets. */
const secretKey =
  /passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|session[_-]?key|authorization|credential|cookie|(?:^|[_-])(?:auth|token|pin|cvv|otp)$|token$|Token$/i;

/** Shapes of secrets inside texts. Every repetition has a bound, so that each is linear in the text (a test holds them to it). */
const secretShapes: readonly { readonly pattern: RegExp; readonly keep?: string }[] = [
  {
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s:,.-]{0,10000}?-----END [A-Z ]{0,40}PRIVATE KEY-----/g,
  },
  { pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s:,.-]{0,10000}/g },
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
  { pattern: /\b(Bearer|Basic) {1,4}[A-Za-z0-9._~+/=-]{8,4000}/gi, keep: '$1 ' },
  { pattern: /(\s(?:-u|--user)[ =]{1,2}[^\s:]{1,100}:)[^\s"']{1,500}/g, keep: '$1' },
  { pattern: /\b(mysql(?:dump|admin)?\s[^|;&\n]{0,200}?\s-p)[^\s-][^\s]{2,200}/g, keep: '$1' },
  { pattern: /:\/\/([^\s:/?#@]{1,200}):[^\s/?#@]{1,500}@/g, keep: '://$1:' },
  {
    pattern:
      /((?:passw(?:or)?d|secret|token|api[_-]?key)[A-Za-z0-9_-]{0,30}["']?(?:\s{0,3}[=:]\s{0,3}|\s{1,3}))(?:"[^"\n]{1,500}"|'[^'\n]{1,500}'|[^\s"'&;|,}]{4,500})/gi,
    keep: '$1',
  },
];

/** The patterns as texts, for the test that holds them to their bounds. */
export const secretPatterns: readonly string[] = [
  secretKey.source,
  ...secretShapes.map(({ pattern }) => pattern.source),
];

/** Replaces secrets in a text by their shapes. */
export function redactText(text: string): string {
  let result = text;
  for (const { pattern, keep = '' } of secretShapes) {
    result = result.replace(pattern, `${keep}${redacted}${keep === '://$1:' ? '@' : ''}`);
  }
  return result;
}

/** Whether the value of a field with this name is a secret as a whole. */
export function isSecretField(name: string, value: JsonValue): boolean {
  return value !== null && value !== '' && typeof value !== 'boolean' && secretKey.test(name);
}
