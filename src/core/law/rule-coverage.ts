import type { CompiledLaw } from './compiled-law.ts';
import type { LawTestResult, RuleCoverage } from './test-report.ts';

/** Which rules of a law fired in its tests. */
export function coverRules({ chains }: CompiledLaw, tests: readonly LawTestResult[]): RuleCoverage {
  const fired = new Set(tests.flatMap(test => test.fired));
  const rules = Object.values(chains)
    .flat()
    .sort((a, b) => a.line - b.line);
  const never = rules.filter(({ id }) => !fired.has(id)).map(({ id, line }) => ({ rule: id, line }));
  return { rules: rules.length, fired: rules.length - never.length, never };
}
