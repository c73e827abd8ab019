import { type SqlFacts, UnreadableError } from '../facts/facts.ts';
import type { SqlReading, SqlStatement } from './reading.ts';

/**
 * Facts about SQL texts taken together. What is certain is answered although another part could not be read: a text with a DROP
 * destroys, whatever else it holds.
 */
export function createSqlFacts(readings: readonly SqlReading[]): SqlFacts {
  const statements = readings.flatMap(reading => reading.statements);
  const unreadable = readings.find(reading => reading.unreadable !== undefined)?.unreadable;
  const whole = (): void => {
    if (unreadable !== undefined) throw new UnreadableError(`the SQL cannot be judged: ${unreadable.detail}`);
  };
  const some = (holds: (statement: SqlStatement) => boolean): boolean => {
    if (statements.some(holds)) return true;
    whole();
    return false;
  };
  return {
    writes: () => some(({ does }) => does !== 'read'),
    destroys: () => some(({ destroys }) => destroys === true),
    statements: () => {
      whole();
      return statements;
    },
    tables: () => {
      whole();
      return [...new Set(statements.flatMap(({ tables }) => tables))];
    },
    unknown: () => unreadable !== undefined,
  };
}
