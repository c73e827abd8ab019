import type { LawInForce } from '../core/decision/decide.ts';
import type { Decision } from '../core/decision/decision.ts';
import { defaultEventLimits, readEvent } from '../core/event/read-event.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import type { LawTest } from '../core/law/schema.ts';
import { tryCall } from './try-call.ts';

/** What became of one test of a law. */
export interface LawTestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  /** What happened instead, or as well. */
  readonly got: string;
}

type Expectation = LawTest['expect'];

function describeExpectation(expect: Expectation): string {
  if (typeof expect === 'string') return expect;
  const [effect = '', value] = Object.entries(expect)[0] ?? [];
  return `${effect} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

function describeDecision({ verdict, rule, warnings, rewrittenInput, failure }: Decision): string {
  const parts = [rule === undefined ? verdict : `${verdict} ${rule.id}`];
  if (warnings.length > 0) parts.push(`with ${warnings.length === 1 ? 'a warning' : `${warnings.length} warnings`}`);
  if (rewrittenInput !== undefined) parts.push(`rewritten to ${JSON.stringify(rewrittenInput)}`);
  if (failure !== undefined) parts.push(`because a check could not run (${failure})`);
  return parts.join(', ');
}

function warned({ trace }: Decision, rule: string): boolean {
  return trace.some(step => step.effect === 'warn' && step.outcome === 'fired' && step.rule.id === rule);
}

function holds(expect: Expectation, decision: Decision): boolean {
  const { verdict, rule, rewrittenInput } = decision;
  if (expect === 'allow') return verdict === 'silent' || verdict === 'allow';
  if (typeof expect === 'string') return verdict === expect;
  if ('deny' in expect) return (verdict === 'deny' || verdict === 'block') && rule?.id === expect.deny;
  if ('ask' in expect) return verdict === 'ask' && rule?.id === expect.ask;
  if ('warn' in expect) return warned(decision, expect.warn);
  return Object.entries(expect.rewrite).every(
    ([field, value]) => JSON.stringify(rewrittenInput?.[field]) === JSON.stringify(value),
  );
}

/** Judges the call of one test. Facts come from the test alone, so that it says the same on every machine. */
async function judgeTest({ event, given }: LawTest, law: LawInForce): Promise<Decision> {
  const fields = {
    hook_event_name: event.on ?? 'PreToolUse',
    session_id: 'test',
    cwd: '/',
    permission_mode: 'default',
    ...(event.tool === undefined ? {} : { tool_name: event.tool, tool_input: event.input ?? {} }),
    ...event.fields,
  };
  const { decision } = await tryCall({
    event: readEvent(new TextEncoder().encode(JSON.stringify(fields)), undefined, defaultEventLimits),
    laws: [law],
    context: (given?.context ?? {}) as Readonly<Record<string, JsonValue>>,
    now: given?.now === undefined ? undefined : Date.parse(given.now),
    env: {},
  });
  return decision;
}

/** Runs the tests of one law. */
export async function runLawTests(law: LawInForce, tests: readonly LawTest[]): Promise<LawTestResult[]> {
  const results: LawTestResult[] = [];
  for (const test of tests) {
    const decision = await judgeTest(test, law);
    results.push({
      name: test.name,
      passed: holds(test.expect, decision),
      expected: describeExpectation(test.expect),
      got: describeDecision(decision),
    });
  }
  return results;
}
