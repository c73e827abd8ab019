import { ownString } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { commandHooks, findingAt } from '../../settings/placed-hook.ts';

/** A guard looks at the event, and does not leave the decision to its `if`. */
export const ifNotAlone: Check = {
  name: 'if-not-alone',
  codes: ['settings/if-decides'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(({ hook }) => (ownString(hook.entry, 'if') ?? '') !== '' && hook.event === 'PreToolUse')
      .filter(({ facts: { reading } }) => !reading.couldReadEvent && alwaysDenies(reading.constantExit, reading.text))
      .map(({ hook, reading }) =>
        findingAt('settings/if-decides', reading, {
          at: [...hook.path, 'if'],
          hook,
          message:
            'this command does not read the event and always denies, so the `if` alone decides; a command that the client cannot take apart is then denied, too',
          help: 'read the event from standard input (`jq -r .tool_input.command`) and decide by the command itself; for a plain ban a rule in `permissions.deny` is enough',
        }),
      ),
};

function alwaysDenies(exitCode: number | undefined, text: string): boolean {
  return exitCode === 2 || (exitCode !== undefined && /permissionDecision\W+deny/.test(text));
}
