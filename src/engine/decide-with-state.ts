import { type DecideInput, decide } from '../core/decision/decide.ts';
import type { Decision } from '../core/decision/decision.ts';
import { StateNeeded } from '../core/decision/state-reading.ts';
import type { StateQuery } from '../core/state/state.ts';
import { StateError, type StateStore, type StateTransaction } from '../ports/state-store.ts';
import type { World } from '../ports/world.ts';
import { withAnswers } from './ask-state.ts';
import { runBounded } from './run-bounded.ts';

type Given = Omit<DecideInput, 'state'>;

/** What a decision asks for by the store's clock, by which the windows of budgets are cut. */
function queriesAt(given: Given, now: number, needed: readonly StateQuery[], world: World): readonly StateQuery[] {
  if (now === given.now) return needed;
  try {
    runBounded(given, world, () => decide({ ...given, now, state: undefined }));
    return [];
  } catch (error) {
    if (error instanceof StateNeeded) return error.queries;
    throw error;
  }
}

async function decideInside(
  transaction: StateTransaction,
  given: Given,
  first: readonly StateQuery[],
  world: World,
): Promise<Decision> {
  const decision = await withAnswers(transaction, first, state =>
    runBounded(given, world, () => decide({ ...given, state })),
  );
  if (decision.reservations !== undefined) await transaction.reserve(decision.reservations);
  return decision;
}

/**
 * Decides a call that needs the state, and reserves what it spends, in one transaction. Where the state cannot be had,
 * only what depends on it fails: a rule that denies for another reason still gives its own.
 * @throws {EvaluatorNeeded} {AnalysisNeeded} {ParserNeeded} when something has to be loaded first; nothing is reserved then
 */
export async function decideWithState(
  given: Given,
  needed: readonly StateQuery[],
  open: () => Promise<StateStore>,
  world: World,
): Promise<Decision> {
  try {
    const store = await open();
    const now = await store.now(given.now);
    const queries = queriesAt(given, now, needed, world);
    const call = world.callOf(given.event);
    return await store.transact(call, now, queries, transaction =>
      decideInside(transaction, { ...given, now }, queries, world),
    );
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const failure = `the memory of earlier calls cannot be used (${error.message})`;
    return runBounded(given, world, () => decide({ ...given, state: { failure } }));
  }
}
