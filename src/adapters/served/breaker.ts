import { StateError, type StateStore } from '../../ports/state-store.ts';

/** After so many failures in a row the store is left alone for a while. */
const mostFailures = 3;

/** How long it is left alone before one call tries again, in milliseconds. */
const pauseMs = 500;

/**
 * Keeps calls from queueing at a store that does not answer: they are refused at once, but for one at a time that tries
 * whether it answers again. Otherwise a database that hangs would hold up calls that do not need it.
 */
export class Breaker {
  readonly #clock: () => number;
  #failures = 0;
  #last: StateError | undefined;
  #openUntil = Number.NEGATIVE_INFINITY;
  #trying = false;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether calls are refused at the moment. */
  get open(): boolean {
    return this.#failures >= mostFailures;
  }

  /** @throws {StateError} the last failure while the store is left alone, else what `run` throws */
  readonly run = async <T>(run: () => Promise<T>): Promise<T> => {
    const trial = this.open;
    if (trial && (this.#trying || this.#clock() < this.#openUntil)) throw this.#last;
    if (trial) this.#trying = true;
    try {
      const value = await run();
      this.#failures = 0;
      return value;
    } catch (error) {
      if (error instanceof StateError) this.#fail(error);
      else this.#failures = 0;
      throw error;
    } finally {
      if (trial) this.#trying = false;
    }
  };

  #fail(error: StateError): void {
    this.#failures += 1;
    this.#last = error;
    this.#openUntil = this.#clock() + pauseMs;
  }
}

/** A store behind a breaker. */
export function guardStore(store: StateStore, { run }: Breaker): StateStore {
  return {
    now: local => run(() => store.now(local)),
    transact: (call, now, first, work) => run(() => store.transact(call, now, first, work)),
    settle: (call, now, outcome) => run(() => store.settle(call, now, outcome)),
    remember: (call, outcome, past) => run(() => store.remember(call, outcome, past)),
    listReservations: (which, limit) => run(() => store.listReservations(which, limit)),
    release: id => run(() => store.release(id)),
    close: () => store.close(),
  };
}
