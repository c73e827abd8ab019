import type { Check } from '../../check.ts';
import { textsOf } from '../../settings/hook-intent.ts';
import { commandHooks, findingOfCommand, resultsOf } from '../../settings/placed-hook.ts';
import { shellTexts } from '../../settings/shell-texts.ts';

/** A Stop hook lets the agent stop at some time. */
export const stopEnds: Check = {
  name: 'stop-ends',
  codes: ['settings/stop-loop'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(({ hook }) => hook.event === 'Stop' || hook.event === 'SubagentStop')
      .filter(placed => !textsOf(placed).some(text => text.includes('stop_hook_active')))
      .filter(placed => resultsOf(placed, view).length === 0)
      .filter(placed => placed.facts.reading.constantExit === 2 || alwaysBlocks(placed))
      .map(placed =>
        findingOfCommand('settings/stop-loop', placed, {
          message: `this command always blocks \`${placed.hook.event}\`, so the agent is kept working until the client gives up (after 8 times in 2.1.332): it does not look at \`stop_hook_active\``,
          help: 'end with 0 when the event says that it has been kept from stopping before: `jq -e .stop_hook_active >/dev/null && exit 0`',
        }),
      ),
};

function alwaysBlocks(placed: Parameters<typeof shellTexts>[0]): boolean {
  return shellTexts(placed).some(({ reading, certain, text }) => {
    const [only] = reading.exits?.size === 1 ? reading.exits : [];
    if (!certain || only === undefined) return false;
    const prints = reading.calls.some(
      ({ words, printsOut, certain: sure }) =>
        sure && printsOut && words.some(({ value }) => /"decision"\s*:\s*"block"/.test(value)),
    );
    return only === 2 || (only === 0 && prints && !/\bif\b|&&|\|\|/.test(text));
  });
}
