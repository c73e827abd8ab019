import type { Parsers } from '../../core/analysis/parsers.ts';

/** Loads PostgreSQL's own grammar (WASM); parsing is synchronous afterwards. */
export async function loadPostgresql(): Promise<Pick<Parsers, 'postgresql'>> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  return { postgresql: text => parseSync(text) };
}
