import type { LawInForce } from '../core/decision/decide.ts';
import { type LocatedStep, locateSteps } from '../core/decision/located-step.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import { openLaw } from '../core/law/open-law.ts';
import { coverRules } from '../core/law/rule-coverage.ts';
import type { LawTest } from '../core/law/schema.ts';
import type { LawTestReport, LawTestResult } from '../core/law/test-report.ts';
import { mutateLawTests } from './mutate-law-tests.ts';
import { type ReadableLawInForce, readReadableLaw } from './readable-laws.ts';
import { runLawTests } from './run-law-tests.ts';

/** How a law is tested. */
export interface TestRequest {
  /** Whether the law is changed, too, to see whether the tests notice. */
  readonly mutate: boolean;
  /** Which tests run, by their names; undefined for all. */
  readonly filter: RegExp | undefined;
  /** The time of tests that give none, in milliseconds since the epoch. */
  readonly now: number;
}

/** The rule that a test waits for. */
function awaitedRule({ expect }: LawTest): string | undefined {
  if (typeof expect === 'string' || 'rewrite' in expect) return undefined;
  return Object.values(expect)[0];
}

/** The rules behind a test that failed: the one that decided, and the one that should have. */
function findBehind(test: LawTest, result: LawTestResult, law: ReadableLawInForce): LocatedStep[] {
  if (result.passed || result.decision === undefined) return [];
  const values = {
    input: test.event.input ?? {},
    context: (test.given?.context ?? {}) as Readonly<Record<string, JsonValue>>,
  };
  const steps = locateSteps(result.decision, [law], values);
  const awaited = awaitedRule(test);
  return steps.filter(({ decided, step }) => decided || step.rule.id === awaited);
}

/**
 * Runs the tests of a law and finds out what they are worth.
 * @param file the name by which problems cite the law
 * @throws {LawError} when the law does not compile
 */
export async function testLaw(
  bytes: Uint8Array,
  file: string,
  { mutate, filter, now }: TestRequest,
): Promise<LawTestReport> {
  const read = readReadableLaw(bytes, file);
  const inForce: LawInForce = { layer: 'named', file, trusted: true, law: openLaw(read.compiled) };
  const law = { ...read, inForce };
  const chosen = (law.document.tests ?? [])
    .map((test, index) => ({ test, line: law.source.locateValue(['tests', index]).start.line }))
    .filter(({ test }) => filter?.test(test.name) !== false);
  const results = await runLawTests(
    law.inForce,
    chosen.map(({ test }) => test),
    now,
  );
  const tests = chosen.flatMap(({ test, line }, at) => {
    const result = results[at];
    if (result === undefined) return [];
    return [{ ...result, line, behind: findBehind(test, result, law) }];
  });
  const report = { file, tests, coverage: coverRules(law.compiled, results) };
  return mutate ? { ...report, mutation: await mutateLawTests(law.source.text, file, now) } : report;
}
