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
}

/** A rule with its line in the law, from 1. */
export interface RulePlace {
  readonly rule: string;
  readonly line: number;
}

/** Which rules the tests of a law made fire. */
export interface RuleCoverage {
  /** How many rules the law has. */
  readonly rules: number;
  readonly fired: number;
  /** The rules that never fired, in the order of the file. */
  readonly never: readonly RulePlace[];
}

/** A change of the law that no test noticed. */
export interface Survivor extends RulePlace {
  /** What was changed, such as "`>` became `>=` in `when`". */
  readonly change: string;
  /** The changed expression as a whole, where it was one. */
  readonly becomes?: string;
  /** Which test would notice. */
  readonly hint: string;
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
  readonly tests: readonly LawTestResult[];
  readonly coverage: RuleCoverage;
  readonly mutation?: MutationReport;
}
