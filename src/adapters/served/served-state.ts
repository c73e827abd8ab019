import fs from 'node:fs';
import { StateError, type StateStore } from '../../ports/state-store.ts';
import type { StatePlace } from '../../ports/world.ts';
import { openPostgresState } from '../postgres/open.ts';
import { openSqliteStateStore } from '../sqlite/state-store.ts';
import type { StateFolder } from '../state-folder.ts';
import { Breaker, guardStore } from './breaker.ts';

/** How long the state may take, in milliseconds: a call that waits for it holds a place that others could have. */
const patienceMs = 2_000;

/** How long another process's lock on the file is waited for, in milliseconds; meanwhile the server can do nothing else. */
const lockPatienceMs = 1_000;

/** Connections to one PostgreSQL server. */
const connections = 8;

interface Kept {
  readonly breaker: Breaker;
  store: Promise<StateStore> | undefined;
}

/** The stores of a project that lasts: opened once, by the place that the law names, and shared by all calls. */
export class ServedState {
  readonly #folder: StateFolder;
  readonly #kept = new Map<string, Kept>();

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** @throws {StateError} */
  readonly get = async (place: StatePlace): Promise<StateStore> => {
    const key = JSON.stringify([place.settings, place.file]);
    const kept = this.#kept.get(key) ?? { breaker: new Breaker(), store: undefined };
    this.#kept.set(key, kept);
    const { breaker } = kept;
    const store = await (kept.store ?? breaker.run(() => this.#open(place, kept)));
    return guardStore(store, breaker);
  };

  /** Whether a store does not answer at the moment. */
  get failing(): boolean {
    return [...this.#kept.values()].some(({ breaker }) => breaker.open);
  }

  readonly close = async (): Promise<void> => {
    const stores = [...this.#kept.values()].flatMap(({ store }) => store ?? []);
    this.#kept.clear();
    for (const store of stores) await store.then(opened => opened.close()).catch(() => undefined);
  };

  /** Opens the store once for all who ask meanwhile; one that could not be opened is opened anew for the next. */
  #open({ settings, file }: StatePlace, kept: Kept): Promise<StateStore> {
    const opening =
      settings === undefined || file === undefined
        ? openFile(this.#folder.database)
        : openPostgresState(settings.postgres, file, patienceMs, connections);
    kept.store = opening;
    opening.catch(() => {
      kept.store = undefined;
    });
    return opening;
  }
}

function identityOf(file: string): string | undefined {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev} ${stats.ino}`;
}

/**
 * The file in the state folder. Where it is taken away or replaced while it is open, what was spent would be counted in a
 * file that nobody else sees: then nothing is counted, and a person has to say what is right.
 */
async function openFile(file: string): Promise<StateStore> {
  const store = await openSqliteStateStore(file, { busyTimeoutMs: lockPatienceMs });
  const opened = identityOf(file);
  const still = async <T>(run: () => Promise<T>): Promise<T> => {
    if (identityOf(file) === opened) return run();
    throw new StateError(
      `${file} was taken away or replaced while it was in use; put it back, or restart the server if that was meant`,
    );
  };
  return {
    now: store.now,
    transact: (call, now, first, work) => still(() => store.transact(call, now, first, work)),
    settle: (call, now, outcome) => still(() => store.settle(call, now, outcome)),
    remember: (call, outcome, past) => still(() => store.remember(call, outcome, past)),
    listReservations: (which, limit) => still(() => store.listReservations(which, limit)),
    release: id => still(() => store.release(id)),
    close: store.close,
  };
}
