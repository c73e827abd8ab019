import { nameOf } from '../../../analysis/path-text.ts';
import type { Check } from '../../check.ts';
import type { ShellReading } from '../../command/read-shell.ts';
import { commandHooks, findingOfCommand } from '../../settings/placed-hook.ts';
import { shellTexts } from '../../settings/shell-texts.ts';

/** The event reaches the program that reads it as it came. */
export const inputIntact: Check = {
  name: 'input-intact',
  codes: ['settings/echo-escapes'],
  reads: 'settings',
  run: view =>
    commandHooks(view).flatMap(placed =>
      shellTexts(placed).flatMap(({ plain, reading, script }) => {
        const name = plain ? echoedEvent(reading) : undefined;
        if (name === undefined) return [];
        const where = script === undefined ? '' : ` in \`${script}\``;
        return findingOfCommand('settings/echo-escapes', placed, {
          message: `\`echo "$${name}"\`${where} passes the event on, and the \`echo\` of a plain \`sh\` turns each \`\\n\` in it into a line end: the JSON no longer parses`,
          help: `write \`printf '%s' "$${name}"\``,
        });
      }),
    ),
};

/** The variable with the event that an `echo` hands on in a pipe. */
function echoedEvent({ calls, holdEvent }: ShellReading): string | undefined {
  for (const { words, piped, shell } of calls) {
    const [first, ...args] = words;
    if (first === undefined || nameOf(first.value) !== 'echo' || !piped || !/^(?:da|)sh$/.test(shell ?? 'sh')) continue;
    for (const { pieces } of args) {
      for (const piece of pieces) if (piece.kind === 'variable' && holdEvent.has(piece.name)) return piece.name;
    }
  }
  return undefined;
}
