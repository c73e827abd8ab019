import { eventInfo } from '../event/catalogue.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { ownField } from '../json/json-value.ts';
import { isBetterUnset } from './guarded-variables.ts';
import type { OwnWire, SettingsView } from './settings-view.ts';

/**
 * What a change of a settings file would do to the guard, as the end of «so that …»; undefined when it does no harm.
 * @param applies whether the file's switches and variables can reach this session; its own hooks count anyway
 */
export function findWeakening(before: SettingsView, after: SettingsView, applies: boolean): string | undefined {
  return (
    findLostHook(before, after) ??
    findNewFault(before, after) ??
    (applies
      ? (findWeakCopy(before, after) ?? findNewSwitch(before, after) ?? findChangedVariable(before, after))
      : undefined)
  );
}

/**
 * Claude Code runs entries of the same command line once, with the options of one of them: so an entry that is added must
 * not be weaker than the one that it could take the place of, wherever that stands.
 */
function findWeakCopy(before: SettingsView, after: SettingsView): string | undefined {
  const isWeak = ({ event, entry }: OwnWire): boolean =>
    ['async', 'asyncRewake', 'if'].some(key => ![undefined, false].includes(ownField(entry, key) as undefined)) ||
    (eventInfo(event).role === 'gate' && ownField(entry, 'onFailure') !== 'block');
  const added = after.hooks.find(
    wire => isWeak(wire) && !before.hooks.some(known => known.event === wire.event && same(known.entry, wire.entry)),
  );
  if (added === undefined) return undefined;
  return `a hook of hooklaw's on ${added.event} is added that could take the place of a stronger one (\`async\`, \`if\`, or no \`onFailure: "block"\`)`;
}

/** Each of our hooks must be found again, in the same order, at least as strong. */
function findLostHook(before: SettingsView, after: SettingsView): string | undefined {
  const rest = [...after.hooks];
  const events = new Set(before.hooks.map(({ event }) => event));
  for (const event of events) {
    const wanted = before.hooks.filter(wire => wire.event === event);
    const present = rest.filter(wire => wire.event === event);
    for (const wire of wanted) {
      const at = present.findIndex(candidate => isAtLeast(candidate, wire));
      if (at === -1)
        return present.length === 0
          ? `hooklaw is no longer called on ${event}`
          : `hooklaw's hook on ${event} is weaker than it is now`;
      present.splice(0, at + 1);
    }
  }
  return undefined;
}

function isAtLeast(after: OwnWire, before: OwnWire): boolean {
  return groupReaches(after.group, before.group) && entryHolds(after.entry, before.entry);
}

function groupReaches(after: JsonObject, before: JsonObject): boolean {
  const always = [undefined, '', '*'];
  const matcher = ownField(after, 'matcher');
  const reaches = always.includes(matcher as string | undefined) || same(matcher, ownField(before, 'matcher'));
  return reaches && sameBut(after, before, ['matcher']);
}

/** Seconds that Claude Code gives a hook whose entry names none. Source: its hooks reference. */
const clientTimeout = 60;

function entryHolds(after: JsonObject, before: JsonObject): boolean {
  const timeout = (entry: JsonObject): number => {
    const named = ownField(entry, 'timeout');
    return typeof named === 'number' ? named : clientTimeout;
  };
  return (
    timeout(after) >= timeout(before) &&
    (ownField(before, 'onFailure') !== 'block' || ownField(after, 'onFailure') === 'block') &&
    sameBut(after, before, ['timeout', 'onFailure', 'statusMessage'])
  );
}

function sameBut(a: JsonObject, b: JsonObject, but: readonly string[]): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    key => but.includes(key) || isOff(key, a, b) || same(ownField(a, key), ownField(b, key)),
  );
}

/** `async: false` says what its absence says. */
function isOff(key: string, a: JsonObject, b: JsonObject): boolean {
  return (
    [a, b].every(entry => [undefined, false].includes(ownField(entry, key) as undefined)) && key.startsWith('async')
  );
}

/** Equal as JSON; the order of keys says nothing. */
function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

/** A fault in a file that wires us silently drops our hooks; in another file it can only drop that file's own. */
function findNewFault(before: SettingsView, after: SettingsView): string | undefined {
  if (before.hooks.length === 0 || before.faults.length > 0) return undefined;
  const [fault] = after.faults;
  return fault === undefined ? undefined : `Claude Code would drop hooks, the guard's among them: ${fault}`;
}

function findNewSwitch(before: SettingsView, after: SettingsView): string | undefined {
  const added = after.switches.find(name => !before.switches.includes(name));
  return added === undefined ? undefined : `hooks are switched off (\`${added}\`)`;
}

function findChangedVariable(before: SettingsView, after: SettingsView): string | undefined {
  const names = new Set([...Object.keys(before.env), ...Object.keys(after.env)]);
  for (const name of names) {
    const [old, now] = [ownField(before.env, name), ownField(after.env, name)];
    if (same(old, now) || (now === undefined && isBetterUnset(name))) continue;
    return `the hook's environment changes (\`env.${name}\`)`;
  }
  return undefined;
}
