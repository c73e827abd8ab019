import { isJsonObject, type JsonValue } from '../../json/json-value.ts';
import type { CompiledLaw } from '../compiled-law.ts';
import { parseDuration } from '../duration.ts';
import type { ReadableLaw } from '../readable-law.ts';
import type { RuleDocument } from '../schema.ts';
import { matchesToolPattern } from '../tool-pattern.ts';
import { createClocks, isInWindow, parseTimeOfDay, wallClock, weekdays } from '../window.ts';
import { callAccess, type EarlierCall, earlierCallAccess, type Setting, type TestDraft, withCalls } from './draft.ts';
import { exampleInput, exampleTool } from './examples.ts';
import { sessionCallsOf, settingsOfExpression, setValue } from './settings-of-expression.ts';

function settingsOfTools(tool: RuleDocument['tool']): Setting[] {
  return [tool ?? []].flat().map(pattern => {
    const name = exampleTool(pattern);
    return { label: `with ${name}`, apply: ({ event, given }) => ({ event: { ...event, tool: name }, given }) };
  });
}

/** The most earlier calls that a suggested test may have. */
const mostCalls = 30;

/** A week in which no clock is changed anywhere: from Monday, 23 November 2026. */
const weekStart = Date.UTC(2026, 10, 23);
const halfHour = 1_800_000;

function settingsOfWindow(during: RuleDocument['during']): Setting[] {
  if (during === undefined) return [];
  const { from = '00:00', to = '24:00', days = weekdays, zone } = during;
  const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  if (start === undefined || end === undefined) return [];
  const window = { from: start, to: end, days, zone };
  const times = Array.from({ length: 7 * 48 }, (_, at) => weekStart + at * halfHour);
  const inside = (time: number): boolean => isInWindow(window, createClocks(time));
  return [
    ['in the window', times.find(inside)] as const,
    ['outside the window', times.find(time => !inside(time))] as const,
    ...days.map(day => [`on ${day}`, times.find(time => inside(time) && wallClock(time, zone).day === day)] as const),
    ...edgesOf(times, inside).map(time => [`at ${new Date(time).toISOString()}`, time] as const),
  ].flatMap(([label, time]) => {
    if (time === undefined) return [];
    const now = new Date(time).toISOString().replace('.000Z', 'Z');
    return [{ label, apply: ({ event, given }: TestDraft) => ({ event, given: { ...given, now } }) }];
  });
}

/** The last minute before each kind of edge and the first one after it: where the window begins, and where it ends. */
function edgesOf(times: readonly number[], inside: (time: number) => boolean): number[] {
  return [true, false].flatMap(begins => {
    const at = times.findIndex(
      (time, index) => index > 0 && inside(time) === begins && inside(times[index - 1] ?? 0) !== begins,
    );
    const from = times[at - 1];
    if (from === undefined) return [];
    const minutes = Array.from({ length: halfHour / minute }, (_, step) => from + (step + 1) * minute);
    const first = minutes.find(time => inside(time) === begins);
    return first === undefined ? [] : [first - minute, first, first + minute];
  });
}

const minute = 60_000;

function setAgo(concerns: (tool: string) => boolean, ago: string): Setting {
  return {
    label: `the earlier call ${ago} ago`,
    apply(draft) {
      const calls = draft.given.calls ?? [];
      const at = calls.findLastIndex(({ tool }) => concerns(tool));
      const call = calls[at];
      return call === undefined ? undefined : withCalls(draft, calls.with(at, { ...call, ago }));
    },
  };
}

/** Lets an earlier success happen that fits what a rule requires, so many times; other earlier calls are taken out. */
export function afterRequired(
  { tool, where }: NonNullable<RuleDocument['requires']>,
  law: CompiledLaw,
  times: number,
): Setting {
  const patterns = [tool].flat();
  const name = exampleTool(patterns[0] ?? '*');
  const call: EarlierCall = { tool: name, input: exampleInput(name, law), result: {} };
  const access = earlierCallAccess(other => other === name);
  const conditions = where === undefined ? [] : settingsOfExpression(where, access).filter(({ fulfils }) => fulfils);
  const addOne = (draft: TestDraft): TestDraft =>
    conditions.reduce(
      (done, setting) => setting.apply(done) ?? done,
      withCalls(draft, [...(draft.given.calls ?? []), call]),
    );
  return {
    label: times === 1 ? 'after what is required' : `after ${times} times what is required`,
    apply: draft => Array.from({ length: times }).reduce<TestDraft>(addOne, withCalls(draft, [])),
  };
}

