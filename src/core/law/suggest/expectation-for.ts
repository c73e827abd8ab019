import type { Decision } from '../../decision/decision.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { LawTest } from '../schema.ts';

type Expectation = LawTest['expect'];

function changedFields(before: JsonObject, after: JsonObject): JsonObject {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}

/**
 * What a test can expect of a decision, the plainest first; nothing where a check could not run, since a test should not
 * hang on that.
 */
export function expectationsFor(decision: Decision, input: JsonObject): Expectation[] {
  const { verdict, rule, failure, rewrittenInput, trace } = decision;
  if (failure !== undefined) return [];
  if ((verdict === 'deny' || verdict === 'block' || verdict === 'ask') && rule !== undefined) {
    return [{ [verdict]: rule.id } as Expectation];
  }
  const warnings = trace
    .filter(({ effect, outcome }) => effect === 'warn' && outcome === 'fired')
    .map(step => ({ warn: step.rule.id }));
  const rewrite =
    rewrittenInput === undefined ? [] : [{ rewrite: changedFields(input, rewrittenInput) } as Expectation];
  if (verdict === 'allow') return ['allow', ...warnings, ...rewrite];
  return verdict !== 'silent' ? [] : warnings.length + rewrite.length === 0 ? ['silent'] : [...warnings, ...rewrite];
}

/** An expectation in a few words, for the name of a test. */
export function nameExpectation(expect: Expectation): string {
  if (typeof expect === 'string') return expect === 'silent' ? 'nothing is said' : `it is ${expect}`;
  const [effect = '', value] = Object.entries(expect)[0] ?? [];
  const words: Readonly<Record<string, string>> = { deny: 'denied', ask: 'asked', block: 'blocked', warn: 'warned' };
  return typeof value === 'string' ? `${words[effect] ?? effect} by ${value}` : 'rewritten';
}
