const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1B',
  E: '\x1B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/**
 * A text with its backslash escapes read, as `echo -e` and `printf` do.
 * @param zero whether octal numbers start with a nought, as they do in arguments
 */
export function readEscapes(text: string, zero: boolean): string {
  const octal = zero ? '0[0-7]{0,3}' : '[0-7]{1,3}';
  const pattern = new RegExp(
    `\\\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|(${octal})|([a-zA-Z\\\\"']))`,
    'g',
  );
  return text.replace(
    pattern,
    (all: string, hex?: string, short?: string, long?: string, digits?: string, letter?: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return toCharacter(Number.parseInt(code, 16));
      if (digits !== undefined) return toCharacter(Number.parseInt(digits, 8) & 0xff);
      return letters[letter ?? ''] ?? all;
    },
  );
}

function toCharacter(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}
