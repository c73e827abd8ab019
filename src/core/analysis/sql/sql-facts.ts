import type { SqlFacts } from '../facts/facts.ts';
import type { SqlReading } from './reading.ts';

/** Stands in until the real one is there. */
export function createSqlFacts(readings: readonly SqlReading[]): SqlFacts {
  const statements = readings.flatMap(reading => reading.statements);
  return {
    writes: () => statements.some(({ does }) => does !== 'read'),
    destroys: () => statements.some(({ destroys }) => destroys === true),
    statements: () => statements,
    tables: () => statements.flatMap(({ tables }) => tables),
    unknown: () => false,
  };
}
