import fs from 'node:fs';
import type { StateStore } from '../ports/state-store.ts';
import type { StatePlace } from '../ports/world.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import type { StateFolder } from './state-folder.ts';

/** What is left of the deadline for answering when the state could not be had in time, in milliseconds. */
const answerMs = 400;

/** How long a trial waits for the state, in milliseconds. */
const trialPatienceMs = 10_000;

/**
 * Opens the store that the law names, or the one in the state folder.
 * @param concurrent whether this process judges several calls at once
 * @throws {StateError}
 */
export async function openState(
  { settings, file }: StatePlace,
  folder: StateFolder,
  deadline: Deadline,
  concurrent = false,
): Promise<StateStore> {
  const patience = Math.max(50, deadline.left() - answerMs);
  if (settings !== undefined && file !== undefined) {
    const { openPostgresState } = await import('./postgres/open.ts');
    return openPostgresState(settings.postgres, file, patience);
  }
  const { openSqliteStateStore } = await import('./sqlite/state-store.ts');
  return openSqliteStateStore(folder.database, { busyTimeoutMs: patience, concurrent });
}

/**
 * Opens the store for a trial, which changes nothing in it and makes none where there is none.
 * @throws {StateError}
 */
export async function openStateForTrial(place: StatePlace, folder: StateFolder): Promise<StateStore> {
  const { trialStateStore } = await import('./trial-state-store.ts');
  const { MemoryStateStore } = await import('./memory-state-store.ts');
  const store = await openExistingState(place, folder);
  return store === undefined ? new MemoryStateStore() : trialStateStore(store);
}

/**
 * Opens the store that there is; undefined where nothing was ever kept.
 * @throws {StateError}
 */
export async function openExistingState(place: StatePlace, folder: StateFolder): Promise<StateStore | undefined> {
  if (place.settings === undefined && !fs.existsSync(folder.database)) return undefined;
  return openState(place, folder, createDeadline(performance.now() + trialPatienceMs));
}
