import { formatVersion, observedVersion } from '../../../client/client-version.ts';
import type { HookReading } from '../../../client/read-hooks.ts';
import { eventNames, isKnownEvent } from '../../../event/catalogue.ts';
import { nearestName } from '../../../problem/nearest-name.ts';
import { isOwnEntry } from '../../../settings/own-entry.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** Every event is one that the client knows. */
export const eventsKnown: Check = {
  name: 'events-known',
  codes: ['settings/unknown-event', 'settings/newer-event'],
  reads: 'settings',
  run: view => view.readings.flatMap(reading => eventsOf(reading).flatMap(event => judge(event, reading, view))),
};

/** Events that clients have known from early on. */
const early = new Set([
  'PreToolUse',
  'PostToolUse',
  'Notification',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionStart',
  'SessionEnd',
]);

/** The events with a hook that is not hooklaw's own. */
function eventsOf({ root, hooks, lost }: HookReading): string[] {
  const all = [...hooks, ...lost];
  const foreign = new Set(all.filter(({ entry }) => !isOwnEntry(entry)).map(({ event }) => event));
  const keys = [...(root?.children.get('hooks')?.children.keys() ?? [])];
  return keys.filter(key => typeof key === 'string').filter(key => foreign.has(key));
}

function judge(event: string, reading: HookReading, { installed, version }: SelfTestView): Finding[] {
  const at = ['hooks', event];
  if (isKnownEvent(event)) {
    const current = installed && formatVersion(version) === formatVersion(observedVersion);
    if (early.has(event) || current) return [];
    return [
      findingAt('settings/newer-event', reading, {
        at,
        message: `older clients do not know the event \`${event}\`, and may drop every hook of this file over it`,
        help: `keep the client at ${formatVersion(observedVersion)} or newer wherever this file is used, or keep guards in a file without it`,
      }),
    ];
  }
  const meant = findMeant(event);
  if (meant === undefined) {
    return [
      findingAt('settings/newer-event', reading, {
        at,
        message: `no event \`${event}\` is known in Claude Code ${formatVersion(observedVersion)}, so these hooks never run there`,
        help: 'look the name up in the hooks reference of the client',
      }),
    ];
  }
  const taken = reading.root?.children.get('hooks')?.children.has(meant) === true;
  const change = { kind: 'rename', key: meant } as const;
  return [
    findingAt('settings/unknown-event', reading, {
      at,
      message: `there is no event \`${event}\`, so these hooks never run; names of events are case-sensitive`,
      help: taken ? `move its groups to \`${meant}\`` : undefined,
      suggestion: meant,
      fix: taken ? undefined : { path: at, change, title: `rename \`${event}\` to \`${meant}\`` },
    }),
  ];
}

/** Names of other agents' events, and of what people make up. */
const others: Readonly<Record<string, string>> = {
  beforetool: 'PreToolUse',
  beforetooluse: 'PreToolUse',
  pretool: 'PreToolUse',
  pretoolcall: 'PreToolUse',
  pretoolexecution: 'PreToolUse',
  aftertool: 'PostToolUse',
  aftertooluse: 'PostToolUse',
  posttool: 'PostToolUse',
  posttoolcall: 'PostToolUse',
  userprompt: 'UserPromptSubmit',
  promptsubmit: 'UserPromptSubmit',
  subagentend: 'SubagentStop',
  sessionstop: 'SessionEnd',
};

function findMeant(event: string): string | undefined {
  const plain = event.replace(/[^A-Za-z]/g, '').toLowerCase();
  const same = eventNames.find(name => name.toLowerCase() === plain || `on${name.toLowerCase()}` === plain);
  return same ?? (Object.hasOwn(others, plain) ? others[plain] : nearestName(event, eventNames));
}
