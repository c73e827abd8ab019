import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParser } from '../src/adapters/parsers/load-parser.ts';
import type { Parsers } from '../src/core/analysis/parsers.ts';
import { readSql } from '../src/core/analysis/sql/read-sql.ts';
import type { SqlDialect } from '../src/core/analysis/sql/reading.ts';

interface Row {
  readonly id: string;
  readonly why: string;
  readonly dialect: SqlDialect;
  readonly sql: string;
  /** `read`, `unknown`, or what the first statement that does not only read does. */
  readonly expect: string;
  readonly tables?: readonly string[];
  readonly everyRow?: true;
  readonly destroys?: true;
}

const rows = fs
  .readFileSync(path.join(import.meta.dirname, 'corpus', 'sql.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Row);

describe('what an SQL text would do', () => {
  let parsers: Parsers = {};
  beforeAll(async () => {
    parsers = await loadParser('postgresql');
  });

  it('holds enough rows of both kinds', () => {
    const reading = rows.filter(row => row.expect === 'read').length;
    expect(reading).toBeGreaterThan(120);
    expect(rows.length - reading).toBeGreaterThan(120);
  });

  it.each(rows)('$id: $why', row => {
    const reading = readSql(row.sql, row.dialect, parsers);
    const writes = reading.statements.find(({ does }) => does !== 'read');
    expect(reading.unreadable === undefined ? (writes?.does ?? 'read') : 'unknown').toBe(row.expect);
    if (row.tables !== undefined) {
      expect([...new Set(reading.statements.flatMap(({ tables }) => tables))]).toEqual(row.tables);
    }
    if (row.expect === 'unknown') return;
    expect(reading.statements.some(({ everyRow }) => everyRow === true)).toBe(row.everyRow === true);
    expect(reading.statements.some(({ destroys }) => destroys === true)).toBe(row.destroys === true);
  });
});
