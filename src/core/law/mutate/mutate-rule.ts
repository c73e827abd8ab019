import { effectsOf } from '../effects.ts';
import type { RuleDocument } from '../schema.ts';
import { moveLiteral } from './move-number.ts';
import { mutateExpression } from './mutate-expression.ts';
import { mutateTools } from './mutate-tools.ts';

/** One small change of a rule. */
export interface RuleEdit {
  /** The changed rule; undefined where it was taken out. */
  readonly rule: RuleDocument | undefined;
  /** The place of the change within the rule. */
  readonly at: readonly PropertyKey[];
  readonly change: string;
  /** The changed expression as a whole, where it was one. */
  readonly becomes?: string;
  readonly hint: string;
}

type Section = 'tool' | 'when' | 'during' | 'requires' | 'budget' | 'once';

/** The whole condition taken out, so that it no longer holds the rule back. */
function drop(rule: RuleDocument, key: Exclude<Section, 'tool'>): RuleEdit[] {
  if (rule[key] === undefined) return [];
  const edit = {
    rule: { ...rule, [key]: undefined },
    at: [key],
    change: `\`${key}\` was dropped`,
    hint: `a test in which \`${key}\` alone keeps the rule from firing`,
  };
  return [edit];
}

function editText(
  text: string,
  at: readonly PropertyKey[],
  put: (changed: string) => RuleDocument,
): readonly RuleEdit[] {
  return mutateExpression(text).map(({ text: changed, change, hint }) => ({
    rule: put(changed),
    at,
    change: `${change} in \`${String(at.at(-1))}\``,
    becomes: changed,
    hint,
  }));
}

function editTools(
  tool: string | string[],
  at: readonly PropertyKey[],
  put: (changed: string | string[]) => RuleDocument,
): readonly RuleEdit[] {
  return mutateTools(tool).map(edit => ({
    rule: put(edit.tool),
    at: edit.at === undefined ? at : [...at, edit.at],
    change: `${edit.change} in \`${at.map(String).join('.')}\``,
    hint: edit.hint,
  }));
}

function editRequires(rule: RuleDocument): readonly RuleEdit[] {
  const { requires } = rule;
  if (requires === undefined) return [];
  const { tool, where } = requires;
  const put = (changed: Partial<typeof requires>): RuleDocument => ({ ...rule, requires: { ...requires, ...changed } });
  return [
    ...editTools(tool, ['requires', 'tool'], changed => put({ tool: changed })),
    ...(where === undefined ? [] : editText(where, ['requires', 'where'], changed => put({ where: changed }))),
  ];
}

function editLimit(rule: RuleDocument): readonly RuleEdit[] {
  const { budget } = rule;
  if (budget === undefined) return [];
  const put = (limit: number | string): RuleDocument => ({ ...rule, budget: { ...budget, limit } });
  const { limit } = budget;
  if (typeof limit === 'string') return editText(limit, ['budget', 'limit'], put);
  return ([1, -1] as const).flatMap(by => {
    const moved = moveLiteral(String(limit), by);
    if (moved === undefined || Number(moved) < 0) return [];
    const sum = Math.max(limit, Number(moved));
    return [
      {
        rule: put(Number(moved)),
        at: ['budget', 'limit'],
        change: `\`${limit}\` became \`${moved}\` in \`limit\``,
        hint: `a test in which exactly ${sum} is spent in all, this call included`,
      },
    ];
  });
}

/** The small changes of one rule, in a fixed order. */
export function mutateRule(rule: RuleDocument): RuleEdit[] {
  const { id, tool, when } = rule;
  const [effect = 'deny'] = effectsOf(rule);
  const expected = effect === 'rewrite' ? '{ rewrite: … }' : effect === 'allow' ? 'allow' : `{ ${effect}: ${id} }`;
  return [
    { rule: undefined, at: [], change: 'the rule was dropped', hint: `a test with \`expect: ${expected}\`` },
    ...(tool === undefined ? [] : editTools(tool, ['tool'], changed => ({ ...rule, tool: changed }))),
    ...drop(rule, 'when'),
    ...(when === undefined ? [] : editText(when, ['when'], changed => ({ ...rule, when: changed }))),
    ...drop(rule, 'during'),
    ...drop(rule, 'requires'),
    ...editRequires(rule),
    ...drop(rule, 'budget'),
    ...editLimit(rule),
    ...drop(rule, 'once'),
  ];
}
