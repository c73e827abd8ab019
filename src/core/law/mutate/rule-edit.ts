import type { RuleDocument } from '../schema.ts';
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

/** The changes of an expression. */
export function editText(
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

/** The changes of a list of tools. */
export function editTools(
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
