import type { ReservationStatus } from '../../core/state/state.ts';
import { lockOfAccount, releaseEntries, restoreEntries, statusIn, textIn } from './entries.ts';
import type { Rows, Session, Statement } from './sessions.ts';
import { begin, commit } from './transaction.ts';

/** Waits for the locks of all accounts in which a call has reserved something, in their order. */
export function lockAccountsOfCall(call: string): Statement {
  return {
    text: `
      select pg_advisory_xact_lock(lock) from (
        select distinct ${lockOfAccount} as lock from hooklaw.entry where call = $1 order by lock
      ) asked`,
    values: [call],
  };
}

/** Confirms entries that are reserved, which changes no sum. */
function confirmEntries(ids: readonly string[]): Statement {
  return {
    text: `update hooklaw.entry set status = 'confirmed' where id = any ($1::bigint[]) and status = 'reserved'`,
    values: [ids],
  };
}

/** An entry of a call that has reported. */
interface OwnEntry {
  readonly id: string;
  readonly account: string;
  readonly status: ReservationStatus;
}

/** The entries of a call, oldest first. */
function readOwnEntries(call: string): Statement {
  return { text: 'select id, account, status from hooklaw.entry where call = $1 order by id', values: [call] };
}

/** What `readOwnEntries` gave. */
function toOwnEntries({ rows }: Rows): readonly OwnEntry[] {
  return rows.map(row => ({ id: textIn(row, 'id'), account: textIn(row, 'account'), status: statusIn(row) }));
}

/** Of the reservations that a call has on an account, the one that its report settles. */
function chooseSettled(own: readonly OwnEntry[], outcome: 'confirmed' | 'released'): readonly OwnEntry[] {
  return [...new Set(own.map(({ account }) => account))].flatMap(account => {
    const ofAccount = own.filter(entry => entry.account === account);
    const open = ofAccount.find(({ status }) => status === 'reserved');
    const lost = outcome === 'confirmed' ? ofAccount.find(({ status }) => status === 'released') : undefined;
    return open ?? lost ?? [];
  });
}

/** Settles what a call has reserved, by its name. It is undone by whoever gave the session when it fails. */
export async function settleCall(session: Session, call: string, outcome: 'confirmed' | 'released'): Promise<void> {
  const [, , found] = await session.run([begin, lockAccountsOfCall(call), readOwnEntries(call)]);
  const chosen = found === undefined ? [] : chooseSettled(toOwnEntries(found), outcome);
  const ids = (status: ReservationStatus): string[] =>
    chosen.filter(entry => entry.status === status).map(({ id }) => id);
  const changes =
    outcome === 'released'
      ? [releaseEntries(ids('reserved'))]
      : [confirmEntries(ids('reserved')), restoreEntries(ids('released'))];
  await session.run([...(chosen.length === 0 ? [] : changes), commit]);
}
