import { isBackground } from '../../../client/judge-run.ts';
import { eventInfo } from '../../../event/catalogue.ts';
import { ownField } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { intentOf, shortName } from '../../settings/hook-intent.ts';
import { findingAt, placedHooks } from '../../settings/placed-hook.ts';

/** The client waits for every guard. */
export const gatesWaitedFor: Check = {
  name: 'gates-waited-for',
  codes: ['settings/async-guard'],
  reads: 'settings',
  run: view =>
    placedHooks(view)
      .filter(({ hook }) => isBackground(hook) && eventInfo(hook.event).role !== 'notice')
      .filter(placed => intentOf(placed) === 'gate')
      .map(placed => {
        const { hook, reading } = placed;
        const key = ownField(hook.entry, 'async') === true ? 'async' : 'asyncRewake';
        return findingAt('settings/async-guard', reading, {
          at: [...hook.path, key],
          hook,
          message: `\`${shortName(placed)}\` looks like a guard, and with \`"${key}": true\` the call runs before it has answered`,
          help: `take \`${key}\` out if this hook is to stop anything`,
        });
      }),
};
