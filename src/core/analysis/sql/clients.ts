import type { SqlDialect } from './reading.ts';

/** How a database client is told what to run. Names of options are without dashes. */
export interface SqlClient {
  readonly dialect: SqlDialect;
  /** Words that must come first among those that are no options, such as `sql` of `cockroach sql`. */
  readonly verbs?: readonly string[];
  /** Options whose value is SQL. */
  readonly texts: readonly string[];
  /** Options whose value is a file with SQL. */
  readonly files: readonly string[];
  /** Other options that take a value. */
  readonly values: readonly string[];
  /** Options whose value, if any, is written together with them, such as `-psecret`. */
  readonly attached?: readonly string[];
  /** Options with which nothing is run. */
  readonly idle?: readonly string[];
  /** How many words that are no options come before SQL; absent where none of them is SQL. */
  readonly wordsBefore?: number;
  /** Whether SQL comes from standard input: where there is none else, or where an option says so. */
  readonly input: 'without-text' | 'never' | readonly string[];
  /** Whether `-abc` is one option and not three. */
  readonly longNames?: true;
  /** Options that name a table that the result is written to. */
  readonly targets?: readonly string[];
}

const everywhere = ['help', 'version'];

const psql: SqlClient = {
  dialect: 'postgresql',
  texts: ['c', 'command'],
  files: ['f', 'file'],
  values:
    'd h p U v P F R T L o dbname host port username variable set pset field-separator record-separator table-attr log-file output'.split(
      ' ',
    ),
  idle: ['l', 'list', 'V', ...everywhere],
  input: 'without-text',
};

const mysql: SqlClient = {
  dialect: 'mysql',
  texts: ['e', 'execute', 'init-command', 'init-command-add'],
  files: [],
  values:
    'h u P S D host user port socket database protocol default-character-set delimiter pager tee prompt defaults-file defaults-extra-file defaults-group-suffix login-path ssl-ca ssl-cert ssl-key ssl-mode plugin-dir max-allowed-packet connect-timeout'.split(
      ' ',
    ),
  attached: ['p', 'password', '#', 'T'],
  idle: ['V', '?', ...everywhere],
  input: 'without-text',
};

const sqlite: SqlClient = {
  dialect: 'sqlite',
  texts: ['cmd'],
  files: ['init'],
  values: 'separator nullvalue newline vfs maxsize mmap heap escape'.split(' '),
  idle: everywhere,
  wordsBefore: 1,
  input: 'without-text',
  longNames: true,
};

const duckdb: SqlClient = {
  ...sqlite,
  dialect: 'duckdb',
  texts: ['c', 's', 'cmd'],
  files: ['f', 'init'],
};

const clickhouse: SqlClient = {
  dialect: 'clickhouse',
  texts: ['q', 'query'],
  files: ['queries-file', 'qf'],
  values:
    'h u d C c host port user password database config-file connection format f output-format input-format structure S table N file F path config max_threads receive_timeout send_timeout connect_timeout log-level'.split(
      ' ',
    ),
  idle: ['V', ...everywhere],
  input: 'without-text',
};

const bigquery: SqlClient = {
  dialect: 'bigquery',
  verbs: ['query'],
  texts: [],
  files: ['flagfile'],
  values:
    'project_id location dataset_id format max_rows n job_id maximum_bytes_billed parameter label time_partitioning_field schedule display_name min_completion_ratio start_row s api udf_resource bigqueryrc credential_file service_account'.split(
      ' ',
    ),
  targets: ['destination_table', 'target_dataset'],
  idle: ['dry_run', 'help'],
  wordsBefore: 0,
  input: 'without-text',
};

const sqlcmd: SqlClient = {
  dialect: 'mssql',
  texts: ['Q', 'q', 'query', 'initial-query'],
  files: ['i', 'input-file'],
  values: 'S U P d l t h w s a H c K A o v m V r server user-name password database-name output-file'.split(' '),
  idle: ['?', 'L', ...everywhere],
  input: 'without-text',
};

