import { mergeReservations } from '../../core/state/reservation.ts';
import {
  type CallRef,
  queryName,
  type Reservation,
  type StateAnswer,
  type StateQuery,
} from '../../core/state/state.ts';
import { StateError, type StateTransaction } from '../../ports/state-store.ts';
import { addEntry, type EntryCall, lockAccounts, readSpent, releaseDue, toSums } from './entries.ts';
import { isRefusal } from './failures.ts';
import { accountName, callName, lockNumber, sessionName } from './names.ts';
import { answerCalls } from './past-calls.ts';
import type { Rows, Session, Statement } from './sessions.ts';

type SpentQuery = Extract<StateQuery, { kind: 'spent' }>;

/** How a transaction begins. Only in this isolation does a statement after a lock see what its last holder has done. */
export const begin: Statement = { text: 'begin isolation level read committed read write' };
export const commit: Statement = { text: 'commit' };
export const rollback: Statement = { text: 'rollback' };

function isSpent(query: StateQuery): query is SpentQuery {
  return query.kind === 'spent';
}

/**
 * One try of a transaction. Round trips are few: beginning, locking and the first sums go together, and so do what is reserved and
 * the end.
 */
export class PostgresTransaction implements StateTransaction {
  /** Accounts whose locks this try holds, or has asked for. */
  readonly locked: Set<string> = new Set();
  readonly #session: Session;
  readonly #namespace: string;
  readonly #call: CallRef;
  readonly #entryCall: EntryCall;
  readonly #now: number;
  readonly #known: Map<string, StateAnswer> = new Map();
  #waiting: Statement[] = [];
  /** The first thing that went wrong in the database; from then on nothing of this try can be kept. */
  failure: unknown;

  constructor(session: Session, namespace: string, call: CallRef, now: number) {
    this.#session = session;
    this.#namespace = namespace;
    this.#call = call;
    this.#entryCall = { ...call, namespace, call: callName(namespace, call) };
    this.#now = now;
  }

  /** Begins, locks, and reads the first sums ahead. `accounts` are those that an earlier try has come to lock. */
  readonly start = async (first: readonly StateQuery[], accounts: Iterable<string>): Promise<void> => {
    const spent = first.filter(isSpent);
    const locks = this.#locksFor([...spent.map(({ account }) => this.#nameOf(account)), ...accounts]);
    const results = await this.#run([begin, ...locks, ...(spent.length === 0 ? [] : [this.#readSpent(spent)])]);
    const last = results.at(-1);
    if (spent.length > 0 && last !== undefined) this.#learn(spent, last);
  };

  readonly answer: StateTransaction['answer'] = async queries => {
    await this.#answerSpent(
      queries.filter(query => isSpent(query) && !this.#known.has(queryName(query))).filter(isSpent),
    );
    const answers: StateAnswer[] = [];
    for (const query of queries) answers.push(this.#known.get(queryName(query)) ?? (await this.#answerCalls(query)));
    return answers;
  };

  readonly reserve = async (reservations: readonly Reservation[]): Promise<void> => {
    if (this.failure !== undefined) throw this.failure;
    const merged = mergeReservations(reservations);
    const locks = this.#locksFor(merged.map(({ account }) => this.#nameOf(account)));
    if (locks.length > 0) await this.#run(locks);
    for (const reservation of merged) {
      this.#waiting.push(addEntry(reservation, this.#nameOf(reservation.account), this.#entryCall, this.#now));
    }
    if (merged.length > 0) this.#known.clear();
  };

  /** Keeps everything, or throws. When the connection ends meanwhile, nobody can tell what was kept. */
  readonly commit = async (): Promise<void> => {
    if (this.failure !== undefined) throw this.failure;
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const results = await this.#run([...waiting, commit]);
      if (results.at(-1)?.command !== 'COMMIT')
        throw new StateError('the PostgreSQL database did not keep the decision');
    } catch (error) {
      if (error instanceof StateError || isRefusal(error)) throw error;
      throw new StateError(
        'the connection to the PostgreSQL database broke while the decision was being kept, so that it may have been kept or not',
        error,
      );
    }
  };

  /** Undoes everything; whether that could be said to the server. */
  readonly undo = async (): Promise<boolean> => {
    try {
      await this.#session.run([rollback]);
      return true;
    } catch {
      return false;
    }
  };

  #nameOf(account: SpentQuery['account']): string {
    return accountName(this.#namespace, account);
  }

  async #run(statements: readonly Statement[]): Promise<readonly Rows[]> {
    if (this.failure !== undefined) throw this.failure;
    try {
      return await this.#session.run(statements);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  /** The statement that locks what is not locked yet, in the order of the locks, so that two calls do not wait for each other. */
  #locksFor(accounts: readonly string[]): Statement[] {
    const missing = new Set(accounts.filter(account => !this.locked.has(account)));
    for (const account of missing) this.locked.add(account);
    const locks = [...missing].map(lockNumber).sort((a, b) => (a < b ? -1 : Number(a > b)));
    return locks.length === 0 ? [] : [lockAccounts(locks)];
  }

  #readSpent(queries: readonly SpentQuery[]): Statement {
    const questions = queries.map(({ account, after }) => ({ account: this.#nameOf(account), after }));
    return readSpent(questions, this.#entryCall, this.#now);
  }

  #learn(queries: readonly SpentQuery[], rows: Rows): boolean {
    const sums = toSums(rows);
    queries.forEach((query, index) => {
      const amount = sums?.[index];
      if (amount !== undefined) this.#known.set(queryName(query), { kind: 'spent', amount });
    });
    return sums !== undefined;
  }

  async #answerSpent(queries: readonly SpentQuery[]): Promise<void> {
    if (queries.length === 0) return;
    const accounts = [...new Set(queries.map(({ account }) => this.#nameOf(account)))];
    const waiting = this.#waiting;
    this.#waiting = [];
    const results = await this.#run([...waiting, ...this.#locksFor(accounts), this.#readSpent(queries)]);
    const last = results.at(-1);
    if (last === undefined || this.#learn(queries, last)) return;
    const [, sums] = await this.#run([releaseDue(accounts, this.#now), this.#readSpent(queries)]);
    if (sums === undefined || !this.#learn(queries, sums)) throw new StateError('the sums of the state do not settle');
    this.#forgetOthers(queries);
  }

  /** A release changes what other times of the same account sum up to. */
  #forgetOthers(queries: readonly SpentQuery[]): void {
    const fresh = new Set(queries.map(queryName));
    for (const name of this.#known.keys()) if (!fresh.has(name)) this.#known.delete(name);
  }

  #answerCalls(query: StateQuery): Promise<StateAnswer> {
    if (query.kind === 'spent') throw new StateError('a sum was asked for and not answered');
    const { sessionId } = this.#call;
    const session = sessionId === undefined ? undefined : sessionName(this.#namespace, sessionId);
    return answerCalls(statements => this.#run(statements), session, query.outcome, query.tools);
  }
}
