import { MemoryStateStore } from '../adapters/memory-state-store.ts';
import { createFixedSurroundings } from '../core/analysis/fixed-surroundings.ts';
import type { Surroundings } from '../core/analysis/surroundings.ts';
import { convertFact } from '../core/context/convert-fact.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import type { Decision } from '../core/decision/decision.ts';
import { isKnownEvent } from '../core/event/catalogue.ts';
import { defaultEventLimits, readEvent } from '../core/event/read-event.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import { parseDuration } from '../core/law/duration.ts';
import { describeDecision, describeExpectation, findDifferences, holds } from '../core/law/expectation.ts';
import type { LawTest } from '../core/law/schema.ts';
import type { LawTestResult } from '../core/law/test-report.ts';
import type { StateStore } from '../ports/state-store.ts';
import { tryCall } from './try-call.ts';

/** The facts of a test, each of the type and among the values that the law declares. */
function readFacts(given: Readonly<Record<string, unknown>>, { law }: LawInForce): Record<string, JsonValue> {
  for (const [name, value] of Object.entries(given)) {
    const definition = Object.hasOwn(law.context, name) ? law.context[name] : undefined;
    if (definition === undefined) throw new Error(`the law has no fact \`${name}\``);
    const fact = convertFact(definition, value as JsonValue, false);
    if ('failure' in fact) throw new Error(`the fact \`${name}\` cannot be ${JSON.stringify(value)}: ${fact.failure}`);
  }
  return given as Record<string, JsonValue>;
}

type TestedEvent = Pick<LawTest['event'], 'on' | 'tool' | 'input' | 'fields'>;

/** The ids of the rules by what became of them in a test. */
type SeenRules = Readonly<Record<'fired' | 'passed' | 'failed' | 'ignored', Set<string>>>;

/** What the calls of one test share. */
interface Bench {
  readonly law: LawInForce;
  readonly context: Record<string, JsonValue>;
  readonly store: StateStore;
  readonly surroundings: Surroundings;
  readonly seen: SeenRules;
}

async function judgeOne(
  event: TestedEvent,
  now: number,
  { law, context, store, seen, surroundings }: Bench,
): Promise<Decision> {
  const on = event.on ?? 'PreToolUse';
  if (!isKnownEvent(on)) throw new Error(`there is no event \`${on}\``);
  const fields = {
    hook_event_name: on,
    session_id: 'test',
    transcript_path: '/dev/null',
    cwd: surroundings.cwd,
    permission_mode: 'default',
    ...(event.tool === undefined ? {} : { tool_name: event.tool, tool_input: event.input ?? {} }),
    ...event.fields,
  };
  const { decision } = await tryCall({
    event: readEvent(new TextEncoder().encode(JSON.stringify(fields)), undefined, defaultEventLimits),
    laws: [law],
    context,
    now,
    sources: undefined,
    surroundings,
    state: () => Promise.resolve(store),
  });
  for (const { outcome, rule } of decision.trace) seen[outcome].add(rule.id);
  return decision;
}

type EarlierCall = NonNullable<NonNullable<LawTest['given']>['calls']>[number];

/** Lets an earlier call of the session happen, as the law would have judged it then. */
async function playEarlier(call: EarlierCall, index: number, now: number, bench: Bench): Promise<void> {
  const { tool, input = {}, result = null, outcome = 'succeeded', ago = '1s' } = call;
  const then = now - (parseDuration(ago) ?? 0);
  const id = { tool_use_id: `earlier-${index}` };
  const { verdict, rule, failure } = await judgeOne({ tool, input, fields: id }, then, bench);
  const denied = verdict === 'deny';
  if (denied !== (outcome === 'denied')) {
    const why = rule === undefined ? (failure ?? 'no rule') : `${rule.id}, line ${rule.line}`;
    const call = `the earlier call ${index + 1}, of \`${tool}\`,`;
    throw new Error(`${call} is ${denied ? `denied (${why}), and should have ${outcome}` : 'not denied'}`);
  }
  if (denied) return;
  const on = outcome === 'succeeded' ? 'PostToolUse' : 'PostToolUseFailure';
  const told = outcome === 'succeeded' ? { tool_response: result } : { error: 'it failed' };
  await judgeOne({ on, tool, input, fields: { ...id, ...told } }, then, bench);
}

/** What all tests of a run share. */
interface Run {
  readonly law: LawInForce;
  /** The time of tests that give none, in milliseconds since the epoch. */
  readonly now: number;
}

/** Judges the call of one test. Facts come from the test alone, so that it says the same on every machine. */
async function judgeTest({ event, given }: LawTest, { law, now: standard }: Run, seen: SeenRules): Promise<Decision> {
  const now = given?.now === undefined ? standard : Date.parse(given.now);
  const cwd = event.fields?.['cwd'];
  const bench: Bench = {
    law,
    context: readFacts(given?.context ?? {}, law),
    store: new MemoryStateStore(),
    seen,
    surroundings: createFixedSurroundings({ ...given, ...(typeof cwd === 'string' ? { cwd } : {}) }),
  };
  for (const [index, call] of (given?.calls ?? []).entries()) await playEarlier(call, index, now, bench);
  return judgeOne(event, now, bench);
}

async function runTest(test: LawTest, run: Run): Promise<LawTestResult> {
  const base = { name: test.name, expected: describeExpectation(test.expect), differences: [] };
  const seen: SeenRules = { fired: new Set(), passed: new Set(), failed: new Set(), ignored: new Set() };
  const told = (): Pick<LawTestResult, 'fired' | 'silent' | 'failed'> => ({
    fired: [...seen.fired],
    silent: [...seen.passed],
    failed: [...seen.failed],
  });
  try {
    const decision = await judgeTest(test, run, seen);
    const passed = holds(test.expect, decision);
    const differences = passed ? [] : findDifferences(test.expect, decision);
    return { ...base, passed, got: describeDecision(decision), ...told(), differences, decision };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...base, passed: false, got: `no judgement: ${why}`, ...told() };
  }
}

/**
 * Runs the tests of one law.
 * @param now the time of tests that give none, in milliseconds since the epoch
 */
export async function runLawTests(
  law: LawInForce,
  tests: readonly LawTest[],
  now: number = Date.now(),
): Promise<LawTestResult[]> {
  const results: LawTestResult[] = [];
  for (const test of tests) results.push(await runTest(test, { law, now }));
  return results;
}

/** Whether all tests of a law pass; ends at the first that does not. */
export async function allPass(law: LawInForce, tests: readonly LawTest[], now: number): Promise<boolean> {
  for (const test of tests) if (!(await runTest(test, { law, now })).passed) return false;
  return true;
}