const snowflake: SqlClient = {
  dialect: 'snowflake',
  texts: ['q', 'query'],
  files: ['f', 'filename'],
  values:
    'a u d s r w c o h p D accountname username dbname schemaname rolename warehouse connection config option host port variable format role database schema account user'.split(
      ' ',
    ),
  idle: ['v', ...everywhere],
  input: 'without-text',
};

const cockroach: SqlClient = {
  ...psql,
  verbs: ['sql'],
  texts: ['e', 'execute'],
  values: 'd u p host user port database url certs-dir format set cluster-name watch'.split(' '),
  idle: everywhere,
};

const query: SqlClient = {
  dialect: 'unknown',
  texts: ['e', 'q', 'execute', 'query'],
  files: ['f', 'file'],
  values:
    'u n p h d i o server user password host port catalog schema database keyspace output-format hiveconf hivevar config session'.split(
      ' ',
    ),
  idle: everywhere,
  input: 'without-text',
};

/** The clients by their program's name. */
export const sqlClients: Readonly<Record<string, readonly SqlClient[]>> = {
  psql: [psql],
  pgcli: [{ ...psql, values: [...psql.values, 'u', 'user', 'D', 'dsn', 'prompt', 'pgclirc'], input: 'without-text' }],
  gsql: [psql],
  ysqlsh: [psql],
  usql: [{ ...psql, dialect: 'unknown' }],
  cockroach: [cockroach],
  mysql: [mysql],
  mariadb: [mysql],
  mycli: [mysql],
  tiup: [],
  mysqlsh: [{ ...mysql, files: ['f', 'file'] }],
  dolt: [{ ...mysql, verbs: ['sql'], texts: ['q', 'query'], files: ['f', 'file'] }],
  sqlite3: [sqlite],
  sqlite: [sqlite],
  litecli: [{ ...sqlite, texts: ['e', 'execute'], longNames: true }],
  sqlcipher: [sqlite],
  turso: [{ ...sqlite, verbs: ['db', 'shell'] }],
  wrangler: [
    {
      ...query,
      dialect: 'sqlite',
      verbs: ['d1', 'execute'],
      texts: ['command'],
      files: ['file'],
      values: ['c', 'config', 'env', 'e', 'persist-to', 'cwd'],
      input: 'never',
    },
  ],
  duckdb: [duckdb],
  bq: [bigquery],
  'clickhouse-client': [clickhouse],
  'clickhouse-local': [clickhouse],
  clickhouse: [
    { ...clickhouse, verbs: ['client'] },
    { ...clickhouse, verbs: ['local'] },
  ],
  chdb: [clickhouse],
  sqlcmd: [sqlcmd],
  'mssql-cli': [sqlcmd],
  snowsql: [snowflake],
  snow: [{ ...snowflake, verbs: ['sql'] }],
  heroku: [{ ...psql, verbs: ['pg:psql'], values: ['a', 'app', 'r', 'remote', 'credential'] }],
  prisma: [
    {
      ...query,
      verbs: ['db', 'execute'],
      texts: [],
      files: ['file'],
      values: ['url', 'schema', 'config'],
      input: ['stdin'],
    },
  ],
  trino: [query],
  presto: [query],
  hive: [query],
  beeline: [query],
  'impala-shell': [query],
  'spark-sql': [query],
  cqlsh: [query],
  aws: [
    {
      ...query,
      verbs: ['rds-data', 'execute-statement'],
      texts: ['sql'],
      files: [],
      values: [
        'resource-arn',
        'secret-arn',
        'database',
        'region',
        'profile',
        'output',
        'query',
        'schema',
        'parameters',
      ],
      input: 'never',
    },
    {
      ...query,
      verbs: ['redshift-data', 'execute-statement'],
      dialect: 'postgresql',
      texts: ['sql'],
      files: [],
      values: [
        'cluster-identifier',
        'workgroup-name',
        'database',
        'db-user',
        'secret-arn',
        'region',
        'profile',
        'output',
        'query',
      ],
      input: 'never',
    },
    {
      ...query,
      verbs: ['athena', 'start-query-execution'],
      texts: ['query-string'],
      files: [],
      values: ['query-execution-context', 'result-configuration', 'work-group', 'region', 'profile', 'output', 'query'],
      input: 'never',
    },
  ],
};
