import { effectsOf } from '../effects.ts';
import type { RuleDocument } from '../schema.ts';
import { editBudget, editOnce, editRequires } from './mutate-state.ts';
import { editWindow } from './mutate-window.ts';
import { editText, editTools, type RuleEdit } from './rule-edit.ts';

type Section = 'when' | 'during' | 'requires' | 'budget' | 'once';

/** The whole condition taken out, so that it no longer holds the rule back. */
function drop(rule: RuleDocument, key: Section): RuleEdit[] {
  if (rule[key] === undefined) return [];
  const edit = {
    rule: { ...rule, [key]: undefined },
    at: [key],
    change: `\`${key}\` was dropped`,
    hint: `a test in which \`${key}\` alone keeps the rule from firing`,
  };
  return [edit];
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
    ...editWindow(rule),
    ...drop(rule, 'requires'),
    ...editRequires(rule),
    ...drop(rule, 'budget'),
    ...editBudget(rule),
    ...drop(rule, 'once'),
    ...editOnce(rule),
  ];
}
