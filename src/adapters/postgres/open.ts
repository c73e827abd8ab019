import path from 'node:path';
import type { StateSettings } from '../../core/law/compiled-law.ts';
import type { StateStore } from '../../ports/state-store.ts';
import { openPostgresStateStore } from './state-store.ts';

/**
 * Opens the PostgreSQL server that a law names, for one call of the hook.
 * @param lawFile the law, by which relative paths are read
 * @param patienceMs how long all that is asked of the state may take together, from now on
 * @throws {StateError}
 */
export function openPostgresState(
  { url, passwordFile, ca, namespace }: StateSettings['postgres'],
  lawFile: string,
  patienceMs: number,
): Promise<StateStore> {
  const place = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(path.dirname(lawFile), file);
  return openPostgresStateStore({
    url,
    passwordFile: place(passwordFile),
    ca: place(ca),
    namespace: namespace ?? 'default',
    connectTimeoutMs: patienceMs,
    statementTimeoutMs: patienceMs,
    until: performance.now() + patienceMs,
  });
}
