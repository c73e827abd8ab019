import { anything } from '../pattern.ts';

const simple: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001B',
  '\n': '',
};

/** The text that escapes of a string literal stand for, as Python, JavaScript and their kin have them in common. */
export function unescapeText(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|([0-7]{1,3})|N\{[^}]*\}|([\s\S]))/g,
    (whole, x?: string, xb?: string, u?: string, ub?: string, long?: string, octal?: string, other?: string) => {
      const hex = x ?? xb ?? u ?? ub ?? long;
      if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return fromCode(Number.parseInt(octal, 8));
      if (other === undefined) return whole.startsWith('\\N') ? anything : whole;
      return simple[other] ?? other;
    },
  );
}

function fromCode(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : anything;
}

/** Bytes in base64 as the text they are in UTF-8; undefined for what is none. */
export function decodeBase64(text: string): string | undefined {
  const bytes = base64Bytes(text);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** Bytes in base64; undefined for what is none. */
export function base64Bytes(text: string): Uint8Array | undefined {
  const clean = text.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(clean) || clean.length % 4 === 1) return undefined;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const bytes = new Uint8Array(Math.floor((clean.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of clean) {
    held = ((held << 6) | alphabet.indexOf(character)) & 0xff_ff_ff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}

/** Hexadecimal digits as the text they are in UTF-8; undefined for what is none. */
export function decodeHex(text: string): string | undefined {
  const clean = text.replaceAll(/\s+/g, '');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(clean)) return undefined;
  const bytes = Uint8Array.from({ length: clean.length / 2 }, (_, at) =>
    Number.parseInt(clean.slice(at * 2, at * 2 + 2), 16),
  );
  return new TextDecoder().decode(bytes);
}

/** ROT13, both ways. */
export function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, letter => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
