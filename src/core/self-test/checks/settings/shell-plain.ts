import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { commandHooks, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';
import { type ShellText, shellTexts } from '../../settings/shell-texts.ts';

/** What `sh` runs is written for `sh`. */
export const shellPlain: Check = {
  name: 'shell-plain',
  codes: ['settings/bash-syntax'],
  reads: 'settings',
  run: view =>
    commandHooks(view).flatMap(placed =>
      shellTexts(placed)
        .filter(({ plain, reading }) => plain && reading.bashOnly.length > 0)
        .map(text => report(placed, text)),
    ),
};

function report(placed: PlacedHook, { script, reading }: ShellText): Finding {
  const found = reading.bashOnly.map(({ what }) => what).slice(0, 4);
  const syntax = reading.bashOnly.some(({ effect }) => effect === 'syntax');
  const where = script === undefined ? 'the client runs commands by `/bin/sh`' : `\`${script}\` is run by \`sh\``;
  const effect = syntax
    ? 'the shell ends with code 2 before anything has run, and every call is blocked'
    : 'it fails or means something else, and the guard decides wrongly';
  const help =
    script === undefined
      ? `put it into a script with \`#!/bin/bash\`, or into \`bash -c '…'\`; \`"shell": "bash"\` does not change the shell on Linux and macOS`
      : `write \`#!/bin/bash\` into its first line and call it as a program or by \`bash\`, or write it for a plain \`sh\``;
  return findingOfCommand('settings/bash-syntax', placed, {
    message: `${where}, and ${found.join(', ')} ${found.length > 1 ? 'are' : 'is'} syntax of bash: where that shell is another one (dash on Debian and Ubuntu), ${effect}`,
    help,
  });
}
