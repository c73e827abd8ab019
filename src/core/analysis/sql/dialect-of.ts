import type { SqlDialect } from './reading.ts';

const words: readonly (readonly [RegExp, SqlDialect])[] = [
  [
    /postgres|(?:^|[^a-z])pg(?:[^a-z]|$)|supabase|neon|cockroach|crdb|redshift|timescale|alloydb|psql|greenplum|yugabyte/,
    'postgresql',
  ],
  [/mysql|mariadb|planetscale|tidb|vitess|singlestore/, 'mysql'],
  [/bigquery|(?:^|[^a-z])bq(?:[^a-z]|$)/, 'bigquery'],
  [/mssql|sql_?-?server|azure_?-?sql|(?:^|[^a-z])tsql(?:[^a-z]|$)|sqlcmd/, 'mssql'],
  [/clickhouse|chdb/, 'clickhouse'],
  [/duckdb|motherduck/, 'duckdb'],
  [/snowflake|snowsql/, 'snowflake'],
  [/sqlite|libsql|turso|(?:^|[^a-z0-9])d1(?:[^a-z0-9]|$)/, 'sqlite'],
];

/** The dialect that a tool's name tells, such as `mcp__postgres__query`; `unknown` where it names none, or several. */
export function dialectOfTool(tool: string): SqlDialect {
  const name = tool.slice(0, 300).toLowerCase();
  const found = words.filter(([pattern]) => pattern.test(name)).map(([, dialect]) => dialect);
  return found.length === 1 && found[0] !== undefined ? found[0] : 'unknown';
}
