import type { Command, Word } from '../shell/reading.ts';

/** Programs that print their words. */
const printers = new Set(['echo', 'printf', 'print', 'write-output', 'write-host']);
/** Programs that print what they read, the whole of it or a part that can be put together again. */
const passing = new Set(
  'cat tac head tail tee sort uniq rev fold nl cut tr base64 base32 xxd od hexdump less more bat sed awk grep rg strings pr column jq gzip xargs'.split(
    ' ',
  ),
);

/** Whether a text prints the value of a variable with one of these names. */
export function printsVariable(commands: readonly Command[], wanted: readonly string[]): boolean {
  const patterns = wanted.map(glob);
  const isMeant = (name: string): boolean => patterns.some(pattern => pattern.test(name));
  const shows = ({ variables = [] }: Word): boolean => variables.some(isMeant);
  return commands.some(command => {
    const { program = '', words, input } = command;
    if (printers.has(program)) return words.slice(1).some(shows) && ends(command, commands, new Set());
    if (program === 'printenv')
      return words.slice(1).some(({ pattern }) => isMeant(pattern)) && ends(command, commands, new Set());
    const given = passing.has(program) && (input.variables ?? []).some(isMeant);
    return given && ends(command, commands, new Set());
  });
}

/** Whether what a command prints is shown in the end: it is not written to a file, and no other program takes it for its work. */
function ends({ feeds, redirections }: Command, commands: readonly Command[], seen: Set<number>): boolean {
  const away = redirections.some(
    ({ direction, descriptor, target }) =>
      direction !== 'read' &&
      (descriptor === 1 || descriptor === 'both') &&
      !/^\/dev\/(?:stdout|stderr|tty|fd\/[12])$/.test(target),
  );
  if (away) return false;
  if (feeds.length === 0) return true;
  return feeds.some(at => {
    const next = commands[at];
    if (next === undefined || seen.has(at)) return false;
    seen.add(at);
    return passing.has(next.program ?? '') && ends(next, commands, seen);
  });
}

function glob(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*')}$`, 'is');
}