function settingsOfRequires(requires: RuleDocument['requires'], law: CompiledLaw): Setting[] {
  if (requires === undefined) return [];
  const { tool, where, within, times = 1 } = requires;
  const patterns = [tool].flat();
  const concerns = (name: string): boolean => patterns.some(pattern => matchesToolPattern(pattern, name));
  const withinMs = within === undefined ? undefined : parseDuration(within);
  return [
    {
      label: 'without what is required',
      apply: draft =>
        withCalls(
          draft,
          (draft.given.calls ?? []).filter(call => !concerns(call.tool)),
        ),
    },
    ...[times, times - 1, times + 1]
      .filter(count => count > 0 && count <= mostCalls)
      .map(count => afterRequired(requires, law, count)),
    ...(where === undefined ? [] : settingsOfExpression(where, earlierCallAccess(concerns))),
    ...(withinMs === undefined
      ? []
      : [0, 1_000, -1_000].map(by => setAgo(concerns, `${Math.round((withinMs + by) / 1_000)}s`))),
  ];
}

/** Calls that `session` is asked about. */
function settingsOfSession(when: string, law: CompiledLaw): Setting[] {
  return sessionCallsOf(when).map(({ tool, outcome }) => {
    const name = exampleTool(tool);
    const call: EarlierCall = { tool: name, input: exampleInput(name, law), outcome };
    return {
      label: `after a call of ${name} that ${outcome === 'denied' ? 'was denied' : outcome}`,
      apply: draft => withCalls(draft, [...(draft.given.calls ?? []), call]),
    };
  });
}

/** The input fields that are keys of `once`, which other calls must not share. */
function keysOf(once: RuleDocument['once']): string[][] {
  const key = isJsonObject(once as JsonValue) ? (once as { key: string | string[] }).key : (once as string | undefined);
  return [key ?? []].flat().map(text => text.split('.'));
}

/** The same call a little earlier. */
function repeat(
  { event, given }: TestDraft,
  change: (input: TestDraft) => TestDraft | undefined,
): TestDraft | undefined {
  const { tool, input } = change({ event, given })?.event ?? {};
  if (tool === undefined) return undefined;
  const call: EarlierCall = { tool, ...(input === undefined ? {} : { input }) };
  return withCalls({ event, given }, [...(given.calls ?? []), call]);
}

function settingsOfOnce(once: RuleDocument['once']): Setting[] {
  if (once === undefined) return [];
  const keys = keysOf(once);
  return [
    { label: 'the same again', apply: draft => repeat(draft, same => same) },
    ...keys.map(key => ({
      label: `after one with another ${key.at(-1)}`,
      apply: (draft: TestDraft) => repeat(draft, same => callAccess.write(same, key, 'other')),
    })),
  ];
}

/**
 * Spends before the call, in calls like it, so that with it exactly `sum` is spent.
 * @param parts into how many calls the sum is cut; undefined to keep the price of the call
 */
function spendInAll(
  sum: number,
  spend: string | number,
  parts: number | undefined,
  otherKeys: readonly string[][],
): Setting {
  const path = typeof spend === 'string' ? spend.split('.') : undefined;
  const priced = (draft: TestDraft, price: number): TestDraft | undefined =>
    path === undefined ? draft : callAccess.write(draft, path, price);
  const apart = (draft: TestDraft | undefined, count: number): TestDraft | undefined =>
    otherKeys.reduce((one, key) => one && callAccess.write(one, key, `other-${count}`), draft);
  return {
    label: `${sum} spent in all${parts === undefined ? '' : ` in ${parts} calls`}`,
    apply(draft) {
      const own = typeof spend === 'number' ? spend : callAccess.read(draft, spend.split('.'));
      const price = parts === undefined ? own : Number((sum / parts).toFixed(2));
      if (typeof price !== 'number' || price <= 0 || sum <= price || sum / price > mostCalls) return undefined;
      let filled = priced(draft, price);
      let left = Number((sum - price).toFixed(9));
      for (let count = 1; left > 0 && filled !== undefined; count++) {
        const amount = Math.min(price, left);
        filled = repeat(filled, same => apart(priced(same, amount), count));
        left = Number((left - amount).toFixed(9));
      }
      return filled;
    },
  };
}

