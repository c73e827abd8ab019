import { StateError } from '../../ports/state-store.ts';
import type { SqliteDatabase } from './database.ts';

/** The version of the tables that this program knows. */
const version = 1;

/**
 * `entries.running` is the sum of what counts in an account up to and with an entry, so that the sum of a window is the
 * difference of two entries, however many lie between. An account's entries never go back in time.
 */
const tables = `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  ledger TEXT NOT NULL,
  key TEXT NOT NULL,
  UNIQUE (ledger, key)
);
CREATE TABLE entries (
  seq INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (id),
  at INTEGER NOT NULL,
  amount TEXT NOT NULL,
  running TEXT NOT NULL,
  status TEXT NOT NULL,
  tool TEXT NOT NULL,
  session TEXT,
  call TEXT,
  vias TEXT NOT NULL,
  release_at INTEGER
);
CREATE INDEX entries_by_time ON entries (account, at, seq);
CREATE INDEX entries_by_call ON entries (session, call) WHERE call IS NOT NULL;
CREATE INDEX entries_to_release ON entries (account, release_at) WHERE status = 'reserved' AND release_at IS NOT NULL;
CREATE TABLE calls (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  call TEXT,
  outcome TEXT NOT NULL,
  tool TEXT NOT NULL,
  at INTEGER NOT NULL,
  input TEXT NOT NULL,
  result TEXT NOT NULL
);
CREATE INDEX calls_by_tool ON calls (session, outcome, tool, seq);
CREATE UNIQUE INDEX calls_once ON calls (session, call, outcome, tool) WHERE call IS NOT NULL;
`;

function readVersion(database: SqliteDatabase): number {
  return Number(database.all('PRAGMA user_version')[0]?.['user_version']);
}

function create(database: SqliteDatabase): void {
  // Stays with the file. Readers and the one writer do not wait for each other.
  database.all('PRAGMA journal_mode = WAL');
  database.exec('BEGIN IMMEDIATE');
  try {
    if (readVersion(database) === 0) {
      database.exec(tables);
      database.exec(`PRAGMA user_version = ${version}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Brings a database to the version of this program.
 * @throws {StateError} when it is of a newer one
 */
export function migrate(database: SqliteDatabase, file: string): void {
  const found = readVersion(database);
  if (found === version) return;
  if (found > version) {
    throw new StateError(
      `${file} was written by a newer hooklaw (state version ${found}, this program knows ${version}); update hooklaw`,
    );
  }
  create(database);
}
