import path from 'node:path';
import type { StateSettings } from '../../core/law/compiled-law.ts';
import type { StateStore } from '../../ports/state-store.ts';
import { openPostgresStateStore } from './state-store.ts';

/**
 * Opens the PostgreSQL server that a law names.
 * @param lawFile the law, by which relative paths are read
 * @param patienceMs how long all that is asked of the state may take together, from now on; with `connections` how long each thing may take
 * @param connections for a store that lasts and answers many calls at once, how many connections it may have
 * @throws {StateError}
 */
export function openPostgresState(
  { url, passwordFile, ca, namespace }: StateSettings['postgres'],
  lawFile: string,
  patienceMs: number,
  connections?: number,
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
    ...(connections === undefined ? { until: performance.now() + patienceMs } : { connections }),
  });
}
