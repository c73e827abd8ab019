import type { SqlDialect, SqlStatement } from './reading.ts';

type Does = SqlStatement['does'];

/** What a statement that starts with a word does, where nothing else of it has to be looked at. */
const byVerb: Readonly<Record<Does, string>> = {
  read: 'select values table show describe desc help exists from commit rollback abort end savepoint release fetch close deallocate use print checksum check summarize pivot unpivot move declare listen unlisten status go if case leave raiserror return',
  write:
    'insert update delete merge replace upsert truncate vacuum analyze analyse reindex cluster refresh optimize repair purge notify unload watch exchange import undrop repack dump',
  schema: 'create alter drop rename comment security reassign',
  privilege: 'grant revoke deny',
  lock: 'lock unlock handler',
  session: 'discard',
  call: 'do call execute exec prepare source system edit pager tee run signal waitfor loop while repeat for',
  server:
    'copy backup restore kill shutdown load install uninstall export flush reset checkpoint attach detach reconfigure dbcc bulk change stop start binlog cache unlist force',
};

const verbs: ReadonlyMap<string, Does> = new Map(
  Object.entries(byVerb).flatMap(([does, words]) => words.split(' ').map(word => [word, does as Does] as const)),
);

/** What a verb means by itself; undefined for a word that starts no statement known here. */
export function verbDoes(word: string, dialect: SqlDialect): Does | undefined {
  return verbs.get(word) ?? (dialect === 'snowflake' ? stageCommands[word] : undefined);
}

/** Snowflake's commands for files. */
const stageCommands: Readonly<Record<string, Does>> = {
  list: 'read',
  ls: 'read',
  get: 'read',
  put: 'write',
  remove: 'write',
  rm: 'write',
};

const objects =
  /^(?:table|view|index|database|schema|column|function|procedure|trigger|sequence|user|role|login|type|domain|extension|policy|partition|materialized|temporary|temp|unique|or|if|warehouse|stage|stream|task|server|tablespace|event|dictionary|external|foreign|aggregate|constraint|primary|keyspace|quota|row|settings|profile|macro|secret|all|owned|synonym|assembly|credential|certificate|fulltext|statistics|nonclustered|clustered|model|snapshot|share|pipe)$/;

/**
 * Whether two words in a row are the start of a writing statement, so that they cannot stand in a query by chance.
 * @param third the word behind them, empty where something else stands there
 */
export function startsWriting(first: string, second: string, third: string): boolean {
  if (/^(?:drop|create|alter|truncate|rename|comment)$/.test(first)) return objects.test(second);
  if (first === 'insert' || first === 'merge' || first === 'replace')
    return second === 'into' || second === 'overwrite';
  if (first === 'delete') return second === 'from';
  if (first === 'update') return third === 'set';
  if (first === 'grant' || first === 'revoke')
    return /^(?:all|select|insert|update|delete|usage|execute|create)$/.test(second);
  if (first === 'execute') return second === 'immediate';
  return first === 'detach' || first === 'attach' ? objects.test(second) : false;
}

/** Words that T-SQL reserves for what writes or runs; its statements need no `;` between them. */
export const reservedInTransactSql: ReadonlySet<string> = new Set(
  'insert update delete merge drop truncate alter create grant revoke deny into exec execute backup restore bulk dbcc kill shutdown reconfigure updatetext writetext openrowset openquery opendatasource revert setuser disable enable'.split(
    ' ',
  ),
);
