import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../facts/facts.ts';
import { dialectOfTool } from './dialect-of.ts';
import { readSql } from './read-sql.ts';
import { createSqlFacts } from './sql-facts.ts';

describe('createSqlFacts', () => {
  const of = (...texts: readonly string[]) => createSqlFacts(texts.map(text => readSql(text, 'mysql', {})));

  it('takes several texts together', () => {
    const facts = of('SELECT 1 FROM a', 'DROP TABLE b');
    expect([facts.writes(), facts.destroys(), facts.unknown()]).toEqual([true, true, false]);
    expect(facts.tables()).toEqual(['a', 'b']);
    expect(of('SELECT 1 FROM a').writes()).toBe(false);
  });

  it('answers what is certain although another text could not be read, and nothing else', () => {
    const facts = of('DROP TABLE b', 'no idea');
    expect([facts.writes(), facts.destroys(), facts.unknown()]).toEqual([true, true, true]);
    expect(() => of('no idea').writes()).toThrow(UnreadableError);
    expect(() => of('INSERT INTO t VALUES (1)', 'no idea').destroys()).toThrow(UnreadableError);
    expect(() => facts.tables()).toThrow(UnreadableError);
  });
});

describe('dialectOfTool', () => {
  it.each([
    ['mcp__postgres__query', 'postgresql'],
    ['mcp__my-pg__run', 'postgresql'],
    ['mcp__supabase__execute_sql', 'postgresql'],
    ['mcp__mysql__query', 'mysql'],
    ['mcp__turso__query', 'sqlite'],
    ['mcp__cloudflare-d1__query', 'sqlite'],
    ['mcp__bigquery__execute', 'bigquery'],
    ['mcp__mssql__execute', 'mssql'],
    ['mcp__sqlserver__q', 'mssql'],
    ['mcp__clickhouse__run_query', 'clickhouse'],
    ['mcp__motherduck__query', 'duckdb'],
    ['mcp__snowflake__query', 'snowflake'],
    ['mcp__db__query', 'unknown'],
    ['mcp__postgres-to-mysql__query', 'unknown'],
  ])('%s: %s', (tool, dialect) => {
    expect(dialectOfTool(tool)).toBe(dialect);
  });
});
