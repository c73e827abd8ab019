import type { CompiledLaw, CompiledRule } from './compiled-law.ts';
import { splitPackId } from './packs/pack.ts';
import type { LawTestResult, RuleCoverage, RuleOutcomes, RulePlace } from './test-report.ts';

/** Whether a rule that is asked can have nothing to say. */
function isConditional({ when, during, state }: CompiledRule): boolean {
  return when !== undefined || during !== undefined || state !== undefined;
}

function placeOf({ rule, line }: RuleOutcomes): RulePlace {
  return { rule, line };
}

/** What the rules of a law came to in its tests. */
export function coverRules({ chains }: CompiledLaw, tests: readonly LawTestResult[]): RuleCoverage {
  const rules = Object.values(chains)
    .flat()
    // A pack's rules are tested by its own tests.
    .filter(({ id }) => splitPackId(id) === undefined)
    .sort((a, b) => a.line - b.line);
  const count = (id: string, what: 'fired' | 'silent' | 'failed'): number =>
    tests.filter(test => test[what].includes(id)).length;
  const outcomes = rules.map(({ id, line }) => ({
    rule: id,
    line,
    fired: count(id, 'fired'),
    silent: count(id, 'silent'),
    failed: count(id, 'failed'),
  }));
  const never = outcomes.filter(({ fired }) => fired === 0).map(placeOf);
  const withCondition = new Set(rules.filter(isConditional).map(({ id }) => id));
  const conditional = outcomes.filter(({ rule }) => withCondition.has(rule));
  const unsilenced = conditional.filter(({ silent }) => silent === 0).map(placeOf);
  const possible = rules.length + conditional.length;
  const seen = possible - never.length - unsilenced.length;
  return {
    rules: rules.length,
    fired: rules.length - never.length,
    never,
    conditional: conditional.length,
    silent: conditional.length - unsilenced.length,
    unsilenced,
    percent: possible === 0 ? 100 : Math.floor((100 * seen) / possible),
    outcomes,
  };
}
