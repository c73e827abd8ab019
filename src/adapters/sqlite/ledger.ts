import { addAmounts, exceeds, largerAmount, subtractAmounts } from '../../core/state/amount.ts';
import type { Account, CallRef, KeptReservation, Reservation, ReservationStatus } from '../../core/state/state.ts';
import { fromColumn, toColumn } from '../column-text.ts';
import type { Row, SqliteDatabase } from './database.ts';

interface Entry {
  readonly seq: number;
  readonly account: number;
  readonly at: number;
  readonly amount: string;
  readonly status: ReservationStatus;
  readonly vias: readonly string[];
}

interface Sums {
  readonly id: number;
  readonly total: string;
  readonly before: string;
  readonly due: boolean;
}

function nameOf({ ledger, key }: Account): string {
  return JSON.stringify([ledger, key]);
}

/** What the client calls something, as it is kept. */
function nameIn(name: string | undefined): string | null {
  return name === undefined ? null : toColumn(name);
}

function toEntry(row: Row): Entry {
  return {
    seq: Number(row['seq']),
    account: Number(row['account']),
    at: Number(row['at']),
    amount: String(row['amount']),
    status: row['status'] as ReservationStatus,
    vias: JSON.parse(String(row['vias'])) as string[],
  };
}

/** The accounts and what was taken from them. Every method has to run in a transaction that holds the write lock. */
export class SqliteLedger {
  readonly #database: SqliteDatabase;
  /** Accounts that were found; an account never goes away. */
  readonly #known = new Map<string, number>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** The sum of what counts in an account later than `after`; reservations whose time is up are released first. */
  spent(account: Account, after: number | null, call: CallRef, now: number): string {
    let sums = this.#sums(account, after, now);
    if (sums?.due === true) {
      this.#releaseDue(sums.id, now);
      sums = this.#sums(account, after, now);
    }
    if (sums === undefined) return '0';
    const own = this.#takenOver(sums.id, call);
    const counted = subtractAmounts(sums.total, sums.before);
    return own === undefined || (after !== null && own.at <= after) ? counted : subtractAmounts(counted, own.amount);
  }

  /** Forgets what was found in a transaction that is undone. */
  forget(): void {
    this.#known.clear();
  }

