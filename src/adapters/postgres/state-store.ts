import type { CallRef, StateQuery } from '../../core/state/state.ts';
import { StateError, type StateStore, type StateTransaction } from '../../ports/state-store.ts';
import { readRegularFile, UnreadableFile } from '../read-regular-file.ts';
import { type PostgresAddress, readAddress } from './address.ts';
import { lockAccountOfEntry, readReservations, releaseEntries, toReservations } from './entries.ts';
import { isConflict, isLostConnection, toStateError } from './failures.ts';
import { callName } from './names.ts';
import { keepPastCall } from './past-calls.ts';
import { measureOffset, prepareSession } from './schema.ts';
import { openSessions, type Session, type Sessions } from './sessions.ts';
import { settleCall } from './settlement.ts';
import { begin, commit, PostgresTransaction, rollback } from './transaction.ts';

export interface PostgresOptions {
  /** `postgres://user@host:5432/database`; what it may say and when TLS is used: `readAddress`. */
  readonly url: string;
  /** A file that holds the password and nothing else, but for a line break at its end. */
  readonly passwordFile?: string | undefined;
  /** A PEM file with the authorities that may have signed the server's certificate. It asks for TLS wherever the server is. */
  readonly ca?: string | undefined;
  /** Fleets or projects that share a database and must not see each other's state have different ones. */
  readonly namespace: string;
  readonly connectTimeoutMs: number;
  /** How long any one thing that the server is asked may take, in milliseconds, waiting for other calls included. */
  readonly statementTimeoutMs: number;
  /** When all must be over, by `performance.now()`; for a hook, which has one deadline for everything that it asks. */
  readonly until?: number;
  /** What the server's list of connections shows; `hooklaw` when absent. */
  readonly applicationName?: string;
  /** How many connections at most; one when absent. A server that answers many calls at once wants more. */
  readonly connections?: number;
  /** The machine's own clock, for tests. */
  readonly localNow?: () => number;
}

/** How often a transaction is tried that collides with others. */
const mostTries = 5;

/** How long the measured difference of the clocks holds, in milliseconds; a hook ends long before. */
const clockHoldsMs = 60_000;

function readText(file: string, what: string): string {
  try {
    return readRegularFile(file).toString('utf8');
  } catch (error) {
    const why =
      error instanceof UnreadableFile ? error.message : ((error as NodeJS.ErrnoException).code ?? 'unreadable');
    throw new StateError(`the ${what} \`${file}\` cannot be read (${why})`, error);
  }
}

function readPassword(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const password = readText(file, 'password file').replace(/\r?\n$/, '');
  if (password === '' || password.includes('\0'))
    throw new StateError(`the password file \`${file}\` holds no password`);
  return password;
}

function requirePassword(password: string | undefined): string {
  if (password !== undefined) return password;
  throw new StateError('the PostgreSQL server asks for a password: put it into a file and name that as password_file');
}

async function pause(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 5 + Math.random() * 25));
}

/** Reservations and earlier calls in a PostgreSQL database, which several machines may share. */
class PostgresStateStore implements StateStore {
  readonly #sessions: Sessions;
  readonly #address: PostgresAddress;
  readonly #namespace: string;
  readonly #localNow: () => number;
  #offset = 0;
  #measuredAt = performance.now();

  constructor(sessions: Sessions, address: PostgresAddress, { namespace, localNow = Date.now }: PostgresOptions) {
    this.#sessions = sessions;
    this.#address = address;
    this.#namespace = namespace;
    this.#localNow = localNow;
  }

  readonly prepare = async (): Promise<void> => {
    this.#offset = await this.#use(session => prepareSession(session, this.#localNow));
  };

  readonly now = async (local: number): Promise<number> => {
    if (performance.now() - this.#measuredAt > clockHoldsMs) {
      this.#offset = await this.#use(session => measureOffset(session, this.#localNow));
      this.#measuredAt = performance.now();
    }
    return local + this.#offset;
  };

