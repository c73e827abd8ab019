import { formatVersion } from '../../../client/client-version.ts';
import { isBackground } from '../../../client/judge-run.ts';
import { eventInfo, isKnownEvent } from '../../../event/catalogue.ts';
import { ownField } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { findingAt, type PlacedHook, placedGroups, placedHooks } from '../../settings/placed-hook.ts';

/** `onFailure` stands where the client heeds it. */
export const onFailureCounts: Check = {
  name: 'on-failure-counts',
  codes: ['settings/idle-on-failure'],
  reads: 'settings',
  run: view => [...atTop(view), ...atGroups(view), ...placedHooks(view).flatMap(placed => inEntry(placed, view))],
};

const belongs = 'put `"onFailure": "block"` into the hook itself, beside its `command`';

function atTop({ readings }: SelfTestView): Finding[] {
  return readings.flatMap(reading => {
    const paths = [['onFailure'], ['hooks', 'onFailure']].filter(([first = '', second]) => {
      const node = reading.root?.children.get(first);
      return second === undefined ? node !== undefined : node?.children.has(second) === true;
    });
    return paths.map(at =>
      findingAt('settings/idle-on-failure', reading, {
        at,
        message: '`onFailure` has no effect here: it is a key of single hooks',
        help: belongs,
      }),
    );
  });
}

function atGroups(view: SelfTestView): Finding[] {
  return placedGroups(view)
    .filter(({ value }) => 'onFailure' in value && 'hooks' in value)
    .map(({ path, reading, hooks }) =>
      findingAt('settings/idle-on-failure', reading, {
        at: [...path, 'onFailure'],
        message: '`onFailure` of a group has no effect: a hook of it that fails lets the call run',
        help: belongs,
        ...(hooks[0] === undefined ? {} : { hook: hooks[0].hook }),
      }),
    );
}

function inEntry({ hook, reading }: PlacedHook, { features, installed, version }: SelfTestView): Finding[] {
  if (ownField(hook.entry, 'onFailure') !== 'block') return [];
  const cause = whyIdle(hook);
  const old =
    !features.onFailure && installed
      ? `Claude Code ${formatVersion(version)} does not know it (2.1.295 and newer do)`
      : undefined;
  const why = cause?.why ?? old;
  if (why === undefined) return [];
  return [
    findingAt('settings/idle-on-failure', reading, {
      at: [...hook.path, 'onFailure'],
      message: `\`onFailure\` has no effect here: ${why}`,
      help: cause?.help ?? 'update the client; until then every failure of this hook lets the call run',
      hook,
    }),
  ];
}

function whyIdle({ entry, event, type }: PlacedHook['hook']): { why: string; help: string } | undefined {
  if (type === 'prompt' || type === 'agent')
    return {
      why: `a hook of type \`${type}\` has none`,
      help: 'only hooks of type `command`, `http` and `mcp_tool` heed it',
    };
  if (isBackground({ entry, type }))
    return { why: 'the client does not wait for an `async` hook', help: 'take `async` out if the hook is a guard' };
  if (/^(?:Stop|SubagentStop|TaskCompleted|TeammateIdle)$/.test(event))
    return {
      why: `the client ignores it on \`${event}\``,
      help: 'take it out; let the script itself end with code 2 whatever goes wrong',
    };
  if (isKnownEvent(event) && eventInfo(event).deny === undefined)
    return {
      why: `\`${event}\` comes after the fact, and stops nothing`,
      help: 'take it out, or move the guard to `PreToolUse`',
    };
  return undefined;
}
