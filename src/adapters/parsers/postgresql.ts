import type { Parsers } from '../../core/analysis/parsers.ts';

/** How often the parser may fail otherwise than by refusing a text: each time it leaves some of its stack behind. */
const maxFailures = 3;

/** Loads PostgreSQL's own grammar (WASM); parsing is synchronous afterwards. */
export async function loadPostgresql(): Promise<Pick<Parsers, 'postgresql'>> {
  const { loadModule, parseSync, SqlError } = await import('libpg-query');
  await loadModule();
  let failures = 0;
  return {
    postgresql: text => {
      if (failures >= maxFailures) throw new Error('the PostgreSQL parser has run out of stack');
      try {
        return parseSync(text);
      } catch (error) {
        if (!(error instanceof SqlError)) failures++;
        throw error;
      }
    },
  };
}
