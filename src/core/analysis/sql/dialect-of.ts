import type { SqlDialect } from './reading.ts';

/** Stands in until the real one is there. */
export function dialectOfTool(_tool: string): SqlDialect {
  return 'unknown';
}
