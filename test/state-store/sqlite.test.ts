import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { vi } from 'vitest';
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
