import type {
  CallOutcome,
  CallRef,
  KeptReservation,
  PastCall,
  Reservation,
  StateAnswer,
  StateQuery,
} from '../core/state/state.ts';

/** The most earlier calls that one answer holds. */
export const mostPastCalls = 20_000;

/** What can be asked and written while a call is decided; all of it counts or none. */
export interface StateTransaction {
  /**
   * Answers queries, in their order. Reservations whose `releaseAt` has come are released first. What the same call has
   * reserved through another hook entry is left out of `spent`, since `reserve` will take it over.
   */
  readonly answer: (queries: readonly StateQuery[]) => Promise<readonly StateAnswer[]>;
  /**
   * Reserves for the call of this transaction. Where the same call (session and call id) has a reservation on the
   * account that is not released and was not made or taken over by this `via`, that one is taken over: its amount
   * becomes the larger of the two, and nothing is counted twice. Several for one account in one go count once, the largest.
   * A call without a call id always reserves anew.
   */
  readonly reserve: (reservations: readonly Reservation[]) => Promise<void>;
}

/** The memory of earlier calls and of what was spent. One port; each adapter keeps to the same tests. */
export interface StateStore {
  /**
   * The store's clock, in milliseconds since the epoch. A store that several machines share answers by one clock.
   * @param local the machine's own clock
   */
  readonly now: (local: number) => Promise<number>;
  /**
   * Runs one transaction: nobody else reserves on the accounts of `first` (or of what is asked later in it) before it
   * ends. It is committed when `work` is done and undone when `work` throws. `work` may be run again after a conflict.
   * @param now the store's time of this transaction, by which entries are dated; an account's entries never go back in time
   */
  readonly transact: <T>(
    call: CallRef,
    now: number,
    first: readonly StateQuery[],
    work: (transaction: StateTransaction) => Promise<T>,
  ) => Promise<T>;
  /**
   * Settles the reservations of a call that has reported. `confirmed` also takes back a release, since the call ran.
   * `released` touches only what is still reserved. Of several reservations of one call on one account that the same
   * entry made, one is settled, the oldest that is still open.
   */
  readonly settle: (call: CallRef, now: number, outcome: 'confirmed' | 'released') => Promise<void>;
  /** Keeps a call that is over. The same call, outcome and tool are kept once. */
  readonly remember: (call: CallRef, outcome: CallOutcome, past: PastCall) => Promise<void>;
  /** Reservations, newest first: the open ones, or all. */
  readonly listReservations: (which: 'open' | 'all', limit: number) => Promise<readonly KeptReservation[]>;
  /** Releases one by hand; false when there is none of that id that still counts. */
  readonly release: (id: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** The state cannot be read or written. The message is for a person. */
export class StateError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StateError';
  }
}
