import { eventInfo } from '../../../event/catalogue.ts';
import { ownField } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { findingAt, placedHooks } from '../../settings/placed-hook.ts';

/** The longest timeout that the client itself uses, in seconds. */
const longest = 600;

/**
 * Every timeout is a number of seconds. Where nothing waits for the hook a long one may well be meant: only what looks like
 * milliseconds is told of there, and it is left to the author.
 */
export const timeoutInSeconds: Check = {
  name: 'timeout-in-seconds',
  codes: ['settings/timeout-unit'],
  reads: 'settings',
  run: view =>
    placedHooks(view).flatMap(({ hook, reading }) => {
      const timeout = ownField(hook.entry, 'timeout');
      if (typeof timeout !== 'number' || timeout <= longest) return [];
      const holdsUp = eventInfo(hook.event).role !== 'notice';
      const likelyMilliseconds = timeout % 1000 === 0 && timeout >= 2000;
      if (!holdsUp && timeout < 10_000 && !likelyMilliseconds) return [];
      const at = [...hook.path, 'timeout'];
      const seconds = timeout / 1000;
      return findingAt('settings/timeout-unit', reading, {
        at,
        hook,
        message: `a timeout is in seconds: \`${timeout}\` is ${describe(timeout)}, and a hook that hangs keeps the agent waiting as long`,
        help: likelyMilliseconds
          ? `write \`"timeout": ${seconds}\` if milliseconds were meant`
          : `write in seconds how long it may take; the client's own limit is ${longest}`,
        fix:
          holdsUp && likelyMilliseconds
            ? {
                path: at,
                change: { kind: 'set', value: seconds },
                title: `write \`"timeout": ${seconds}\` in place of ${timeout}`,
              }
            : undefined,
      });
    }),
};

function describe(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
