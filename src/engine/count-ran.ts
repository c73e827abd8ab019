import type { Context } from '../core/context/fact.ts';
import { type CountedSpending, countSpending, type DecideInput, type LawInForce } from '../core/decision/decide.ts';
import { StateNeeded } from '../core/decision/state-reading.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import type { StateQuery } from '../core/state/state.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { World } from '../ports/world.ts';
import { withAnswers } from './ask-state.ts';
import { runBounded } from './run-bounded.ts';
import { withLoaded } from './with-loaded.ts';

type Given = Omit<DecideInput, 'state'>;

function accountsOf({ reservations }: CountedSpending): readonly StateQuery[] {
  return reservations.map(({ account }) => ({ kind: 'spent', account, after: null }));
}

/** What has to be asked of the state before something is reserved: what conditions read, else the accounts. */
function findQueries(given: Given, world: World): readonly StateQuery[] {
  try {
    return accountsOf(runBounded(given, world, () => countSpending({ ...given, state: undefined })));
  } catch (error) {
    if (error instanceof StateNeeded) return error.queries;
    throw error;
  }
}

async function count(given: Given, store: StateStore, world: World): Promise<void> {
  const queries = findQueries(given, world);
  if (queries.length === 0) return;
  const call = world.callOf(given.event);
  // As if one more hook entry asked for the same call: the store then takes its reservations over. A report that comes again
  // tells of the same call, where the client gave it an id; without one it may be another call with the same input.
  const report = given.event.tool?.useId === undefined ? '' : ` ${crypto.randomUUID()}`;
  await store.transact({ ...call, via: `${call.via} ran${report}` }, given.now, queries, async transaction => {
    const counted = await withAnswers(transaction, queries, state =>
      runBounded(given, world, () => countSpending({ ...given, state })),
    );
    await transaction.answer(accountsOf(counted));
    await transaction.reserve(counted.reservations);
  });
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
  const given = { event: { ...event, name: 'PreToolUse' }, laws, context, now };
  await withLoaded(event, world, loaded => count({ ...given, ...loaded }, store, world));
}
