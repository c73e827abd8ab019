import { createBaseEnvironment } from '../../expression/environment.ts';
import { readPaths } from '../../expression/syntax.ts';
import type { RuleDocument } from '../schema.ts';
import { moveLiteral } from './move-number.ts';
import { editText, editTools, type RuleEdit } from './rule-edit.ts';

/** A duration with its last number moved by one: `1h30m` gives `1h31m`. Undefined for one that would be nothing. */
function moveDuration(text: string, by: 1 | -1): string | undefined {
  const [, start = '', amount = '', unit = ''] = /^(.*?)(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? [];
  const moved = moveLiteral(amount, by);
  return moved === undefined || Number(moved) < (start === '' ? 1 : 0) ? undefined : `${start}${moved}${unit}`;
}

/** Puts a changed value in place of a rule's own. */
type Put<T> = (changed: T) => RuleDocument;

function editDuration(text: string, at: readonly PropertyKey[], put: Put<string>): RuleEdit[] {
  return ([1, -1] as const).flatMap((by): RuleEdit[] => {
    const moved = moveDuration(text, by);
    if (moved === undefined) return [];
    const [shorter, longer] = by === 1 ? [text, moved] : [moved, text];
    return [
      {
        rule: put(moved),
        at,
        change: `\`${text}\` became \`${moved}\` in \`${String(at.at(-1))}\``,
        hint: `a test with an earlier call between ${shorter} and ${longer} ago`,
      },
    ];
  });
}

/** A number moved by one, down to `least`. */
function editNumber(
  value: number,
  least: number,
  at: readonly PropertyKey[],
  put: Put<number>,
  hint: (moved: number) => string,
): RuleEdit[] {
  return ([1, -1] as const).flatMap((by): RuleEdit[] => {
    const moved = moveLiteral(String(value), by);
    if (moved === undefined || Number(moved) < least) return [];
    const change = `\`${value}\` became \`${moved}\` in \`${String(at.at(-1))}\``;
    return [{ rule: put(Number(moved)), at, change, hint: hint(Number(moved)) }];
  });
}

/** The small changes of what a rule requires. */
export function editRequires(rule: RuleDocument): readonly RuleEdit[] {
  const { requires } = rule;
  if (requires === undefined) return [];
  const { tool, where, within, times } = requires;
  const put = (changed: Partial<typeof requires>): RuleDocument => ({ ...rule, requires: { ...requires, ...changed } });
  const needed = (moved: number): string =>
    `a test in which exactly ${Math.min(moved, times ?? 1)} such calls have succeeded`;
  return [
    ...editTools(tool, ['requires', 'tool'], changed => put({ tool: changed })),
    ...(where === undefined ? [] : editText(where, ['requires', 'where'], changed => put({ where: changed }))),
    ...(within === undefined ? [] : editDuration(within, ['requires', 'within'], changed => put({ within: changed }))),
    ...(times === undefined
      ? []
      : editNumber(times, 1, ['requires', 'times'], changed => put({ times: changed }), needed)),
  ];
}

/** Whether a key can be another one for an earlier call of the same test: facts are the same for all calls of a test. */
function readsInput(key: string): boolean {
  try {
    return readPaths(createBaseEnvironment().parse(key).ast).some(([root]) => root === 'input');
  } catch {
    return false;
  }
}

/** Keys without one of them: what it told apart counts together. */
function dropKeys(
  keys: string | string[] | undefined,
  at: readonly PropertyKey[],
  put: Put<string[] | undefined>,
): RuleEdit[] {
  const list = keys === undefined ? [] : [keys].flat();
  return list.flatMap((key, index): RuleEdit[] => {
    if (!readsInput(key)) return [];
    const rest = list.filter((_, other) => other !== index);
    return [
      {
        rule: put(rest.length === 0 ? undefined : rest),
        at: typeof keys === 'string' ? at : [...at, index],
        change: `\`${key}\` was dropped in \`${String(at.at(-1))}\``,
        hint: `a test with an earlier call in which \`${key}\` is another`,
      },
    ];
  });
}

interface Windowed {
  readonly window?: string | undefined;
}

/** A window that is a little longer or shorter; one of the calendar, or of the session, without an end. */
function editSpan<T extends Windowed>(given: T, at: readonly PropertyKey[], put: Put<T>): RuleEdit[] {
  const { window } = given;
  if (window === undefined || window === 'session') return [];
  if (/^\d/.test(window)) return editDuration(window, [...at, 'window'], changed => put({ ...given, window: changed }));
  return [
    {
      rule: put({ ...given, window: undefined, zone: undefined, first_day: undefined }),
      at: [...at, 'window'],
      change: '`window` was dropped',
      hint: `a test with an earlier call in the ${window} before`,
    },
  ];
}

/** The small changes of a rule's budget. */
export function editBudget(rule: RuleDocument): readonly RuleEdit[] {
  const { budget } = rule;
  if (budget === undefined) return [];
  const { spend, limit, per } = budget;
  const put = (changed: Partial<typeof budget>): RuleDocument => ({ ...rule, budget: { ...budget, ...changed } });
  const atLimit = (moved: number): string =>
    `a test in which exactly ${Math.max(Number(limit), moved)} is spent in all, this call included`;
  const counted = 'a test in which the calls so far, and this one, come exactly to the limit';
  const constant: RuleEdit = {
    rule: put({ spend: 1 }),
    at: ['budget', 'spend'],
    change: `\`${spend}\` became \`1\` in \`spend\``,
    hint: 'a test in which what is spent is over the limit, and the number of calls is not',
  };
  return [
    ...(typeof spend === 'string'
      ? [constant, ...editText(spend, ['budget', 'spend'], changed => put({ spend: changed }))]
      : editNumber(
          spend,
          0,
          ['budget', 'spend'],
          changed => put({ spend: changed }),
          () => counted,
        )),
    ...(typeof limit === 'string'
      ? editText(limit, ['budget', 'limit'], changed => put({ limit: changed }))
      : editNumber(limit, 0, ['budget', 'limit'], changed => put({ limit: changed }), atLimit)),
    ...dropKeys(per, ['budget', 'per'], changed => put({ per: changed })),
    ...editSpan(budget, ['budget'], changed => put(changed)),
  ];
}

/** The small changes of what a rule lets be used once. */
export function editOnce(rule: RuleDocument): readonly RuleEdit[] {
  const { once } = rule;
  if (once === undefined || typeof once === 'string') return [];
  const put = (changed: Partial<typeof once>): RuleDocument => ({ ...rule, once: { ...once, ...changed } });
  const several = Array.isArray(once.key) && once.key.length > 1;
  return [
    ...(several ? dropKeys(once.key, ['once', 'key'], changed => put({ key: changed ?? once.key })) : []),
    ...editSpan(once, ['once'], changed => put(changed)),
  ];
}
