import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStateStore } from '../../src/adapters/memory-state-store.ts';
import type { Account, CallRef, Reservation, StateQuery } from '../../src/core/state/state.ts';
import type { StateStore } from '../../src/ports/state-store.ts';
import { type CreatePlace, reserve, type StatePlace, spent } from './state-store-suite.ts';

/** One thing that happens to a store. Times are steps of the clock, which may be set back. */
type Step =
  | { readonly kind: 'reserve'; readonly call: CallRef; readonly some: readonly Reservation[]; readonly ask: boolean }
  | { readonly kind: 'fail'; readonly call: CallRef; readonly some: readonly Reservation[]; readonly ask: boolean }
  | { readonly kind: 'crash'; readonly call: CallRef; readonly some: readonly Reservation[] }
  | { readonly kind: 'settle'; readonly call: CallRef; readonly outcome: 'confirmed' | 'released' }
  | { readonly kind: 'ask'; readonly call: CallRef; readonly account: Account; readonly back: number | null }
  | { readonly kind: 'release'; readonly index: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'reopen' };

const accounts: readonly Account[] = [
  { ledger: 'a', key: '1' },
  { ledger: 'a', key: '2' },
  { ledger: 'b', key: '1' },
];

const anyAccount = fc.constantFrom(...accounts);

const anyCall: fc.Arbitrary<CallRef> = fc.record({
  sessionId: fc.constantFrom('s-1', 's-1', 's-2', undefined),
  callId: fc.constantFrom('c-1', 'c-2', 'c-3', undefined),
  via: fc.constantFrom('project', 'user', 'managed'),
});

const anyReservation: fc.Arbitrary<Reservation> = fc
  .record({ account: anyAccount, cents: fc.nat(2_000), after: fc.constantFrom(undefined, 0, 10, 40) })
  .map(({ account, cents, after }) => ({
    account,
    amount: String(cents / 100),
    tool: 'refund',
    ...(after === undefined ? {} : { releaseAfterMs: after }),
  }));

const someReservations = fc.array(anyReservation, { maxLength: 3 });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      call: anyCall,
      some: someReservations,
      ask: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      call: anyCall,
      some: someReservations,
      ask: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), call: anyCall, some: someReservations }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      call: anyCall,
      outcome: fc.constantFrom('confirmed' as const, 'released' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      call: anyCall,
      account: anyAccount,
      back: fc.option(fc.integer({ min: -10, max: 80 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), index: fc.nat(6) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: -30, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
);

const failure = new Error('the work fails');

/** Reserves, and then fails: by itself, or since the store is closed under it. */
async function reserveInVain(
  store: StateStore,
  { call, some }: { call: CallRef; some: readonly Reservation[] },
  now: number,
  close: boolean,
): Promise<void> {
  const queries: StateQuery[] = some.map(({ account }) => ({ kind: 'spent', account, after: null }));
  const failing = store.transact(call, now, queries, async transaction => {
    await transaction.answer(queries);
    await transaction.reserve(some);
    if (close) await store.close();
    throw failure;
  });
  await expect(failing).rejects.toThrow();
}

/** Runs the same steps against a store and the one in memory, which is the model, and compares all that can be seen. */
class Comparison {
  readonly #place: StatePlace;
  readonly #model = new MemoryStateStore();
  #store: StateStore;
  readonly #closesInside: boolean;
  #now = 1_000;

  constructor(place: StatePlace, store: StateStore, closesInside: boolean) {
    this.#place = place;
    this.#closesInside = closesInside;
    this.#store = store;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'pass') {
      this.#now += step.ms;
      return;
    }
    if (step.kind === 'reopen' || step.kind === 'crash') {
      if (step.kind === 'crash') {
        await reserveInVain(this.#store, step, this.#now, this.#closesInside);
        await reserveInVain(this.#model, step, this.#now, false);
      }
      await this.#store.close();
      this.#store = await this.#place.open();
      return;
    }
    expect(await this.#run(this.#store, step)).toEqual(await this.#run(this.#model, step));
  }

  async #run(store: StateStore, step: Exclude<Step, { kind: 'pass' | 'reopen' | 'crash' }>): Promise<unknown> {
    const now = this.#now;
    if (step.kind === 'settle') return await store.settle(step.call, now, step.outcome);
    if (step.kind === 'ask') {
      const after = step.back === null ? null : now - step.back;
      return await spent(store, { account: step.account, after, now, call: step.call });
    }
    if (step.kind === 'release') {
      const reservation = (await store.listReservations('all', 99))[step.index];
      return reservation === undefined ? undefined : await store.release(reservation.id);
    }
    const queries: StateQuery[] = step.some.map(({ account }) => ({ kind: 'spent', account, after: now - 25 }));
    if (step.kind === 'fail') return await reserveInVain(store, step, now, false);
    if (!step.ask) return await reserve(store, step.call, now, ...step.some);
    return await store.transact(step.call, now, queries, async transaction => {
      const answers = await transaction.answer(queries);
      await transaction.reserve(step.some);
      return answers;
    });
  }

  /** What anybody can see of a store, ids aside. */
  async #view(store: StateStore): Promise<unknown> {
    const reservations = await store.listReservations('all', 99);
    const open = await store.listReservations('open', 3);
    const sums: string[] = [];
    for (const account of accounts) {
      for (const after of [null, this.#now - 60, this.#now - 20, this.#now - 1]) {
        sums.push(await spent(store, { account, after, now: this.#now }));
      }
    }
    return { reservations: reservations.map(kept => ({ ...kept, id: '' })), open: open.length, sums };
  }

  async compare(): Promise<void> {
    expect(await this.#view(this.#store)).toEqual(await this.#view(this.#model));
  }

  async end(): Promise<void> {
    await this.#store.close();
  }
}

interface ModelOptions {
  readonly skip: boolean;
  /** How many random stories are played. */
  readonly runs: number;
  /** Whether a store can be closed while a transaction is open; it waits for the transaction otherwise. */
  readonly closesInside: boolean;
}

/** A store agrees with the model whatever happens. */
export function describeModel(name: string, createPlace: CreatePlace, options: ModelOptions): void {
  describe.skipIf(options.skip)(name, () => {
    it('agrees with the one in memory, whatever happens and in whatever order', async () => {
      const stories = fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 30 }), async steps => {
        const place = await createPlace();
        const comparison = new Comparison(place, await place.open(), options.closesInside);
        try {
          for (const step of steps) {
            await comparison.take(step);
            await comparison.compare();
          }
        } finally {
          await comparison.end();
          await place.remove();
        }
      });
      await fc.assert(stories, { numRuns: options.runs });
    }, 300_000);
  });
}
