import fs from 'node:fs';
import path from 'node:path';
import { StateError } from '../../ports/state-store.ts';
import { makeFolder } from '../folders.ts';
import { leaveOpenFiles } from './leave-open-files.ts';

export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** The few things that are asked of SQLite; each runtime has its own driver for them. */
export interface SqliteDatabase {
  /** Runs statements without values. */
  readonly exec: (sql: string) => void;
  readonly all: (sql: string, ...values: readonly SqlValue[]) => readonly Row[];
  readonly run: (sql: string, ...values: readonly SqlValue[]) => void;
  readonly close: () => void;
}

interface Statement {
  all(...values: readonly SqlValue[]): unknown[];
  run(...values: readonly SqlValue[]): unknown;
}

interface Driver {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): unknown;
}

const isBun = 'bun' in process.versions;

/** How many pages the log may hold before it is folded in; it is read at every start, so it is kept short. */
const logPages = 100;

/** Bun brings SQLite; Node 20 does not, and `libsql` is the package with SQLite that needs no install script. */
async function openDriver(file: string): Promise<Driver> {
  if (isBun) {
    const name = 'bun:sqlite';
    const { Database } = (await import(name)) as { Database: new (file: string) => Driver };
    return new Database(file);
  }
  const { default: Database } = (await import('libsql')) as unknown as { default: new (file: string) => Driver };
  return new Database(file);
}

/** Another connection holds the lock. */
export class BusyError extends StateError {}

/** What is wrong with the database file, for a person. */
function explain(error: unknown, file: string): StateError {
  const code = String((error as { code?: unknown }).code ?? '');
  const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  // The path may hold any word, and some errors quote it.
  const said = detail.replaceAll(file, '').replace(/'[^']*'/g, '');
  const says = (word: string): boolean => code.includes(word) || said.includes(word);
  if (says('BUSY') || says('locked')) return new BusyError('other calls hold it for too long', error);
  if (says('CORRUPT') || says('NOTADB') || says('malformed') || says('not a database')) {
    return new StateError(
      `${file} is damaged; a person has to move it away, and what was spent is lost with it`,
      error,
    );
  }
  if (says('FULL') || says('full')) return new StateError(`${file} cannot be written: the disk is full`, error);
  return new StateError(`${file} cannot be used: ${detail}`, error);
}

/** SQLite makes its own files with the rights of the first: only the user may read what calls held. */
function createPrivately(file: string): void {
  if (fs.existsSync(file)) return;
  makeFolder(path.dirname(file));
  fs.closeSync(fs.openSync(file, 'a', 0o600));
}

/**
 * Opens a database file; a new one where there is none.
 * @param busyTimeoutMs how long another process's lock is waited for
 * @throws {StateError}
 */
export async function openDatabase(file: string, busyTimeoutMs: number): Promise<SqliteDatabase> {
  const guarded = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw error instanceof StateError ? error : explain(error, file);
    }
  };
  let driver: Driver;
  try {
    createPrivately(file);
    driver = await openDriver(file);
  } catch (error) {
    throw explain(error, file);
  }
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = prepared.get(sql) ?? driver.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  // INVARIANT: the timeout is set before anything else is asked, or a lock would fail a call at once.
  guarded(() => driver.exec(`PRAGMA busy_timeout = ${Math.max(0, Math.floor(busyTimeoutMs))}`));
  guarded(() => driver.exec(`PRAGMA wal_autocheckpoint = ${logPages}`));
  return {
    exec: sql => guarded(() => void driver.exec(sql)),
    all: (sql, ...values) => guarded(() => prepare(sql).all(...values) as Row[]),
    run: (sql, ...values) => guarded(() => void prepare(sql).run(...values)),
    close: () => (isBun ? leaveOpenFiles(file) : guarded(() => void driver.close())),
  };
}
