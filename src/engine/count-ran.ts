import type { Context } from '../core/context/fact.ts';
import {
  type CountedSpending,
  countSpending,
  type DecideInput,
  EvaluatorNeeded,
  type LawInForce,
} from '../core/decision/decide.ts';
import { StateNeeded } from '../core/decision/state-reading.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import { queryName, type StateAnswer, type StateQuery } from '../core/state/state.ts';
import type { StateStore, StateTransaction } from '../ports/state-store.ts';
import type { World } from '../ports/world.ts';

type Given = Omit<DecideInput, 'evaluator' | 'state'>;

/** Counts, and loads the expression engine where it is needed. */
async function count(given: Given, state: DecideInput['state'], world: World): Promise<CountedSpending> {
  const attempt = (evaluator: DecideInput['evaluator']): CountedSpending =>
    world.bounded(() => countSpending({ ...given, evaluator, state }));
  try {
    return attempt(undefined);
  } catch (error) {
    if (!(error instanceof EvaluatorNeeded)) throw error;
    return attempt(await world.evaluator());
  }
}

/** What has to be asked of the state before something is reserved: what conditions read, else the accounts. */
async function findQueries(given: Given, world: World): Promise<readonly StateQuery[]> {
  try {
    return accountsOf(await count(given, undefined, world));
  } catch (error) {
    if (error instanceof StateNeeded) return error.queries;
    throw error;
  }
}

function accountsOf({ reservations }: CountedSpending): readonly StateQuery[] {
  return reservations.map(({ account }) => ({ kind: 'spent', account, after: null }));
}

async function countInside(
  transaction: StateTransaction,
  given: Given,
  queries: readonly StateQuery[],
  world: World,
): Promise<void> {
  const answers = new Map<string, StateAnswer>();
  for (const [at, answer] of (await transaction.answer(queries)).entries()) {
    const query = queries[at];
    if (query !== undefined) answers.set(queryName(query), answer);
  }
  const counted = await count(given, { answers }, world);
  await transaction.answer(accountsOf(counted));
  await transaction.reserve(counted.reservations);
}

/**
 * Charges what a call spent by the input with which it ran, since another hook or a person may have changed it after the
 * verdict: an account is charged the larger of what was reserved and what ran. Rules that cannot tell leave what was reserved.
 * @throws {StateError} when the state cannot be written
 */
export async function countWhatRan(
  event: HookEvent,
  laws: readonly LawInForce[],
  context: Context,
  store: StateStore,
  world: World,
): Promise<void> {
  const now = await store.now(world.now());
  const given: Given = { event: { ...event, name: 'PreToolUse' }, laws, context, now };
  const queries = await findQueries(given, world);
  if (queries.length === 0) return;
  const call = world.callOf(event);
  // As if one more hook entry asked for the same call: the store then takes its reservations over.
  await store.transact({ ...call, via: `${call.via} ran` }, now, queries, transaction =>
    countInside(transaction, given, queries, world),
  );
}
