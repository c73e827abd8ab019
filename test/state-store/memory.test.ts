import { vi } from 'vitest';
import { MemoryStateStore } from '../../src/adapters/memory-state-store.ts';
import { type CreatePlace, describeStateStore } from '../support/state-store-suite.ts';

// As many calls as are really given would only make the test slow.
vi.mock('../../src/ports/state-store.ts', async original => ({ ...(await original<object>()), mostPastCalls: 40 }));

function createPlace(): ReturnType<CreatePlace> {
  const store = new MemoryStateStore();
  return Promise.resolve({ open: () => Promise.resolve(store), remove: () => Promise.resolve() });
}

describeStateStore('the store in memory', createPlace, { memory: true });
