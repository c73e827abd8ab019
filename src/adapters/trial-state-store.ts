import type { StateStore } from '../ports/state-store.ts';

/** Carries the result out of a transaction that is undone. */
class Undone extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a trial changes nothing');
    this.result = result;
  }
}

/** The store as a trial sees it: everything can be asked, and nothing changes. */
export function trialStateStore(store: StateStore): StateStore {
  return {
    now: store.now,
    close: store.close,
    listReservations: store.listReservations,
    release: () => Promise.resolve(false),
    settle: () => Promise.resolve(),
    remember: () => Promise.resolve(),
    async transact<T>(...[call, now, first, work]: Parameters<StateStore['transact']>): Promise<T> {
      try {
        return (await store.transact(call, now, first, async ({ answer }) => {
          throw new Undone(await work({ answer, reserve: () => Promise.resolve() }));
        })) as T;
      } catch (error) {
        if (error instanceof Undone) return error.result as T;
        throw error;
      }
    },
  };
}
