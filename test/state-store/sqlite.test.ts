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

const createPlaceFor =
  (concurrent: boolean): CreatePlace =>
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-'));
    const file = path.join(folder, 'state.db');
    return {
      open: () => openSqliteStateStore(file, { busyTimeoutMs: 20_000, concurrent }),
      makeNewer: async () => {
        const database = new Database(file);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
      remove: async () => fs.rmSync(folder, { recursive: true, force: true }),
    };
  };

const createPlace = createPlaceFor(false);
describeStateStore('the store in SQLite', createPlace, { blocks: true });
describeStateStore('the store in SQLite of a process that judges several calls', createPlaceFor(true), {
  blocks: true,
});
describeModel('the store in SQLite', createPlace, { skip: false, runs: 60, closesInside: false });

it('does not stand still while another connection of the same process holds the lock', async () => {
  const place = await createPlaceFor(true)();
  const [first, second] = [await place.open(), await place.open()];
  const call = { sessionId: 's', callId: undefined, via: 'test' };
  const account = { ledger: 'l', key: 'k' };
  const reserve = (store: typeof first): Promise<void> =>
    store.transact(call, Date.now(), [{ kind: 'spent', account, after: null }], async transaction => {
      await new Promise(resolve => setTimeout(resolve, 30));
      await transaction.reserve([{ account, amount: '1', tool: 'x' }]);
    });
  await Promise.all([reserve(first), reserve(second), reserve(first), reserve(second)]);
  expect(await first.listReservations('all', 10)).toHaveLength(4);
  await Promise.all([first.close(), second.close()]);
  await place.remove();
});

it.each(['fullstack', 'blocked', 'malformed'])('does not take the word in %s for what is wrong', async word => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-'));
  const file = path.join(folder, word, 'state.db');
  fs.mkdirSync(file, { recursive: true });
  await expect(openSqliteStateStore(file, { busyTimeoutMs: 100 })).rejects.toThrow(`${file} cannot be used: `);
  fs.rmSync(folder, { recursive: true, force: true });
});
