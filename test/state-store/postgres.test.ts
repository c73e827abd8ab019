import { vi } from 'vitest';
import { findTestServer, TestDatabase } from '../support/postgres-server.ts';
import { describeModel } from '../support/state-store-model.ts';
import { type CreatePlace, describeStateStore } from '../support/state-store-suite.ts';

// As many calls as are really given would only make the test slow.
vi.mock('../../src/ports/state-store.ts', async original => ({ ...(await original<object>()), mostPastCalls: 40 }));

const server = await findTestServer();

async function createPlace(): ReturnType<CreatePlace> {
  if (server === undefined) throw new Error('no PostgreSQL server here');
  const database = await TestDatabase.create(server);
  return {
    open: () => database.open({ connections: 2 }),
    makeNewer: async () => {
      await database.query('update hooklaw.meta set version = 99');
    },
    remove: () => database.remove(),
  };
}

describeStateStore('the store in PostgreSQL', createPlace, { skip: server === undefined });

describeModel('the store in PostgreSQL', createPlace, { skip: server === undefined, runs: 30, closesInside: true });