  readonly transact = async <T>(
    call: CallRef,
    now: number,
    first: readonly StateQuery[],
    work: (transaction: StateTransaction) => Promise<T>,
  ): Promise<T> => {
    const accounts = new Set<string>();
    for (let left = mostTries - 1; ; left--) {
      const session = await this.#take();
      const transaction = new PostgresTransaction(session, this.#namespace, call, now);
      let stage: 'start' | 'work' | 'end' = 'start';
      try {
        await transaction.start(first, accounts);
        stage = 'work';
        const value = await work(this.#explained(transaction));
        stage = 'end';
        await transaction.commit();
        session.free(false);
        return value;
      } catch (error) {
        session.free(!(await transaction.undo()));
        const lostAtStart = stage === 'start' && isLostConnection(transaction.failure);
        if (left === 0 || !(isConflict(transaction.failure) || lostAtStart)) {
          throw stage === 'work' ? error : this.#explain(error);
        }
        for (const account of transaction.locked) accounts.add(account);
      }
      await pause();
    }
  };

  readonly settle: StateStore['settle'] = async (call, _now, outcome) => {
    const name = callName(this.#namespace, call);
    if (name === undefined) return;
    await this.#change(session => settleCall(session, name, outcome));
  };

  readonly remember: StateStore['remember'] = async (call, outcome, past) => {
    const statement = keepPastCall(this.#namespace, call, outcome, past);
    if (statement !== undefined) await this.#use(session => session.run([statement]));
  };

  readonly listReservations: StateStore['listReservations'] = async (which, limit) => {
    const [rows] = await this.#use(session => session.run([readReservations(this.#namespace, which, limit)]));
    return rows === undefined ? [] : toReservations(rows);
  };

  readonly release: StateStore['release'] = id =>
    /^[1-9]\d{0,17}$/.test(id)
      ? this.#change(async session => {
          const lock = lockAccountOfEntry(this.#namespace, id);
          const [, locked] = await session.run([begin, lock]);
          const own = locked !== undefined && locked.count > 0;
          const [changed] = await session.run([...(own ? [releaseEntries([id])] : []), commit]);
          return own && changed !== undefined && changed.count > 0;
        })
      : Promise.resolve(false);

  readonly close = (): Promise<void> => this.#sessions.close();

  #explain(error: unknown): StateError {
    return toStateError(error, this.#address);
  }

  /** The transaction as its user sees it: whatever goes wrong in the database is told as a `StateError`. */
  #explained({ answer, reserve }: StateTransaction): StateTransaction {
    const explained = <T>(done: Promise<T>): Promise<T> =>
      done.catch((error: unknown) => {
        throw this.#explain(error);
      });
    return {
      answer: queries => explained(answer(queries)),
      reserve: reservations => explained(reserve(reservations)),
    };
  }

  async #take(): Promise<Session> {
    try {
      return await this.#sessions.take();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Runs something on a connection; what it has begun is undone when it fails. */
  async #use<T>(run: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#take();
    try {
      const value = await run(session);
      session.free(false);
      return value;
    } catch (error) {
      const undone = await session.run([rollback]).then(
        () => true,
        () => false,
      );
      session.free(!undone);
      throw this.#failed(error);
    }
  }

  /** Keeps what went wrong visible for the one that tries again, and explains it for everyone else. */
  #failed(error: unknown): unknown {
    return isConflict(error) ? error : this.#explain(error);
  }

  /** Runs a change that may collide with others, and then is tried again. */
  async #change<T>(run: (session: Session) => Promise<T>): Promise<T> {
    for (let left = mostTries - 1; ; left--) {
      try {
        return await this.#use(run);
      } catch (error) {
        if (left === 0 || !isConflict(error)) throw this.#explain(error);
      }
      await pause();
    }
  }
}

/**
 * Opens the state in a PostgreSQL database, and makes its tables where they are missing.
 * @throws {StateError} when the server cannot be reached in time or is not the one it should be, and when its state is of a newer
 *   version
 */
export async function openPostgresStateStore(options: PostgresOptions): Promise<StateStore> {
  const address = readAddress(options.url, options.ca !== undefined);
  const password = readPassword(options.passwordFile);
  const sessions = await openSessions({
    address,
    password: () => requirePassword(password),
    ca: options.ca === undefined ? undefined : readText(options.ca, 'certificate file'),
    connectTimeoutMs: options.connectTimeoutMs,
    statementTimeoutMs: options.statementTimeoutMs,
    until: options.until ?? Number.POSITIVE_INFINITY,
    applicationName: options.applicationName ?? 'hooklaw',
    most: options.connections ?? 1,
  });
  const store = new PostgresStateStore(sessions, address, options);
  try {
    await store.prepare();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
