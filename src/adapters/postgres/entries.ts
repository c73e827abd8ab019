import { addAmounts, subtractAmounts } from '../../core/state/amount.ts';
import type { KeptReservation, Reservation, ReservationStatus } from '../../core/state/state.ts';
import { StateError } from '../../ports/state-store.ts';
import { fromColumn, toColumn } from '../column-text.ts';
import type { Rows, Statement } from './sessions.ts';

export type Row = Rows['rows'][number];

/** Which call asks, as the entries keep it. */
export interface EntryCall {
  readonly namespace: string;
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  /** Absent where the client named no call, which then takes nothing over. */
  readonly call: string | undefined;
  readonly via: string;
}

/** A question for what was spent: the account's name, and the time after which it counts. */
export interface SpentQuestion {
  readonly account: string;
  readonly after: number | null;
}

const latestMs = 8.64e15;

/** Whole milliseconds, in the range that a date has. */
function wholeMs(time: number, round: (ms: number) => number): number {
  return round(Math.min(latestMs, Math.max(-latestMs, time)));
}

const statuses: readonly string[] = ['reserved', 'confirmed', 'released'] satisfies ReservationStatus[];

function isStatus(value: string | null | undefined): value is ReservationStatus {
  return typeof value === 'string' && statuses.includes(value);
}

/** What a column holds that is never empty. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new StateError(`the column \`${column}\` of the state in the PostgreSQL database is empty`);
}

/** Waits for the accounts' locks, in the order given. They are held until the transaction ends. */
export function lockAccounts(locks: readonly bigint[]): Statement {
  return {
    text: 'select pg_advisory_xact_lock(lock) from unnest($1::bigint[]) as asked(lock)',
    values: [locks.map(String)],
  };
}

/** An account's lock number in SQL; `lockNumber` in names.ts says the same. */
export const lockOfAccount = `('x' || left(replace(account::text, '-', ''), 16))::bit(64)::bigint`;

/** Waits for the lock of the account to which a reservation of a namespace belongs; gives no row when there is none. */
export function lockAccountOfEntry(namespace: string, id: string): Statement {
  return {
    text: `select pg_advisory_xact_lock(${lockOfAccount}) from hooklaw.entry where id = $1 and namespace = $2`,
    values: [id, toColumn(namespace)],
  };
}

/**
 * Asks for sums: an account's last running total, less the one at the time asked for. `due` tells whether anything in the
 * account has to be released first, `own` is what the same call has reserved there through another hook entry.
 */
export function readSpent(questions: readonly SpentQuestion[], call: EntryCall, now: number): Statement {
  return {
    text: `
      select
        coalesce((
          select running from hooklaw.entry e where e.account = asked.account order by e.at desc, e.id desc limit 1
        ), 0)::text as whole,
        coalesce((
          select running from hooklaw.entry e where e.account = asked.account and e.at <= asked.after
          order by e.at desc, e.id desc limit 1
        ), 0)::text as earlier,
        exists (
          select from hooklaw.entry e
          where e.account = asked.account and e.status = 'reserved' and e.release_at <= $3
        )::text as due,
        coalesce((
          select case when asked.after is null or o.at > asked.after then o.amount end from (
            select e.amount, e.at from hooklaw.entry e
            where e.call = $4 and e.account = asked.account and e.status <> 'released' and $5 <> all (e.vias)
            order by e.id limit 1
          ) o
        ), 0)::text as own
      from unnest($1::uuid[], $2::bigint[]) with ordinality as asked(account, after, place)
      order by place`,
    values: [
      questions.map(({ account }) => account),
      questions.map(({ after }) => (after === null ? null : wholeMs(after, Math.floor))),
      wholeMs(now, Math.floor),
      call.call ?? null,
      toColumn(call.via),
    ],
  };
}

/** What `readSpent` gave, as exact sums; undefined where something is due, since then the sums are not yet right. */
export function toSums({ rows }: Rows): readonly string[] | undefined {
  if (rows.some(row => textIn(row, 'due') === 'true')) return undefined;
  return rows.map(row => {
    const sum = subtractAmounts(textIn(row, 'whole'), textIn(row, 'earlier'));
    return subtractAmounts(sum, textIn(row, 'own'));
  });
}

/**
 * Reserves in one account, whose lock is held: takes over what the same call has reserved through another hook entry, or adds an entry.
 */
