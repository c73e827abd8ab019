import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParser } from '../src/adapters/parsers/load-parser.ts';
import { ParserNeeded, type Parsers } from '../src/core/analysis/parsers.ts';
import { anything } from '../src/core/analysis/pattern.ts';
import { readSql } from '../src/core/analysis/sql/read-sql.ts';
import type { SqlDialect } from '../src/core/analysis/sql/reading.ts';

const dialects: readonly SqlDialect[] = [
  'postgresql',
  'mysql',
  'sqlite',
  'bigquery',
  'mssql',
  'clickhouse',
  'duckdb',
  'snowflake',
  'unknown',
];

/** Pieces of which hostile texts are made. */
const pieces = fc.constantFrom(
  ...'select insert into update t set a = 1 delete from where drop table truncate with x as ( ) , ; . explain analyze prepare copy to stdout begin end or and not exists for share lock execute pragma'.split(
    ' ',
  ),
  ...[
    "'",
    '"',
    '`',
    '[',
    ']',
    '$$',
    '$a$',
    "E'",
    "r'",
    "'''",
    '--',
    '-- ',
    '#',
    '//',
    '/*',
    '*/',
    '/*!',
    '\\',
    '\\g',
    '\\!',
    '\n',
    '\r',
    '\0',
    '\u00a0',
    '!',
    ':',
    '%s',
    '?',
    anything,
    '.x',
    'GO',
    'DELIMITER //',
  ],
);
const hostile = fc.array(pieces, { maxLength: 40 }).map(parts => parts.join(' '));
const glued = fc.array(pieces, { maxLength: 40 }).map(parts => parts.join(''));

describe('an SQL text of any kind', () => {
  let parsers: Parsers = {};
  beforeAll(async () => {
    parsers = await loadParser('postgresql');
  });

  it('is judged without an error', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, glued, fc.string()), fc.constantFrom(...dialects), (text, dialect) => {
        const reading = readSql(text, dialect, parsers);
        expect(reading.dialect).toBe(dialect);
      }),
      { numRuns: 1_500 },
    );
  });

  it('asks for a parser in no other way than by ParserNeeded', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...dialects), (text, dialect) => {
        try {
          readSql(text, dialect, {});
        } catch (error) {
          expect(error).toBeInstanceOf(ParserNeeded);
        }
      }),
    );
  });

  it('is a read by its tokens only where the grammar finds a read', () => {
    // Without the grammar a text that is not plain asks for it; what is judged without it has to agree.
    fc.assert(
      fc.property(hostile, text => {
        const parse = parsers.postgresql;
        const quick = attempt(() => readSql(text, 'postgresql', {}));
        const tree = attempt(() => parse?.(text));
        if (quick === undefined || quick.unreadable !== undefined || tree === undefined) return;
        expect(JSON.stringify(tree)).not.toMatch(
          /"(?:Insert|Update|Delete|Drop|Truncate|Copy|Merge|Execute|Lock)Stmt"|lockingClause/,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  const long: readonly (readonly [string, string])[] = [
    ['parentheses', `select ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['open parentheses', `select ${'('.repeat(50_000)}`],
    ['queries within queries', `select ${'(select '.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['a sum', `select ${'1+'.repeat(25_000)}1`],
    ['quotes', `select ${"'".repeat(125_000)}`],
    ['open comments', '/*'.repeat(75_000)],
    ['executable comments', '/*! '.repeat(50_000)],
    ['dollar quotes', Array.from({ length: 15_000 }, (_none, at) => `$a${at}$`).join(' ')],
    ['statements', 'select 1;'.repeat(25_000)],
    ['rows', `insert into t values ${"(1,'abcdef'),".repeat(17_500)}(1,'x')`],
    ['a literal', `select '${'x'.repeat(1_000_000)}'`],
    ['common tables', `with ${'a as (select 1), '.repeat(5_000)} b as (select 2) select * from b`],
    ['conditions', `delete from t where ${'(a = 1 or b = 2) and '.repeat(5_000)}c = 3`],
    ['nots', `delete from t where ${'not '.repeat(25_000)}true`],
    ['explains', 'explain analyze '.repeat(12_500)],
    ['begins', 'begin '.repeat(25_000)],
    ['froms', 'select * from '.repeat(15_000)],
    ['drops', `select 1 ${'drop table x '.repeat(15_000)}`],
    ['lines', '\\d x\n'.repeat(25_000)],
    ['backslashes', '\\'.repeat(125_000)],
  ];

  it.each(long)('of many %s is judged, in every dialect, and the parser lives on', (_name, text) => {
    for (const dialect of dialects) expect(readSql(text, dialect, parsers).dialect).toBe(dialect);
    expect(readSql('DO $$ $$', 'postgresql', parsers).statements).toEqual([{ verb: 'do', does: 'call', tables: [] }]);
  });
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
