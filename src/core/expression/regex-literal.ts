/** Whether a pattern has alternatives that are not inside a group. */
function hasOpenAlternatives(source: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}

/**
 * The text with which every match of a pattern begins, as far as it is plain to see; empty when it is not. A text that
 * does not hold it cannot match, which is cheaper to see than to compile the pattern.
 */
export function leadingLiteral(source: string): string {
  if (hasOpenAlternatives(source)) return '';
  const start = source.startsWith('^') ? 1 : 0;
  let literal = '';
  let at = start;
  while (at < source.length) {
    const [, plain, escaped] =
      /^(?:([\w \-/:=@%,;~"'<>!#&]|[^\x00-\x7f])|\\([^\w\s]))/u.exec(source.slice(at, at + 3)) ?? [];
    const character = plain ?? escaped;
    if (character === undefined) break;
    literal += character;
    at += character.length + (escaped === undefined ? 0 : 1);
  }
  const optional = /^[?*{]/.test(source.slice(at));
  return optional ? [...literal].slice(0, -1).join('') : literal;
}
