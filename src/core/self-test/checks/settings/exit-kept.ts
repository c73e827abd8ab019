import { nameOf } from '../../../analysis/path-text.ts';
import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { StartedFile } from '../../command/read-command.ts';
import { isGate, textsOf } from '../../settings/hook-intent.ts';
import { commandHooks, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';

/** The exit code of a guard is that of its command. */
export const exitKept: Check = {
  name: 'exit-kept',
  codes: ['settings/swallowed-exit'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(placed => eventInfo(placed.hook.event).role !== 'notice' && isGate(placed) && swallows(placed))
      .map(placed => {
        const { text, started } = placed.facts.reading;
        const how = /\|\|\s*(?:true|:|exit 0)\s*;?\s*$|;\s*(?:exit 0|true|:)\s*;?\s*$|\|\s*tee\b[^|;&]*$|&\s*$/
          .exec(text)?.[0]
          ?.trim();
        const script = started.find(isGuardFile);
        const by = how === undefined ? '' : ` by \`${how}\``;
        return findingOfCommand('settings/swallowed-exit', placed, {
          message: `whatever \`${nameOf(script?.word.value ?? text)}\` finds, this command ends with exit code 0${by}: an exit code 2 of it blocks nothing`,
          help: 'take that part out; to block when the guard itself fails, put `"onFailure": "block"` into the hook',
        });
      }),
};

/** The command always ends with 0, and starts something whose own end would matter. */
function swallows(placed: PlacedHook): boolean {
  const { reading } = placed.facts;
  if (reading.constantExit !== 0 || !reading.started.some(isGuardFile)) return false;
  const inner = textsOf(placed).slice(1).join('\n');
  const speaksJson = /permissionDecision|["']decision["']/.test(inner) && !/\bexit\s*\(?\s*2\b/.test(inner);
  return !speaksJson && !/permissionDecision|\\?"decision\\?"/.test(reading.text);
}

/** A script, or a program that is not one of the system's own. */
function isGuardFile({ word, role }: StartedFile): boolean {
  const { value } = word;
  if (role === 'script') return true;
  return (
    (/[./]/.test(value) && !/^(?:\/usr)?\/bin\//.test(value)) ||
    /guard|protect|block|polic|check|validat|verif/i.test(value)
  );
}
