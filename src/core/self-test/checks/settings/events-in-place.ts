import type { DocumentNode } from '../../../client/document.ts';
import { type HookReading, isMisplacedEvent } from '../../../client/read-hooks.ts';
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
      const inner = [...nested(reading.root, []), ...nested(reading.root?.children.get('hooks'), ['hooks'])];
      return [...outer, ...inner].map(({ event, at, where }) =>
        findingAt('settings/misplaced-event', reading, {
          at,
          message: `\`${event}\` stands ${where}, where the client does not look: these hooks never run${costs(reading, at)}`,
          help: `move it into the object \`hooks\`: \`"hooks": { "${event}": [ … ] }\``,
        }),
      );
    }),
};

/** Keys that may hold whatever other programs put there. */
const foreign = /^(?:hooks|env|mcpServers|pluginConfigs|enabledPlugins|permissions|extraKnownMarketplaces)$/;

/** Events one level further down, under a key that is none. */
function nested(
  node: DocumentNode | undefined,
  path: readonly string[],
): { event: string; at: string[]; where: string }[] {
  return [...(node?.children ?? [])].flatMap(([key, { value }]) => {
    const name = String(key);
    if (!isJsonObject(value) || isMisplacedEvent(name) || (path.length === 0 && foreign.test(name))) return [];
    const events = Object.keys(value).filter(event => isMisplacedEvent(event) && Array.isArray(value[event]));
    return events.map(event => ({
      event,
      at: [...path, name, event],
      where: `inside \`${[...path, name].join('.')}\``,
    }));
  });
}

/** What the client drops besides, where it takes the key for a guard that was meant. */
function costs({ faults }: HookReading, at: readonly (string | number)[]): string {
  const fault = faults.find(({ path }) => path.join('.') === at.join('.'));
  return fault?.loss === 'file' ? ', and the client drops everything else in this file over it' : '';
}
