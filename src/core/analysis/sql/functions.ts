import type { SqlDialect, SqlStatement } from './reading.ts';

type Does = SqlStatement['does'];

interface Rule {
  readonly name: RegExp;
  readonly does: Does;
  /** Dialects whose function it is; absent for all. */
  readonly only?: readonly SqlDialect[];
}

const pg: readonly SqlDialect[] = ['postgresql', 'duckdb', 'unknown'];

/**
 * Functions that change something or reach out of the database although they are called in a query, by what the manuals of the
 * servers say of them. A name that starts with a writing verb is taken for a function that does so.
 */
const rules: readonly Rule[] = [
  { name: /^(?:nextval|setval)$/, does: 'write' },
  { name: /^pg_(?:try_)?advisory_/, does: 'lock' },
  { name: /^(?:get_lock|release_lock|release_all_locks|is_used_lock)$/, does: 'lock' },
  { name: /^set_config$/, does: 'session' },
  {
    name: /^pg_(?:read_|ls_|stat_file$|file_|reload_conf$|rotate_logfile|promote$|switch_|backup_|start_backup|stop_backup|wal_replay_(?:pause|resume)|create_|drop_|copy_|cancel_backend$|terminate_backend$|replication_(?:origin|slot)|logical_|sync_replication|log_backend|import_|current_logfile$|get_shmem|hba_file|ident_file)/,
    does: 'server',
  },
  {
    name: /^pg_(?:stat_(?:statements_|clear_|force_)?reset|stat_statements_reset|clear_|restore_|set_|wal_replay|prewarm$|buffercache_evict|extension_config_dump|notify$|repack|squeeze|visibility_map_truncate|truncate_)/,
    does: 'write',
  },
  { name: /^(?:brin|gin)_(?:summarize|desummarize|clean)/, does: 'write' },
  { name: /^lo_(?:import|export)$/, does: 'server' },
  { name: /^lo_?(?:unlink|create|creat|put|from_bytea|open|truncate|truncate64|write)$|^lowrite$/, does: 'write' },
  { name: /^dblink/, does: 'call' },
  { name: /^postgres_fdw_disconnect/, does: 'session' },
  { name: /^(?:query|cursor|table|schema|database)_to_xml/, does: 'call' },
  {
    name: /^(?:ts_stat|crosstab\w*|connectby|xpath_table|run_command_on_\w+|exec|execute|eval|plsh|xp_\w+|sp_\w+|sys_exec|sys_eval|sys_get|sys_set|external_query|postgres_(?:query|execute|attach|scan\w*)|mysql_(?:query|execute|scan)|sqlite_(?:attach|scan))$/,
    does: 'call',
  },
  {
    name: /^(?:http|http_(?:get|post|put|patch|delete|head|reset_curlopt|set_curlopt)|invoke|openrowset|openquery|opendatasource|load_file|load_extension|readfile|writefile|edit|fts3_tokenizer|table_import_from_s3|query_export_to_s3)$/,
    does: 'server',
  },
  {
    name: /^(?:add_retention_policy|add_job|cron_schedule|schedule|unschedule|undistribute_table|create_|drop_|delete_|truncate_|purge_|remove_|insert_|update_|upsert_|exec_|execute_|alter_|grant_|revoke_|kill_|master_|distribute_|move_chunk|compress_chunk|decompress_chunk)/,
    does: 'call',
  },
  {
    name: /^(?:url|urlcluster|file|filecluster|remote|remotesecure|s3|s3cluster|gcs|hdfs|hdfscluster|azureblobstorage\w*|mysql|postgresql|mongodb|sqlite|odbc|jdbc|redis|executable|deltalake\w*|iceberg\w*|hudi\w*|ytsaurus|arrowflight|input)$/,
    does: 'server',
    only: ['clickhouse'],
  },
  {
    name: /^system\$(?:cancel|abort|kill|wait|send|set|start|stop|trigger|global|task_|pipe_force|migrate|link|unlink|register|disable|enable|cleanup|provision|authorize|revoke|block|unblock|commit|convert|finish|initiate)/,
    does: 'call',
  },
  { name: /^(?:postgres_fdw|adminpack)/, does: 'server', only: pg },
];

/** Names that start like a writing verb and only compute. */
const harmless = new Set([
  'insert_element',
  'remove_accents',
  'pg_stat_file_exists',
  'update_time',
  'create_json',
  'create_array',
  'create_vector',
  'delete_element',
]);

/** What calling a function does besides computing; undefined where nothing is known of it. */
export function functionDoes(name: string, dialect: SqlDialect): Does | undefined {
  if (harmless.has(name)) return undefined;
  return rules.find(rule => rule.name.test(name) && (rule.only === undefined || rule.only.includes(dialect)))?.does;
}
