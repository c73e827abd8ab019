import type { Check } from '../../check.ts';
import { findIfFault } from '../../settings/if-fault.ts';
import { findingAt, placedHooks } from '../../settings/placed-hook.ts';

/** Every `if` can be true. */
export const ifFires: Check = {
  name: 'if-fires',
  codes: ['settings/if-never'],
  reads: 'settings',
  run: view =>
    placedHooks(view).flatMap(placed => {
      const fault = findIfFault(placed, view);
      if (fault === undefined) return [];
      const { hook, reading } = placed;
      return findingAt('settings/if-never', reading, { ...fault, at: [...hook.path, 'if'], hook });
    }),
};
