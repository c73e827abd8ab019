import type { Decision } from '../decision/decision.ts';
import type { LocatedStep } from '../decision/located-step.ts';
import type { LawTest } from './schema.ts';

/** A value that is another than a test expects. */
export interface Difference {
  /** Where it stands, such as `input.content`, or `message`. */
  readonly path: string;
  /** Undefined where there should be nothing. */
  readonly expected: string | undefined;
  /** Undefined where there is nothing. */
  readonly got: string | undefined;
}

/** What became of one test of a law. */
export interface LawTestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  /** What happened instead, or as well. */
  readonly got: string;
  /** The ids of the rules that fired in it, those of its earlier calls included. */
  readonly fired: readonly string[];
  /** The ids of the rules that were asked and had nothing to say. */
  readonly silent: readonly string[];
  /** The ids of the rules that could not be checked. */
  readonly failed: readonly string[];
  /** Values that are others than expected, of a test that failed by them. */
  readonly differences: readonly Difference[];
  /** How the last call was judged; undefined where it could not be. */
  readonly decision?: Decision;
}

/** The same with its place in the law. */
export interface PlacedTestResult extends LawTestResult {
  /** The line on which the test stands, from 1. */
  readonly line: number;
  /** Of a test that failed: the rule that decided, and the one that should have. */
  readonly behind: readonly LocatedStep[];
}

/** A rule with its line in the law, from 1. */
export interface RulePlace {
  readonly rule: string;
  readonly line: number;
}

/** In how many tests a rule came to what. */
export interface RuleOutcomes extends RulePlace {
  readonly fired: number;
  readonly silent: number;
  /** It could not be checked, and failed closed where its event can stop something. */
  readonly failed: number;
}

/** Which rules the tests of a law made fire, and which they saw silent. */
export interface RuleCoverage {
  /** How many rules the law has. */
  readonly rules: number;
  readonly fired: number;
  /** The rules that never fired, in the order of the file. */
  readonly never: readonly RulePlace[];
  /** How many rules have a condition, and so can be asked and have nothing to say. */
  readonly conditional: number;
  readonly silent: number;
  /** The rules with a condition that no test saw silent, in the order of the file. */
  readonly unsilenced: readonly RulePlace[];
  /** How much of what rules can come to the tests have seen, in whole percent, rounded down. */
  readonly percent: number;
  readonly outcomes: readonly RuleOutcomes[];
}

/** A change of the law that no test noticed. */
export interface Survivor extends RulePlace {
  /** What was changed, such as "`>` became `>=` in `when`". */
  readonly change: string;
  /** The changed expression as a whole, where it was one. */
  readonly becomes?: string;
  /** Which test would notice. */
  readonly hint: string;
  /** One that does; undefined where none was found. */
  readonly test?: LawTest;
}

/** How the tests of a law did against changes of the law. */
export interface MutationReport {
  /** Changes that were tried. */
  readonly changes: number;
  readonly noticed: number;
  /** Changes that made no valid law, and were not tried. */
  readonly invalid: number;
  /** Changes past the most that are tried. */
  readonly untried: number;
  readonly survivors: readonly Survivor[];
}

/** What `hooklaw test` found out about one law file. */
export interface LawTestReport {
  readonly file: string;
  readonly tests: readonly PlacedTestResult[];
  readonly coverage: RuleCoverage;
  readonly mutation?: MutationReport;
}
