import { isMisplacedEvent } from '../../../client/read-hooks.ts';
import { isJsonObject } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** Events stand inside `hooks`, and nowhere else. */
export const eventsInPlace: Check = {
  name: 'events-in-place',
  codes: ['settings/misplaced-event'],
  reads: 'settings',
  run: ({ readings }) =>
    readings.flatMap(reading => {
      const top = [...(reading.root?.children.keys() ?? [])].map(String).filter(isMisplacedEvent);
      const outer = top.map(event => ({ event, at: [event], where: 'outside `hooks`' }));
      const hooks = reading.root?.children.get('hooks');
      const inner = [...(hooks?.children ?? [])].flatMap(([key, { value }]) => {
        const events = isJsonObject(value) && !isMisplacedEvent(String(key)) ? Object.keys(value) : [];
        const where = `inside \`hooks.${key}\``;
        return events.filter(isMisplacedEvent).map(event => ({ event, at: ['hooks', key, event], where }));
      });
      return [...outer, ...inner].map(({ event, at, where }) =>
        findingAt('settings/misplaced-event', reading, {
          at,
          message: `\`${event}\` stands ${where}, where the client does not look: these hooks never run${fatal(event)}`,
          help: `move it into the object \`hooks\`: \`"hooks": { "${event}": [ … ] }\``,
        }),
      );
    }),
};

/** Where such a key could be meant for a guard, newer clients rather ignore the file than run without it. */
function fatal(event: string): string {
  return /^(?:PreToolUse|PermissionRequest|PreSkillShellCommand)$/.test(event)
    ? ', and newer clients may drop the other hooks of the file, too'
    : '';
}