/** The sums that a limit can be about, as far as it is a number or holds one. */
function sumsAround(limit: string | number): number[] {
  const numbers = typeof limit === 'number' ? [limit] : (limit.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return numbers.flatMap(number => [number, number + 1, number - 1]).filter(number => number > 0);
}

/** Longer ago than any window but that of a year. */
const longAgo = '40d';

/** A setting whose earlier calls were made long ago; what the call itself needs before it is made again. */
function longBefore({ label, apply }: Setting): Setting {
  return {
    label: `${label}, long ago`,
    apply(draft) {
      const done = apply(draft);
      const calls = done?.given.calls ?? [];
      const again = calls.filter(({ tool }) => tool !== done?.event.tool);
      return done && withCalls(done, [...calls.map(call => ({ ...call, ago: longAgo })), ...again]);
    },
  };
}

/** A setting whose earlier calls were made by somebody, or for something, else. */
function byOthers({ label, apply }: Setting, key: readonly string[]): Setting {
  return {
    label: `${label} with another ${key.at(-1)}`,
    apply(draft) {
      const done = apply(draft);
      const changed = (done?.given.calls ?? []).map(call => {
        const other = callAccess.write(
          { event: { tool: call.tool, input: call.input ?? {} }, given: {} },
          key,
          'other',
        );
        return other === undefined ? call : { ...call, input: other.event.input ?? {} };
      });
      return done && withCalls(done, changed);
    },
  };
}

/** The fields of the input by which spending is kept apart. */
function inputKeysOf(per: string | readonly string[] | undefined): string[][] {
  return [per ?? []].flat().flatMap(key => (/^input(?:\.\w+)+$/.test(key) ? [key.split('.')] : []));
}

function settingsOfBudget(budget: RuleDocument['budget'], otherKeys: readonly string[][]): Setting[] {
  if (budget === undefined) return [];
  const { spend, limit } = budget;
  const sums = sumsAround(limit);
  const path = typeof spend === 'string' && /^input(?:\.\w+)+$/.test(spend) ? spend.split('.') : undefined;
  if (path === undefined) {
    return typeof spend === 'string' ? [] : sums.map(sum => spendInAll(sum, spend, undefined, otherKeys));
  }
  const parts = [undefined, 2, 5, 20];
  const over = sums.flatMap(sum => [2, 5].map(count => spendInAll(sum, path.join('.'), count, otherKeys)));
  return [
    ...over.map(longBefore),
    ...inputKeysOf(budget.per).flatMap(key => over.map(setting => byOthers(setting, key))),
    ...sums.map(sum => setValue(path, sum, callAccess)),
    ...sums.flatMap(sum => parts.map(count => spendInAll(sum, path.join('.'), count, otherKeys))),
  ];
}

/** Settings under which a rule can come to another outcome. */
export function settingsOfRule(rule: RuleDocument, { document, compiled }: ReadableLaw): Setting[] {
  // Calls that are added must not trip over what may happen once.
  const otherKeys = document.rules.flatMap(({ once }) => keysOf(once)).filter(([root]) => root === 'input');
  return [
    ...settingsOfTools(rule.tool),
    ...(rule.when === undefined ? [] : [...settingsOfExpression(rule.when), ...settingsOfSession(rule.when, compiled)]),
    ...settingsOfWindow(rule.during),
    ...settingsOfRequires(rule.requires, compiled),
    ...settingsOfOnce(rule.once),
    ...settingsOfBudget(rule.budget, otherKeys),
  ];
}
