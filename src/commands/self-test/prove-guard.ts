import type { HookPlace } from '../../adapters/client/hook-place.ts';
import type { OwnHookSandbox } from '../../adapters/client/own-hook-sandbox.ts';
import { runHook } from '../../adapters/client/run-hook.ts';
import { presetContext } from '../../adapters/session-context.ts';
import type { ClientFeatures } from '../../core/client/client-version.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { hooksFor } from '../../core/client/hooks-in-force.ts';
import { type HookVerdict, judgeRun } from '../../core/client/judge-run.ts';
import { convertFact } from '../../core/context/convert-fact.ts';
import type { LawInForce } from '../../core/decision/decide.ts';
import type { JsonObject, JsonValue } from '../../core/json/json-value.ts';
import type { CompiledLaw, CompiledRule } from '../../core/law/compiled-law.ts';
import type { LawTest } from '../../core/law/schema.ts';
import type { LawTestResult } from '../../core/law/test-report.ts';
import { describeRun } from '../../core/self-test/describe-run.ts';
import { runLawTests } from '../run-law-tests.ts';

/** A law in force with the tests that stand in its file. */
export interface TestedLaw {
  readonly law: LawInForce;
  /** The same law with all its rules at hand. */
  readonly compiled: CompiledLaw;
  readonly tests: readonly LawTest[];
}

/** A test of the law whose event the installed command did not treat as the law wants. */
export interface Disobedience {
  readonly rule: string | undefined;
  readonly test: string;
  readonly law: LawInForce;
  readonly line: number;
  readonly evidence: readonly string[];
}

/** What came of sending the tests of the laws through the installed command. */
export interface GuardProof {
  readonly proven: readonly string[];
  readonly unproven: readonly { readonly rule: string; readonly why: string }[];
  /** Events that had to be denied, and were not. */
  readonly letThrough: readonly Disobedience[];
  /** Events that had to pass, and were stopped. */
  readonly stopped: readonly Disobedience[];
}

export interface ProofPlace {
  readonly place: HookPlace;
  readonly features: ClientFeatures;
  readonly sandbox: OwnHookSandbox;
  /** hooklaw's own hooks that are in force. */
  readonly hooks: readonly ConfiguredHook[];
  readonly signal: AbortSignal;
}

/** How many tests that have to pass are sent through; they show that the hook does not deny everything. */
const mostHarmless = 5;

/** Sends the events of the laws' own tests through the installed command, and compares what the client would make of it. */
export async function proveGuard(laws: readonly TestedLaw[], at: ProofPlace): Promise<GuardProof> {
  const proven = new Set<string>();
  const unproven: { rule: string; why: string }[] = [];
  const letThrough: Disobedience[] = [];
  const stopped: Disobedience[] = [];
  for (const { law, compiled, tests } of laws) {
    const results = await runLawTests(law, tests);
    const reasons = new Map<string, string>();
    let harmless = 0;
    for (const [index, test] of tests.entries()) {
      const result = results[index];
      const wanted = result === undefined ? undefined : expectationOf(test);
      if (result === undefined || wanted === undefined) continue;
      if (!result.passed) {
        for (const rule of namedIn(test)) reasons.set(rule, 'its tests fail; `hooklaw test` shows how');
        continue;
      }
      const rules = wanted === 'deny' ? denyRulesIn(result, compiled) : [];
      if (wanted === 'pass' && ++harmless > mostHarmless) continue;
      if (wanted === 'deny' && rules.every(rule => proven.has(rule))) continue;
      const playable = atThisMoment(test);
      const obstacle = await obstacleOf(playable, law, compiled);
      if (obstacle !== undefined) {
        for (const rule of rules) reasons.set(rule, obstacle);
        continue;
      }
      const outcome = await playTest(playable, `hooklaw-self-test-${law.layer}-${index}`, law, at);
      const failure = {
        rule: rules[0],
        test: test.name,
        law,
        line: lineOf(rules[0], compiled),
        evidence: outcome.evidence,
      };
      if (wanted === 'deny' && outcome.blocked) for (const rule of rules) proven.add(rule);
      else if (wanted === 'deny') letThrough.push(failure);
      else if (outcome.blocked) stopped.push(failure);
    }
    for (const { id } of denyRules(compiled)) {
      if (proven.has(id) || letThrough.some(({ rule }) => rule === id)) continue;
      unproven.push({ rule: id, why: reasons.get(id) ?? 'the law has no test in which it denies' });
    }
  }
  return { proven: [...proven], unproven, letThrough, stopped };
}

function denyRules(law: CompiledLaw): readonly CompiledRule[] {
  return Object.values(law.chains)
    .flat()
    .filter(({ effect }) => effect.name === 'deny')
    .sort((a, b) => a.line - b.line);
}

function denyRulesIn({ fired }: LawTestResult, law: CompiledLaw): string[] {
  return denyRules(law).flatMap(({ id }) => (fired.includes(id) ? [id] : []));
}

function lineOf(rule: string | undefined, law: CompiledLaw): number {
  return denyRules(law).find(({ id }) => id === rule)?.line ?? 1;
}

