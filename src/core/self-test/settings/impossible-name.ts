/** What stands for one character, whichever that is. */
const escaped = /\\.|\[(?:\\.|[^\]\\])*\]/gsu;

/** A character that may be missing from what the expression matches. */
const optional = /.(?:[?*]|\{0?,?\d*\})\??/gsu;

/** What is left of the notation and stands for no character of its own. */
const notation = /[\^$.()+]|\{\d+,\d*\}/gsu;

/**
 * What a regular expression asks for in every choice although no tool's name can have it: names are of letters, digits, `_` and
 * `-`. Undefined where it cannot be told, which is so of groups that may be left out and of lookarounds.
 */
export function impossiblePart(regex: string): string | undefined {
  if (/\(\?[^:]|\)[?*{]/.test(regex)) return undefined;
  const parts = regex.replace(escaped, 'x').replaceAll('(?:', '(').split('|').map(foreign);
  return parts.every(part => part !== undefined) ? parts[0] : undefined;
}

function foreign(choice: string): string | undefined {
  const [found] = /[^\w-]/u.exec(choice.replace(optional, '').replace(notation, '')) ?? [];
  if (found === undefined || !/\s/.test(found)) return found === undefined ? undefined : `\`${found}\``;
  return found === ' ' ? 'a blank' : found === '\n' ? 'a line break' : 'white space';
}
