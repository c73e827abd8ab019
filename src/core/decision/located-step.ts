import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { effectsOf } from '../law/effects.ts';
import { type FoundRule, findRule, type ReadableLaw } from '../law/readable-law.ts';
import { conditionKeys, partsOf, type RulePart } from '../law/rule-parts.ts';
import { readsOf } from '../law/rule-reads.ts';
import type { RuleDocument } from '../law/schema.ts';
import { conditionIsFalse, type LawInForce, outsideWindow } from './decide.ts';
import type { Decision, RuleRef, TraceStep } from './decision.ts';

/** A step of a decision with the parts of the law that it hung on. */
export interface LocatedStep {
  readonly step: TraceStep;
  /** Whether the verdict is this rule's. */
  readonly decided: boolean;
  /** The text of the law; undefined where the rule cannot be found in it. */
  readonly source: string | undefined;
  readonly parts: readonly RulePart[];
  /** What the condition read, as far as it is known. */
  readonly values: readonly { readonly path: string; readonly value: JsonValue }[];
}

/** What the rules of a trial could read. */
export interface TrialValues {
  readonly input: JsonObject;
  readonly context: Readonly<Record<string, JsonValue>>;
}

type LawWithText = ReadableLaw & { readonly inForce: LawInForce };

/** Finds a rule by its line, since a law as approved and as changed have the same file and mostly the same rules. */
function findBehind({ id, layer, file, line }: RuleRef, laws: readonly LawWithText[]): FoundRule | undefined {
  for (const law of laws) {
    if (law.inForce.layer !== layer) continue;
    const found = findRule(id, law);
    if (found === undefined || (found.cited ?? law.inForce.file) !== file) continue;
    if (found.source.locateValue(['rules', found.index]).start.line === line) return found;
  }
  return undefined;
}

/** The keys of a rule that a step hung on: the condition that did not hold, or all that held and what they led to. */
function keysBehind({ outcome, detail }: TraceStep, rule: RuleDocument): string[] {
  const [effect = 'deny'] = effectsOf(rule);
  if (outcome === 'ignored') return [effect];
  if (detail === outsideWindow) return ['during'];
  if (detail === conditionIsFalse) return ['when'];
  const conditions = conditionKeys.filter(key => rule[key] !== undefined);
  if (outcome === 'failed') return conditions.length === 0 ? [effect] : conditions;
  if (outcome === 'passed') return conditions.filter(key => key !== 'during' && key !== 'when');
  return [...(conditions.length === 0 ? ['tool'] : conditions), effect];
}

function valueAt(path: string, { input, context }: TrialValues): JsonValue | undefined {
  const [root = '', ...names] = path.split('.');
  const start: JsonValue | undefined = { input, context: context as JsonObject }[root];
  return names.reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    start,
  );
}

function valuesOf({ when }: RuleDocument, values: TrialValues): LocatedStep['values'] {
  if (when === undefined) return [];
  const { input = [], context = [] } = readsOf({ when });
  return [...input, ...context].flatMap(path => {
    const value = valueAt(path, values);
    return value === undefined ? [] : [{ path, value }];
  });
}

/** Whether two steps name the same rule. */
function isSame(a: RuleRef, b: RuleRef | undefined): boolean {
  return a.id === b?.id && a.layer === b.layer && a.file === b.file && a.line === b.line;
}

/**
 * The steps of a decision with their places in the laws.
 * @param values what the rules could read; once a rule has rewritten the input, no values are told
 */
export function locateSteps(
  { trace, rule: decider }: Decision,
  laws: readonly LawWithText[],
  values: TrialValues,
): LocatedStep[] {
  let rewritten = false;
  return trace.map(step => {
    const found = findBehind(step.rule, laws);
    const located = {
      step,
      decided: isSame(step.rule, decider) && (step.outcome === 'fired' || step.outcome === 'failed'),
      source: found?.source.text,
      parts: found === undefined ? [] : partsOf(found.source, found.index, keysBehind(step, found.rule)),
      values: found === undefined || rewritten ? [] : valuesOf(found.rule, values),
    };
    if (step.effect === 'rewrite' && step.outcome === 'fired') rewritten = true;
    return located;
  });
}