/** What the client has to do with a test's event; undefined for tests of anything else than denials and silence. */
function expectationOf({ expect }: LawTest): 'deny' | 'pass' | undefined {
  if (expect === 'silent' || expect === 'allow') return 'pass';
  const denies = expect === 'deny' || (typeof expect === 'object' && 'deny' in expect);
  return denies ? 'deny' : undefined;
}

/** The rule that a test names as the one that denies. */
function namedIn({ expect }: LawTest): string[] {
  return typeof expect === 'object' && 'deny' in expect && typeof expect.deny === 'string' ? [expect.deny] : [];
}

/** A test without its clock: a process of its own has the time that it is. */
function atThisMoment({ given, ...rest }: LawTest): LawTest {
  if (given === undefined) return rest;
  const { now: _now, calls, ...kept } = given;
  const recent = calls?.map(({ ago: _ago, ...call }) => call);
  return { ...rest, given: { ...kept, ...(recent === undefined ? {} : { calls: recent }) } };
}

/** Why a test cannot be played through a process of its own. */
async function obstacleOf(test: LawTest, law: LawInForce, compiled: CompiledLaw): Promise<string | undefined> {
  const rules = compiled.chains[test.event.on ?? 'PreToolUse'] ?? [];
  if (compiled.state !== undefined && rules.some(({ state }) => state !== undefined)) {
    return 'its budget is kept on a shared server, which the self-test leaves alone';
  }
  const [now] = await runLawTests(law, [test]);
  return now?.passed === true ? undefined : 'its tests are at another time than now';
}

interface Outcome {
  readonly blocked: boolean;
  readonly evidence: readonly string[];
}

async function playTest(test: LawTest, session: string, law: LawInForce, at: ProofPlace): Promise<Outcome> {
  at.sandbox.forget();
  freezeFacts(test, session, law, at);
  for (const [index, call] of (test.given?.calls ?? []).entries()) {
    const { tool, input = {}, result = null, outcome = 'succeeded' } = call;
    const id = { tool_use_id: `toolu_self_test_${index}` };
    await send({ tool, input: input as JsonObject, fields: id }, session, at);
    if (outcome === 'denied') continue;
    const told = outcome === 'succeeded' ? { tool_response: result as JsonValue } : { error: 'it failed' };
    const on = outcome === 'succeeded' ? 'PostToolUse' : 'PostToolUseFailure';
    await send({ on, tool, input: input as JsonObject, fields: { ...id, ...told } }, session, at);
  }
  const { on, tool, input, fields } = test.event;
  const sent = await send(
    { on, tool, input: (input ?? {}) as JsonObject, fields: (fields ?? {}) as JsonObject },
    session,
    at,
  );
  return { blocked: sent.verdicts.some(({ decision }) => decision === 'block'), evidence: sent.evidence };
}

/** The facts of a test as the frozen ones of its session; others come from their sources, as in any session. */
function freezeFacts(test: LawTest, session: string, { law, file, layer, trusted }: LawInForce, at: ProofPlace): void {
  const given = Object.entries(test.given?.context ?? {}) as [string, JsonValue][];
  if (given.length === 0) return;
  const facts = Object.fromEntries(
    given.flatMap(([name, value]) => {
      const definition = Object.hasOwn(law.context, name) ? law.context[name] : undefined;
      if (definition === undefined) return [];
      return [[name, { placed: { definition, file, layer, trusted }, fact: convertFact(definition, value, false) }]];
    }),
  );
  for (const hook of at.hooks) presetContext(at.sandbox.folderOf(hook).sessionFile(session, 'context.json'), facts);
}

interface Sent {
  readonly on?: string | undefined;
  readonly tool: string | undefined;
  readonly input: JsonObject;
  readonly fields: JsonObject;
}

/** Gives an event to the hooks of hooklaw that the client would start for it. */
async function send(
  { on = 'PreToolUse', tool, input, fields }: Sent,
  session: string,
  { place, features, sandbox, hooks, signal }: ProofPlace,
): Promise<{ readonly verdicts: readonly HookVerdict[]; readonly evidence: readonly string[] }> {
  const event: JsonObject = {
    session_id: session,
    transcript_path: '/dev/null',
    cwd: place.cwd,
    permission_mode: 'default',
    hook_event_name: on,
    ...(tool === undefined ? {} : { tool_name: tool, tool_input: input, tool_use_id: 'toolu_self_test' }),
    ...fields,
  };
  const verdicts: HookVerdict[] = [];
  const evidence: string[] = [`given: ${tool ?? on} ${JSON.stringify(input)}`];
  for (const hook of hooksFor(on, event, { hooks }, features)) {
    const own = { ...place, sessionId: session, override: { ...place.override, ...sandbox.env } };
    const { run } = await runHook(sandbox.isolate(hook), JSON.stringify(event), own, signal);
    verdicts.push(judgeRun(hook, run, features));
    evidence.push(...describeRun(run));
  }
  if (verdicts.length === 0) evidence.push('no hook of hooklaw fires for this call');
  return { verdicts, evidence };
}
