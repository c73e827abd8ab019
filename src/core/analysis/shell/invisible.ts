/** Characters that are not seen, or change the order in which others are seen; soft hyphen and joiners included. */
const invisible =
  /\u034F|\u115F|\u1160|\u17B4|\u17B5|[\u180B-\u180D]|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/u;

/**
 * An invisible character in a word that is a program, a flag or a path, in words; undefined where there is none. A text with
 * blanks in it is a message, where such characters have their use, as have joiners between other than Latin letters and in emoji.
 */
export function findInvisible(word: string): string | undefined {
  if (!invisible.test(word) || /[ \t\r\n]/.test(word)) return undefined;
  const characters = [...word];
  for (const [at, character] of characters.entries()) {
    if (!invisible.test(character)) continue;
    if (isJoiner(character) && joins(characters[at - 1]) && joins(characters[at + 1])) continue;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `U+${code} in \`${word.replace(new RegExp(invisible.source, 'gu'), '')}\``;
  }
  return undefined;
}

function isJoiner(character: string): boolean {
  return character === '\u200C' || character === '\u200D';
}

/** What a joiner has something to do with: emoji and letters that are not Latin. */
function joins(character: string | undefined): boolean {
  if (character === undefined) return false;
  return /\uFE0F|[\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?!\p{Script=Latin})[\p{L}\p{M}]/u.test(character);
}
