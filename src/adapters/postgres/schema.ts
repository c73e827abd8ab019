import { StateError } from '../../ports/state-store.ts';
import { isMissingPrivilege, isMissingTable } from './failures.ts';
import type { Rows, Session, Statement } from './sessions.ts';

/**
 * The versions of the tables, oldest first. A version that is out is never changed; a new one is added behind it.
 *
 * `running` is the sum of what counts in the account from its first entry up to and including this one, so that the sum of any
 * time is one entry less another, however many there are. Within an account, `at` and `id` rise together.
 * INVARIANT: whoever changes an entry's amount or whether it counts changes `running` from there on.
 */
const versions: readonly (readonly string[])[] = [
  [
    `create table hooklaw.entry (
      id bigint generated always as identity primary key,
      namespace text not null,
      account uuid not null,
      ledger text not null,
      key text not null,
      amount numeric not null check (amount between 0 and 1e15),
      running numeric not null,
      status text not null check (status in ('reserved', 'confirmed', 'released')),
      tool text not null,
      session_id text,
      call_id text,
      call uuid,
      vias text[] not null,
      at bigint not null,
      release_at bigint
    )`,
    'create index entry_by_account on hooklaw.entry (account, at, id)',
    'create index entry_by_call on hooklaw.entry (call) where call is not null',
    `create index entry_due on hooklaw.entry (account, release_at) where status = 'reserved' and release_at is not null`,
    'create index entry_listed on hooklaw.entry (namespace, id)',
    `create index entry_open on hooklaw.entry (namespace, id) where status = 'reserved'`,
    `create table hooklaw.past_call (
      id bigint generated always as identity primary key,
      session uuid not null,
      outcome text not null check (outcome in ('succeeded', 'failed', 'denied')),
      tool text not null,
      input text not null,
      result text not null,
      at bigint not null,
      once uuid unique
    )`,
    'create index past_call_by_session on hooklaw.past_call (session, outcome, tool, id)',
  ],
];

/** The advisory lock under which the tables are made: `hooklaw` in ASCII. */
const migrationLock = '29395921912226167';

const readVersion: Statement = { text: 'select max(version)::text as version from hooklaw.meta' };

/** A reservation that a crash of the server could lose would be no reservation; stronger settings are left alone. */
const keepSafe: Statement = {
  text: `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
};

const readClock: Statement = { text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now' };

function numberIn(rows: Rows | undefined, column: string): number {
  return Number(rows?.rows[0]?.[column] ?? 0);
}

/** How far the server's clock is ahead of the local one, in milliseconds. */
export async function measureOffset(session: Session, localNow: () => number): Promise<number> {
  const before = localNow();
  const [clock] = await session.run([readClock]);
  return Math.round(numberIn(clock, 'now') - (before + localNow()) / 2);
}

/**
 * Makes a new connection ready, and the tables too where they are missing or older. In the usual case this is one round trip.
 * @returns how far the server's clock is ahead of the local one, in milliseconds
 * @throws {StateError} where the tables are of a newer version than this program knows
 */
export async function prepareSession(session: Session, localNow: () => number): Promise<number> {
  const before = localNow();
  const clock = session.run([readClock, keepSafe]).then(([rows]) => numberIn(rows, 'now') - (before + localNow()) / 2);
  const [offset, version] = await Promise.all([clock, currentVersion(session)]);
  requireKnown(version);
  if (version < versions.length) await migrate(session);
  return Math.round(offset);
}

async function currentVersion(session: Session): Promise<number> {
  try {
    const [found] = await session.run([readVersion]);
    return numberIn(found, 'version');
  } catch (error) {
    if (isMissingTable(error)) return 0;
    throw error;
  }
}

function requireKnown(version: number): void {
  if (version <= versions.length) return;
  throw new StateError(
    `the state in the PostgreSQL database is of version ${version}, and this hooklaw knows no later one than ${versions.length}: update hooklaw on this machine`,
  );
}

/** Of several processes that start at once one makes the tables; the others wait for it and find them made. */
async function migrate(session: Session): Promise<void> {
  try {
    await session.run([{ text: 'begin' }, { text: 'select pg_advisory_xact_lock($1)', values: [migrationLock] }]);
    const [found] = await session.run([
      { text: `select to_regnamespace('hooklaw')::text as schema, to_regclass('hooklaw.meta')::text as meta` },
    ]);
    const { schema, meta } = found?.rows[0] ?? {};
    if (schema === null) await session.run([{ text: 'create schema hooklaw' }]);
    if (meta === null) await session.run([{ text: 'create table hooklaw.meta (version integer not null)' }]);
    const [known] = await session.run([readVersion]);
    const version = numberIn(known, 'version');
    requireKnown(version);
    await session.run(stepsFrom(version));
  } catch (error) {
    await session.run([{ text: 'rollback' }]).catch(() => undefined);
    if (!isMissingPrivilege(error)) throw error;
    throw new StateError(
      `the tables of hooklaw are not in the PostgreSQL database yet, and its user may not make them (${error.message}): let a user who may create a schema open it once, or grant that`,
      error,
    );
  }
}

function stepsFrom(version: number): Statement[] {
  const steps = versions.slice(version).flat();
  const note = { text: 'insert into hooklaw.meta (version) values ($1)', values: [versions.length] };
  return [...steps.map(text => ({ text })), ...(version < versions.length ? [note] : []), { text: 'commit' }];
}
