import type { Context } from '../core/context/fact.ts';
import { cannotTell, explainUnjudged, type Unjudged } from '../core/decision/cannot-tell.ts';
import { decide, type LawInForce } from '../core/decision/decide.ts';
import type { Decision } from '../core/decision/decision.ts';
import { composeMessage, denialMarker } from '../core/decision/message.ts';
import { StateNeeded } from '../core/decision/state-reading.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import { LawError } from '../core/problem/problem.ts';
import { decideRefused } from '../core/protection/decide-refused.ts';
import { StateError, type StateStore } from '../ports/state-store.ts';
import { DeadlineError, type PlacedFact, type World } from '../ports/world.ts';
import { decideWithState } from './decide-with-state.ts';
import { runBounded } from './run-bounded.ts';
import { type Settling, settleCall } from './settle-call.ts';
import { findStatePlace } from './state-place.ts';
import { withLoaded } from './with-loaded.ts';

export interface Judged {
  readonly decision: Decision;
  /** The laws by which it was judged; empty when they could not be had. */
  readonly laws: readonly LawInForce[];
  /** Whether a law demands that every call be written down. */
  readonly auditRequired: boolean;
}

/** The decision for something that could not be judged. */
export function decideUnjudged(event: string | undefined, cause: Unjudged): Decision {
  const base = { failure: cause.detail, warnings: [], trace: [] };
  if (cannotTell(event, cause) === 'quiet') return { verdict: 'silent', ...base };
  return { verdict: 'deny', message: composeMessage(denialMarker, { text: explainUnjudged(cause) }), ...base };
}

/** Names what went wrong, so that it can be answered in one place. */
function classifyFailure(error: unknown): Unjudged {
  const detail = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  if (error instanceof DeadlineError) return { kind: 'deadline', detail };
  if (error instanceof LawError) return { kind: 'law', detail };
  return { kind: 'internal', detail: `an internal error (${detail})` };
}

/**
 * The facts of all laws by name. Where two laws define one, the higher layer's definition holds; and one of a law that is
 * trusted always holds against one that is not, so that a change nobody approved cannot take a fact's place.
 */
function collectFacts(laws: readonly LawInForce[]): Record<string, PlacedFact> {
  const facts: Record<string, PlacedFact> = {};
  for (const trusted of [false, true]) {
    for (const layer of ['project', 'named', 'user', 'managed'] as const) {
      for (const { law, file } of laws.filter(l => l.layer === layer && l.trusted === trusted)) {
        for (const [name, definition] of Object.entries(law.context))
          facts[name] = { definition, file, layer, trusted };
      }
    }
  }
  return facts;
}

/** The shortest deadline that a trusted law sets; one that is not trusted has no say in it. */
function findDeadline(laws: readonly LawInForce[]): number | undefined {
  const set = laws.flatMap(({ trusted, law }) => (trusted && law.deadlineMs !== undefined ? [law.deadlineMs] : []));
  return set.length === 0 ? undefined : Math.min(...set);
}

/** The guard protects itself before any rule is asked. */
async function decideProtected(
  event: HookEvent,
  laws: readonly LawInForce[],
  world: World,
): Promise<Decision | undefined> {
  const refusal = await world.protection?.(event, laws);
  return refusal === undefined ? undefined : decideRefused(refusal);
}

async function decideWithAll(
  event: HookEvent,
  laws: readonly LawInForce[],
  open: () => Promise<StateStore>,
  world: World,
): Promise<Decision> {
  const context = await world.context(event, collectFacts(laws));
  const given = { event, laws, context, now: world.now() };
  return withLoaded(event, world, async loaded => {
    try {
      return runBounded({ event, ...loaded }, world, () => decide({ ...given, ...loaded, state: undefined }));
    } catch (error) {
      if (!(error instanceof StateNeeded)) throw error;
      return await decideWithState({ ...given, ...loaded }, error.queries, open, world);
    }
  });
}

/** Tells the state what became of the call. What fails there changes no verdict: a reservation that stays errs on the safe side. */
async function settleQuietly(event: HookEvent, decision: Decision, settling: Settling): Promise<Decision> {
  try {
    await settleCall(event, decision, settling);
    return decision;
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const failure = `what became of the call could not be kept: ${error.message}`;
    return { ...decision, failure: decision.failure === undefined ? failure : `${decision.failure}; ${failure}` };
  }
}

/**
 * Judges one event: laws, then the session's facts, then the decision with what it takes from budgets; and tells the state
 * of calls that are over. The one way in for the hook, `try` and all others. Never throws: whatever goes wrong becomes a decision.
 */
export async function judgeEvent(event: HookEvent, world: World): Promise<Judged> {
  let laws: readonly LawInForce[] = [];
  try {
    laws = await world.laws();
  } catch (error) {
    const refused = await decideProtected(event, laws, world).catch(() => undefined);
    const decision = refused ?? decideUnjudged(event.name, classifyFailure(error));
    return { decision, laws, auditRequired: false };
  }
  const auditRequired = laws.some(({ law }) => law.audit === 'required');
  const deadline = findDeadline(laws);
  if (deadline !== undefined) world.setDeadline(deadline);
  let store: Promise<StateStore> | undefined;
  const open = (): Promise<StateStore> => {
    store ??= world.state(findStatePlace(laws));
    return store;
  };
  try {
    const decision = (await decideProtected(event, laws, world)) ?? (await decideWithAll(event, laws, open, world));
    const context = (): Promise<Context> => world.context(event, collectFacts(laws));
    return { decision: await settleQuietly(event, decision, { laws, context, open, world }), laws, auditRequired };
  } catch (error) {
    return { decision: decideUnjudged(event.name, classifyFailure(error)), laws, auditRequired };
  }
}
