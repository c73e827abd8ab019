import { matchedField } from '../../../client/event-subject.ts';
import { isKnownEvent } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import { findingAt, placedGroups } from '../../settings/placed-hook.ts';

/** A matcher stands only on events that have something to match. */
export const matcherCounts: Check = {
  name: 'matcher-counts',
  codes: ['settings/idle-matcher'],
  reads: 'settings',
  run: view =>
    placedGroups(view).flatMap(({ event, matcher, path, reading, hooks }) => {
      if (matcher === undefined || /^(?:\*|\.\*|)$/.test(matcher)) return [];
      if (!isKnownEvent(event) || matchedField(event) !== undefined) return [];
      const at = [...path, 'matcher'];
      return findingAt('settings/idle-matcher', reading, {
        at,
        message: `\`${event}\` has no matcher: the client ignores \`${matcher}\` and runs these hooks every time`,
        help: 'take the matcher out, and decide in the script by what the event says',
        ...(hooks[0] === undefined ? {} : { hook: hooks[0].hook }),
        fix: { path: at, change: { kind: 'remove' }, title: `take the matcher \`${matcher}\` of \`${event}\` out` },
      });
    }),
};
