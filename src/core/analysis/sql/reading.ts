import type { Unknown } from '../unknown.ts';

/** A family of SQL; `unknown` is judged by what all of them have in common. */
export type SqlDialect = (typeof sqlDialects)[number] | 'unknown';

/** The dialects that a law can name. */
export const sqlDialects = [
  'postgresql',
  'mysql',
  'sqlite',
  'bigquery',
  'mssql',
  'clickhouse',
  'duckdb',
  'snowflake',
] as const;

/** One statement. */
export interface SqlStatement {
  /** Its first keyword in lower case: `select`, `insert`, `drop`, `copy` …; the writing one for a `WITH` that writes. */
  readonly verb: string;
  /** What it does. `session` changes transaction modes or settings; `call` runs something that cannot be looked into. */
  readonly does: 'read' | 'write' | 'schema' | 'privilege' | 'lock' | 'session' | 'call' | 'server';
  /** Tables it names, as written without quotes, schema included; lower case where the dialect folds. */
  readonly tables: readonly string[];
  /** Set on an update or a delete that has no WHERE, or one that is always true. */
  readonly everyRow?: true;
  /** Set on what destroys: DROP, TRUNCATE, an every-row delete or update, ALTER … DROP. */
  readonly destroys?: true;
}

/** What an SQL text would do. */
export interface SqlReading {
  readonly dialect: SqlDialect;
  /** Every statement, those inside CTEs and EXPLAIN ANALYZE included. */
  readonly statements: readonly SqlStatement[];
  /** Set where it could not be read: then the statements are not all there are. */
  readonly unreadable?: Unknown;
}
