import type { StateSettings } from '../../core/law/compiled-law.ts';
import { StateError, type StateStore } from '../../ports/state-store.ts';

/** Opens the PostgreSQL server that a law names. */
export function openPostgresState(
  _settings: StateSettings['postgres'],
  _lawFile: string,
  _patienceMs: number,
): Promise<StateStore> {
  return Promise.reject(new StateError('PostgreSQL is not available in this version'));
}