  /** An account's running sums, now and at an instant, and whether a reservation of it is to be released; in one question. */
  #sums(account: Account, after: number | null, now: number): Sums | undefined {
    const [row] = this.#database.all(
      `SELECT id,
         (SELECT running FROM entries WHERE account = accounts.id ORDER BY at DESC, seq DESC LIMIT 1) AS total,
         (SELECT running FROM entries WHERE account = accounts.id AND at <= ? ORDER BY at DESC, seq DESC LIMIT 1) AS before,
         EXISTS (SELECT 1 FROM entries WHERE account = accounts.id AND status = 'reserved'
           AND release_at IS NOT NULL AND release_at <= ?) AS due
       FROM accounts WHERE ledger = ? AND key = ?`,
      after,
      now,
      toColumn(account.ledger),
      toColumn(account.key),
    );
    if (row === undefined) return undefined;
    const id = Number(row['id']);
    this.#known.set(nameOf(account), id);
    return { id, total: String(row['total'] ?? '0'), before: String(row['before'] ?? '0'), due: row['due'] === 1 };
  }

  #releaseDue(account: number, now: number): void {
    const due = this.#database.all(
      "SELECT * FROM entries WHERE account = ? AND status = 'reserved' AND release_at IS NOT NULL AND release_at <= ?",
      account,
      now,
    );
    for (const row of due) this.#setStatus(toEntry(row), 'released');
  }

  reserve({ account, amount, tool, releaseAfterMs }: Reservation, call: CallRef, now: number): void {
    const id = this.#findAccount(account) ?? this.#createAccount(account);
    const own = this.#takenOver(id, call);
    if (own !== undefined) {
      this.#takeOver(own, amount, call);
      return;
    }
    const last = this.#lastOf(id);
    this.#database.run(
      `INSERT INTO entries (account, at, amount, running, status, tool, session, call, vias, release_at)
       VALUES (?, ?, ?, ?, 'reserved', ?, ?, ?, ?, ?)`,
      id,
      Math.max(now, last?.at ?? now),
      amount,
      addAmounts(last?.running ?? '0', amount),
      toColumn(tool),
      nameIn(call.sessionId),
      nameIn(call.callId),
      JSON.stringify([call.via]),
      releaseAfterMs === undefined ? null : now + releaseAfterMs,
    );
  }

  settle(call: CallRef, outcome: 'confirmed' | 'released'): void {
    const own = this.#ofCall(call);
    for (const account of new Set(own.map(entry => entry.account))) {
      const entries = own.filter(entry => entry.account === account);
      const open = entries.find(({ status }) => status === 'reserved');
      const lost = outcome === 'confirmed' ? entries.find(({ status }) => status === 'released') : undefined;
      const chosen = open ?? lost;
      if (chosen !== undefined) this.#setStatus(chosen, outcome);
    }
  }

  release(seq: number): boolean {
    const [row] = this.#database.all('SELECT * FROM entries WHERE seq = ?', seq);
    if (row === undefined || row['status'] === 'released') return false;
    this.#setStatus(toEntry(row), 'released');
    return true;
  }

  list(which: 'open' | 'all', limit: number): KeptReservation[] {
    const rows = this.#database.all(
      `SELECT entries.*, accounts.ledger, accounts.key FROM entries JOIN accounts ON accounts.id = entries.account
       ${which === 'open' ? "WHERE entries.status = 'reserved'" : ''} ORDER BY entries.seq DESC LIMIT ?`,
      limit,
    );
    return rows.map(row => ({
      id: String(row['seq']),
      account: { ledger: fromColumn(String(row['ledger'])), key: fromColumn(String(row['key'])) },
      amount: String(row['amount']),
      status: row['status'] as ReservationStatus,
      tool: fromColumn(String(row['tool'])),
      sessionId: row['session'] === null ? null : fromColumn(String(row['session'])),
      callId: row['call'] === null ? null : fromColumn(String(row['call'])),
      at: Number(row['at']),
      releaseAt: row['release_at'] === null ? null : Number(row['release_at']),
    }));
  }

  #findAccount(account: Account): number | undefined {
    const known = this.#known.get(nameOf(account));
    if (known !== undefined) return known;
    const [row] = this.#database.all(
      'SELECT id FROM accounts WHERE ledger = ? AND key = ?',
      toColumn(account.ledger),
      toColumn(account.key),
    );
    return row === undefined ? undefined : Number(row['id']);
  }

  /** Not kept among the known ones: the transaction may still be undone, and the number be given to another account. */
  #createAccount({ ledger, key }: Account): number {
    this.#database.run('INSERT INTO accounts (ledger, key) VALUES (?, ?)', toColumn(ledger), toColumn(key));
    return Number(this.#database.all('SELECT last_insert_rowid() AS id')[0]?.['id']);
  }

  #lastOf(account: number): { at: number; running: string } | undefined {
    const [row] = this.#database.all(
      'SELECT at, running FROM entries WHERE account = ? ORDER BY at DESC, seq DESC LIMIT 1',
      account,
    );
    return row === undefined ? undefined : { at: Number(row['at']), running: String(row['running']) };
  }

  /** The reservations of a call, oldest first. */
  #ofCall({ sessionId, callId }: CallRef): Entry[] {
    if (sessionId === undefined || callId === undefined) return [];
    return this.#database
      .all('SELECT * FROM entries WHERE session = ? AND call = ? ORDER BY seq', toColumn(sessionId), toColumn(callId))
      .map(toEntry);
  }

  /** What the same call has reserved through another hook entry. */
  #takenOver(account: number, call: CallRef): Entry | undefined {
    return this.#ofCall(call).find(
      entry => entry.account === account && entry.status !== 'released' && !entry.vias.includes(call.via),
    );
  }

  #takeOver({ seq, account, amount, vias }: Entry, wanted: string, call: CallRef): void {
    this.#database.run(
      'UPDATE entries SET amount = ?, vias = ? WHERE seq = ?',
      largerAmount(amount, wanted),
      JSON.stringify([...vias, call.via]),
      seq,
    );
    if (exceeds(wanted, amount))
      this.#shift(account, seq, running => addAmounts(running, subtractAmounts(wanted, amount)));
  }

  #setStatus({ seq, account, amount, status }: Entry, wanted: ReservationStatus): void {
    this.#database.run('UPDATE entries SET status = ? WHERE seq = ?', wanted, seq);
    if (wanted === 'released' && status !== 'released') this.#shift(account, seq, sum => subtractAmounts(sum, amount));
    if (wanted !== 'released' && status === 'released') this.#shift(account, seq, sum => addAmounts(sum, amount));
  }

  /** Changes the running sums from an entry on; most entries that change are among the last of their account. */
  #shift(account: number, from: number, change: (running: string) => string): void {
    const rows = this.#database.all('SELECT seq, running FROM entries WHERE account = ? AND seq >= ?', account, from);
    for (const row of rows) {
      this.#database.run(
        'UPDATE entries SET running = ? WHERE seq = ?',
        change(String(row['running'])),
        Number(row['seq']),
      );
    }
  }
}