export function addEntry(reservation: Reservation, account: string, call: EntryCall, now: number): Statement {
  const { ledger, key } = reservation.account;
  const after = reservation.releaseAfterMs;
  return {
    text: `
      with own as (
        select id, at, greatest($2::numeric - amount, 0) as growth from hooklaw.entry
        where call = $3::uuid and account = $1::uuid and status <> 'released' and $4::text <> all (vias)
        order by id limit 1
      ), taken as (
        update hooklaw.entry e set
          running = e.running + own.growth,
          amount = case when e.id = own.id then e.amount + own.growth else e.amount end,
          vias = case when e.id = own.id then array_append(e.vias, $4::text) else e.vias end
        from own
        where e.account = $1::uuid and (e.at, e.id) >= (own.at, own.id) and (e.id = own.id or own.growth > 0)
      ), last as (
        select at, running from hooklaw.entry where account = $1::uuid order by at desc, id desc limit 1
      )
      insert into hooklaw.entry
        (namespace, account, ledger, key, amount, running, status, tool, session_id, call_id, call, vias, at, release_at)
      select
        $5, $1::uuid, $6, $7, $2::numeric, coalesce((select running from last), 0) + $2::numeric, 'reserved', $8, $9, $10, $3::uuid,
        array[$4::text], greatest($11::bigint, (select at from last)), $12::bigint
      where not exists (select from own)`,
    values: [
      account,
      reservation.amount,
      call.call ?? null,
      toColumn(call.via),
      toColumn(call.namespace),
      toColumn(ledger),
      toColumn(key),
      toColumn(reservation.tool),
      call.sessionId === undefined ? null : toColumn(call.sessionId),
      call.callId === undefined ? null : toColumn(call.callId),
      wholeMs(now, Math.floor),
      after === undefined ? null : wholeMs(now + after, Math.ceil),
    ],
  };
}

/**
 * Sets the status of entries and mends the running totals behind them, in one pass: between one changed entry and the next of its
 * account, all rows move by the same sum. The accounts' locks are held.
 * @param which a condition on `hooklaw.entry`, with values from `$1` on
 */
function changeStatus(
  which: string,
  status: ReservationStatus,
  sign: '+' | '-',
  values: readonly unknown[],
): Statement {
  return {
    text: `
      with changed as (
        select id, account, at, sum(amount) over behind as total, lead(at) over behind as next_at, lead(id) over behind as next_id
        from hooklaw.entry where ${which}
        window behind as (partition by account order by at, id)
      )
      update hooklaw.entry e set
        running = e.running ${sign} changed.total,
        status = case when e.id = changed.id then '${status}' else e.status end
      from changed
      where e.account = changed.account and (e.at, e.id) >= (changed.at, changed.id)
        and (changed.next_id is null or (e.at, e.id) < (changed.next_at, changed.next_id))`,
    values,
  };
}

/** Releases what is due in the accounts. */
export function releaseDue(accounts: readonly string[], now: number): Statement {
  return changeStatus(`account = any ($1::uuid[]) and status = 'reserved' and release_at <= $2`, 'released', '-', [
    accounts,
    wholeMs(now, Math.floor),
  ]);
}

/** Releases entries that still count. */
export function releaseEntries(ids: readonly string[]): Statement {
  return changeStatus(`id = any ($1::bigint[]) and status <> 'released'`, 'released', '-', [ids]);
}

/** Lets entries count again that were released, since their calls ran after all. */
export function restoreEntries(ids: readonly string[]): Statement {
  return changeStatus(`id = any ($1::bigint[]) and status = 'released'`, 'confirmed', '+', [ids]);
}

/** The status in a row, which nobody but this program has written. */
export function statusIn(row: Row): ReservationStatus {
  const { status } = row;
  if (isStatus(status)) return status;
  throw new StateError('a reservation in the PostgreSQL database has a status that is not known');
}

/** The reservations of a namespace, newest first. */
export function readReservations(namespace: string, which: 'open' | 'all', limit: number): Statement {
  const open = which === 'open' ? `and status = 'reserved'` : '';
  return {
    text: `
      select id, ledger, key, amount, status, tool, session_id, call_id, at, release_at from hooklaw.entry
      where namespace = $1 ${open} order by id desc limit $2`,
    values: [toColumn(namespace), limit],
  };
}

/** What `readReservations` gave. */
export function toReservations({ rows }: Rows): readonly KeptReservation[] {
  return rows.map(row => ({
    id: textIn(row, 'id'),
    account: { ledger: fromColumn(textIn(row, 'ledger')), key: fromColumn(textIn(row, 'key')) },
    amount: addAmounts(textIn(row, 'amount'), '0'),
    status: statusIn(row),
    tool: fromColumn(textIn(row, 'tool')),
    sessionId: typeof row['session_id'] === 'string' ? fromColumn(row['session_id']) : null,
    callId: typeof row['call_id'] === 'string' ? fromColumn(row['call_id']) : null,
    at: Number(textIn(row, 'at')),
    releaseAt: typeof row['release_at'] === 'string' ? Number(row['release_at']) : null,
  }));
}
