import { setTimeout } from 'node:timers/promises';
import { mergeReservations } from '../../core/state/reservation.ts';
import type { CallRef, StateAnswer, StateQuery } from '../../core/state/state.ts';
import type { StateStore, StateTransaction } from '../../ports/state-store.ts';
import { BusyError, openDatabase, type SqliteDatabase } from './database.ts';
import { SqliteLedger } from './ledger.ts';
import { migrate } from './migrate.ts';
import { findPastCalls, keepPastCall } from './past-calls.ts';

/** A transaction that began for reading only turns out to write, so it has to begin anew with the write lock. */
class WriteNeeded extends Error {}

type Mode = 'read' | 'write';

/** The store in one file, for one machine: any number of processes, one writer at a time. */
class SqliteStateStore implements StateStore {
  readonly #database: SqliteDatabase;
  readonly #ledger: SqliteLedger;
  /** How long a lock is waited for while the process goes on, in milliseconds; 0 where SQLite itself waits. */
  readonly #patienceMs: number;
  /** One connection has one transaction at a time. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(database: SqliteDatabase, patienceMs: number) {
    this.#database = database;
    this.#patienceMs = patienceMs;
    this.#ledger = new SqliteLedger(database);
  }

  readonly now = (local: number): Promise<number> => Promise.resolve(local);

  readonly transact: StateStore['transact'] = (call, now, first, work) =>
    this.#inTurn(async () => {
      const mode = first.some(({ kind }) => kind === 'spent') ? 'write' : 'read';
      try {
        return await this.#transaction(mode, () => work(this.#open(call, now, mode)));
      } catch (error) {
        if (!(error instanceof WriteNeeded)) throw error;
        return await this.#transaction('write', () => work(this.#open(call, now, 'write')));
      }
    });

  readonly settle: StateStore['settle'] = (call, _now, outcome) =>
    this.#write(() => this.#ledger.settle(call, outcome));

  readonly remember: StateStore['remember'] = (call, outcome, past) =>
    this.#write(() => keepPastCall(this.#database, call, outcome, past));

  readonly listReservations: StateStore['listReservations'] = (which, limit) =>
    this.#inTurn(() => Promise.resolve(this.#ledger.list(which, limit)));

  readonly release: StateStore['release'] = id =>
    this.#write(() => (/^\d{1,15}$/.test(id) ? this.#ledger.release(Number(id)) : false));

  readonly close = (): Promise<void> => this.#inTurn(() => Promise.resolve(this.#database.close()));

  #open(call: CallRef, now: number, mode: Mode): StateTransaction {
    return {
      answer: queries =>
        attempt(() => {
          if (mode === 'read' && queries.some(({ kind }) => kind === 'spent')) throw new WriteNeeded();
          return queries.map(query => this.#answer(query, call, now));
        }),
      reserve: reservations =>
        attempt(() => {
          if (mode === 'read' && reservations.length > 0) throw new WriteNeeded();
          for (const reservation of mergeReservations(reservations)) this.#ledger.reserve(reservation, call, now);
        }),
    };
  }

  #answer(query: StateQuery, call: CallRef, now: number): StateAnswer {
    if (query.kind === 'spent')
      return { kind: 'spent', amount: this.#ledger.spent(query.account, query.after, call, now) };
    return findPastCalls(this.#database, call.sessionId, query.outcome, query.tools);
  }

  #write<T>(run: () => T): Promise<T> {
    return this.#inTurn(() => this.#transaction('write', () => Promise.resolve(run())));
  }

  async #transaction<T>(mode: Mode, work: () => Promise<T>): Promise<T> {
    await this.#begin(mode);
    let result: T;
    try {
      result = await work();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    return result;
  }

  async #begin(mode: Mode): Promise<void> {
    const until = performance.now() + this.#patienceMs;
    for (;;) {
      try {
        this.#database.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
        return;
      } catch (error) {
        if (!(error instanceof BusyError) || performance.now() >= until) throw error;
      }
      await setTimeout(1 + Math.random() * longestPauseMs);
    }
  }

  #rollBack(): void {
    this.#ledger.forget();
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // A transaction that SQLite has undone by itself (a full disk) cannot be undone again; the first error tells more.
    }
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(run, run);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/** The longest pause between two looks at a lock, in milliseconds. */
const longestPauseMs = 15;

/** How long SQLite itself waits for a lock in a process that goes on meanwhile, in milliseconds. */
const shortWaitMs = 5;

/** Turns what a synchronous computation throws into a rejection. */
async function attempt<T>(run: () => T): Promise<T> {
  return run();
}

/**
 * Opens the store of a state folder.
 * @param busyTimeoutMs how long the lock of another connection is waited for
 * @param concurrent whether this process judges several calls at once, each with a connection of its own: then it must not
 * stand still while it waits, since the lock may be held by itself
 * @throws {StateError} when the file cannot be used, or is of a newer version
 */
export async function openSqliteStateStore(
  file: string,
  { busyTimeoutMs, concurrent = false }: { readonly busyTimeoutMs: number; readonly concurrent?: boolean },
): Promise<StateStore> {
  const database = await openDatabase(file, busyTimeoutMs);
  migrate(database, file);
  if (concurrent) database.exec(`PRAGMA busy_timeout = ${shortWaitMs}`);
  return new SqliteStateStore(database, concurrent ? busyTimeoutMs : 0);
}
