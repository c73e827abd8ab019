import { describe, expect, it } from 'vitest';
import { anything } from '../pattern.ts';
import type { Command, StandardInput } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { sqlOfCommand } from './sql-of-command.ts';

const surroundings: Surroundings = {
  cwd: '/srv/app',
  home: '/home/u',
  project: '/srv/app',
  temporary: ['/tmp'],
  platform: 'posix',
  env: () => undefined,
  observer: {
    real: path => path,
    text: path => (path === '/srv/app/db/q.sql' ? 'SELECT 2' : undefined),
  },
};

function command(words: readonly string[], more: Partial<Command> = {}): Command {
  return {
    program: words[0]?.split('/').at(-1),
    words: words.map(pattern => ({ pattern })),
    assignments: [],
    redirections: [],
    input: { from: 'nothing', sources: [] },
    feeds: [],
    substitutions: [],
    cwd: '/srv/app',
    via: [],
    ...more,
  };
}

const fed: StandardInput = { from: 'text', text: 'SELECT 9', sources: [] };

const rows: readonly (readonly [string, readonly string[], Partial<Command>, string, readonly string[]])[] = [
  ['a text', ['psql', '-c', 'SELECT 1'], {}, 'postgresql', ['SELECT 1']],
  ['several texts', ['psql', '-c', 'SELECT 1', '-c', 'SELECT 2'], {}, 'postgresql', ['SELECT 1', 'SELECT 2']],
  ['flags in a cluster', ['psql', '-XAtc', 'SELECT 1', 'app'], {}, 'postgresql', ['SELECT 1']],
  ['a text written to its flag', ['psql', '-cSELECT 1'], {}, 'postgresql', ['SELECT 1']],
  ['a long option', ['psql', '--command=SELECT 1'], {}, 'postgresql', ['SELECT 1']],
  ['a shortened option', ['psql', '--comm', 'SELECT 1'], {}, 'postgresql', ['SELECT 1']],
  ['an address', ['psql', 'postgres://u:p@h/db', '-c', 'SELECT 1'], {}, 'postgresql', ['SELECT 1']],
  ['other options', ['psql', '-h', 'h', '-U', 'drop', '-d', 'app', '-c', 'SELECT 1'], {}, 'postgresql', ['SELECT 1']],
  ['nothing: a person types', ['psql', '-h', 'h', 'app'], {}, 'postgresql', []],
  ['a list of databases', ['psql', '-l'], { input: fed }, 'postgresql', []],
  ['a here-document', ['psql', 'app'], { input: fed }, 'postgresql', ['SELECT 9']],
  ['a here-document by -f -', ['psql', '-f', '-'], { input: fed }, 'postgresql', ['SELECT 9']],
  [
    'a text; its input is no SQL',
    ['psql', '-c', 'COPY t FROM STDIN'],
    { input: fed },
    'postgresql',
    ['COPY t FROM STDIN'],
  ],
  ['a file of the project', ['psql', '-f', 'db/q.sql'], {}, 'postgresql', ['SELECT 2']],
  ['a file that cannot be read', ['psql', '-f', 'db/none.sql'], {}, 'postgresql', [anything]],
  ['a file outside', ['psql', '-f', '/tmp/q.sql'], {}, 'postgresql', [anything]],
  [
    'a file of another machine',
    ['psql', '-f', 'db/q.sql'],
    { via: [{ by: 'ssh', elsewhere: true }] },
    'postgresql',
    [anything],
  ],
  ['an unknown pipe', ['psql', 'app'], { input: { from: 'pipe', sources: [0] } }, 'postgresql', [anything]],
  [
    'a redirected file',
    ['psql'],
    {
      input: { from: 'file', sources: [] },
      redirections: [{ direction: 'read', target: 'db/q.sql', descriptor: 0 }],
    },
    'postgresql',
    ['SELECT 2'],
  ],
  [
    'a variable of psql',
    ['psql', '-v', 'n=5'],
    { input: { from: 'text', text: 'SELECT :n, a::int, :"x"', sources: [] } },
    'postgresql',
    ['SELECT 5, a::int, "x"'],
  ],
  [
    'a variable that the text sets',
    ['psql'],
    { input: { from: 'text', text: '\\set q `cat x`\nSELECT 1 :q', sources: [] } },
    'postgresql',
    [`\\set q \`cat x\`\nSELECT 1 ${anything}`],
  ],
  ['mysql -e', ['mysql', '-uroot', '-psecret', 'app', '-e', 'SELECT 1'], {}, 'mysql', ['SELECT 1']],
  ['mysql -eTEXT', ['mysql', '-eSELECT 1'], {}, 'mysql', ['SELECT 1']],
  ['mysql in a cluster', ['mysql', '-BNe', 'SELECT 1'], {}, 'mysql', ['SELECT 1']],
  ['mariadb, long', ['mariadb', '--execute=SELECT 1', '--user=drop'], {}, 'mysql', ['SELECT 1']],
  ['mysql by its input', ['mysql', '-p', 'app'], { input: fed }, 'mysql', ['SELECT 9']],
  ['sqlite3', ['sqlite3', '-header', '-csv', 'app.db', 'SELECT 1'], {}, 'sqlite', ['SELECT 1']],
  ['sqlite3, two texts', ['sqlite3', 'app.db', 'SELECT 1', '.tables'], {}, 'sqlite', ['SELECT 1', '.tables']],
  ['sqlite3 -cmd', ['sqlite3', '-cmd', '.mode csv', 'app.db', 'SELECT 1'], {}, 'sqlite', ['.mode csv', 'SELECT 1']],
  ['sqlite3 by its input', ['sqlite3', 'app.db'], { input: fed }, 'sqlite', ['SELECT 9']],
  ['sqlite3 for a person', ['sqlite3', 'app.db'], {}, 'sqlite', []],
  ['duckdb', ['duckdb', 'a.db', '-c', 'SELECT 1'], {}, 'duckdb', ['SELECT 1']],
  ['duckdb -json -s', ['duckdb', '-json', '-s', 'SELECT 1'], {}, 'duckdb', ['SELECT 1']],
  ['bq query', ['bq', 'query', '--use_legacy_sql=false', '--format', 'json', 'SELECT 1'], {}, 'bigquery', ['SELECT 1']],
  ['bq without a query', ['bq', 'ls', 'd'], {}, 'bigquery', []],
  ['bq, a dry run', ['bq', 'query', '--dry_run', 'DELETE FROM d.t'], {}, 'bigquery', []],
  [
    'bq into a table',
    ['bq', 'query', '--destination_table=d.t', 'SELECT 1'],
    {},
    'bigquery',
    ['SELECT 1', 'CREATE TABLE `d.t` (x INT64)'],
  ],
  ['clickhouse-client', ['clickhouse-client', '-h', 'h', '--query', 'SELECT 1'], {}, 'clickhouse', ['SELECT 1']],
  ['clickhouse client', ['clickhouse', 'client', '-q', 'SELECT 1'], {}, 'clickhouse', ['SELECT 1']],
  ['sqlcmd', ['sqlcmd', '-S', 'h', '-U', 'sa', '-P', 'x', '-Q', 'SELECT 1'], {}, 'mssql', ['SELECT 1']],
  ['snowsql', ['snowsql', '-a', 'x', '-q', 'SELECT 1'], {}, 'snowflake', ['SELECT 1']],
  ['cockroach sql', ['cockroach', 'sql', '--insecure', '-e', 'SELECT 1'], {}, 'postgresql', ['SELECT 1']],
  ['cockroach without sql', ['cockroach', 'start', '-e', 'x'], {}, 'postgresql', []],
  ['usql', ['usql', 'mysql://h/db', '-c', 'SELECT 1'], {}, 'mysql', ['SELECT 1']],
  ['prisma', ['prisma', 'db', 'execute', '--stdin', '--url', 'x'], { input: fed }, 'unknown', ['SELECT 9']],
  ['wrangler', ['wrangler', 'd1', 'execute', 'db', '--command', 'SELECT 1'], {}, 'sqlite', ['SELECT 1']],
  ['a text with an unknown part', ['psql', '-c', `SELECT ${anything}`], {}, 'postgresql', [`SELECT ${anything}`]],
  ['no client', ['grep', '-c', 'DROP TABLE', 'x'], {}, 'unknown', []],
  ['no client either', ['mongosh', '--eval', 'db.x.drop()'], {}, 'unknown', []],
];

describe('sqlOfCommand', () => {
  it.each(rows)('finds %s', (_name, words, more, dialect, texts) => {
    const found = sqlOfCommand(command(words, more), surroundings);
    expect(found.map(({ text }) => text)).toEqual(texts);
    expect(found.every(one => one.dialect === dialect)).toBe(true);
  });
});
