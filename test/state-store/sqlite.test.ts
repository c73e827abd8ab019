import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { expect, it, vi } from 'vitest';
import { openSqliteStateStore } from '../../src/adapters/sqlite/state-store.ts';
import { describeModel } from '../support/state-store-model.ts';
import { type CreatePlace, describeStateStore } from '../support/state-store-suite.ts';

// As many calls as are really given would only make the test slow.
vi.mock('../../src/ports/state-store.ts', async original => ({ ...(await original<object>()), mostPastCalls: 40 }));

async function createPlace(): ReturnType<CreatePlace> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-'));
  const file = path.join(folder, 'state.db');
  return {
    open: () => openSqliteStateStore(file, { busyTimeoutMs: 20_000 }),
    makeNewer: async () => {
      const database = new Database(file);
      database.exec('PRAGMA user_version = 99');
      database.close();
    },
    remove: async () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

describeStateStore('the store in SQLite', createPlace, { blocks: true });
describeModel('the store in SQLite', createPlace, { skip: false, runs: 60, closesInside: false });

it.each(['fullstack', 'blocked', 'malformed'])('does not take the word in %s for what is wrong', async word => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-'));
  const file = path.join(folder, word, 'state.db');
  fs.mkdirSync(file, { recursive: true });
  await expect(openSqliteStateStore(file, { busyTimeoutMs: 100 })).rejects.toThrow(`${file} cannot be used: `);
  fs.rmSync(folder, { recursive: true, force: true });
});
