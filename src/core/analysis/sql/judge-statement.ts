import type { Unknown } from '../unknown.ts';
import { isAlwaysTrue } from './always-true.ts';
import { judgeQuery } from './judge-query.ts';
import { isOrdinaryFile } from './ordinary-file.ts';
import type { SqlDialect, SqlStatement } from './reading.ts';
import { judgeBegin, judgePragma, judgeSet } from './settings.ts';
import { tablesOf } from './table-names.ts';
import { closingBracket, isName, isSymbol, isWord, type Token } from './token.ts';
import { verbDoes } from './verbs.ts';

/** What one statement's tokens tell. */
export interface Judgement {
  readonly statements: readonly SqlStatement[];
  /** Set where it could be something else. */
  readonly doubt?: Unknown;
}

/** How deep EXPLAIN, PREPARE and the like may be nested. */
const maxDepth = 8;

/**
 * Judges one statement by its tokens. Never throws; linear.
 * @param written the text that the tokens come from
 */
export function judgeStatement(given: readonly Token[], dialect: SqlDialect, written: string, depth = 0): Judgement {
  const tokens = withoutOpening(given);
  const [first] = tokens;
  if (first === undefined) return { statements: [] };
  const verb = first.kind === 'word' ? first.value : '';
  const make = (does: SqlStatement['does'], from = tokens): SqlStatement => statement(from, does, dialect, written);
  if (depth > maxDepth) return { statements: [], doubt: { reason: 'too-large', detail: 'SQL nested too deeply' } };
  if (verb === 'explain' || verb === 'profile') return judgeExplain(tokens, dialect, written, depth);
  if (/^(?:describe|desc)$/.test(verb) && isWord(tokens[1], 'analyze'))
    return judgeExplain(tokens, dialect, written, depth);
  if (verb === 'with') return judgeWith(tokens, dialect, written, depth);
  if (verb === 'begin' || verb === 'start') return judgeStart(tokens, dialect, written, depth);
  if (verb === 'set') return { statements: [make(judgeSet(tokens)), ...rest(tokens, 1, dialect, written, depth)] };
  if (verb === 'pragma') return { statements: [make(judgePragma(tokens))] };
  if (verb === 'copy') return { statements: [make(judgeCopy(tokens, dialect))] };
  if (verb === 'prepare') return judgePrepare(tokens, dialect, written, depth);
  if (verb === 'declare' && dialect === 'mssql')
    return { statements: [make('read'), ...rest(tokens, 1, dialect, written, depth)] };
  const does = /^(?:xp_|sp_)/.test(verb) ? 'call' : verbDoes(verb, dialect);
  if (does === undefined) return { statements: [], doubt: { reason: 'invalid', detail: describe(first, written) } };
  if (does === 'read') return judgeReading(tokens, dialect, written, depth);
  return { statements: [make(does), ...hidden(tokens, dialect, written, depth)] };
}

function judgeReading(tokens: readonly Token[], dialect: SqlDialect, written: string, depth: number): Judgement {
  const verb = tokens[0]?.value ?? '';
  // What SHOW and DESCRIBE name may be called like a statement: `SHOW CREATE TABLE t`.
  const names = /^(?:show|describe|desc|help|use|list|ls)$/.test(verb) && dialect !== 'mssql';
  if (isWord(tokens[0], 'use') && isWord(tokens[1], 'role', 'secondary')) {
    return { statements: [statement(tokens, 'session', dialect, written)] };
  }
  const found = judgeQuery(tokens, dialect, names ? 3 : 1);
  const own = found.find(({ from, does }) => from === undefined && does !== 'read')?.does ?? 'read';
  const nested = found.filter(({ from }) => from !== undefined);
  const doubtful = nested.some(finding => finding.doubtful === true);
  return {
    statements: [
      statement(tokens, own, dialect, written),
      ...nestedStatements(
        tokens,
        nested.map(({ from }) => from ?? 0),
        dialect,
        written,
        depth,
      ),
    ],
    ...(doubtful ? { doubt: { reason: 'invalid', detail: 'SQL with a statement inside another' } as const } : {}),
  };
}

/** Statements that start inside another one; only as many as make a difference. */
function nestedStatements(
  tokens: readonly Token[],
  starts: readonly number[],
  dialect: SqlDialect,
  written: string,
  depth: number,
): SqlStatement[] {
  return starts.slice(0, 20).flatMap((from, at) => {
    const part = tokens.slice(from, isSymbol(tokens[from - 1], '(') ? closingBracket(tokens, from) : starts[at + 1]);
    const inner = judgeStatement(part, dialect, written, depth + maxDepth / 2);
    return inner.statements.length > 0 ? inner.statements.slice(0, 1) : [statement(part, 'call', dialect, written)];
  });
}

/** In T-SQL another statement may follow without a `;`. */
function hidden(tokens: readonly Token[], dialect: SqlDialect, written: string, depth: number): SqlStatement[] {
  if (dialect !== 'mssql' || !isWord(tokens[0], 'insert', 'update', 'delete', 'merge', 'exec', 'execute', 'truncate'))
    return [];
  return rest(tokens, 2, dialect, written, depth);
}

/** T-SQL statements behind the first words of another one. */
function rest(
  tokens: readonly Token[],
  from: number,
  dialect: SqlDialect,
  written: string,
  depth: number,
): SqlStatement[] {
  if (dialect !== 'mssql') return [];
  const starts = judgeQuery(tokens, dialect, from).filter(
    ({ from: start, does }) => start !== undefined && does !== 'read',
  );
  const words = starts
    .map(({ from: start }) => start ?? 0)
    .filter(start =>
      isWord(
        tokens[start],
        'drop',
        'truncate',
        'delete',
        'update',
        'insert',
        'exec',
        'execute',
        'alter',
        'grant',
        'create',
        'merge',
        'backup',
        'restore',
        'kill',
        'shutdown',
      ),
    );
  return nestedStatements(tokens, words, dialect, written, depth);
}

function judgeExplain(tokens: readonly Token[], dialect: SqlDialect, written: string, depth: number): Judgement {
  const verb = (tokens[0]?.value ?? 'explain') === 'profile' ? 'profile' : 'explain';
  const options = explainOptions(tokens);
  const runs =
    verb === 'profile' ||
    tokens
      .slice(1, options)
      .some((token, at) => isWord(token, 'analyze', 'analyse') && !isWord(tokens[at + 2], 'false', 'off'));
  const read = statement(tokens, 'read', dialect, written);
  // Without ANALYZE nothing runs; a statement that hides behind it in T-SQL would.
  if (!runs) return { statements: [read, ...rest(tokens, options + 1, dialect, written, depth)] };
  const inner = judgeStatement(tokens.slice(options), dialect, written, depth + 1);
  return { ...inner, statements: [read, ...inner.statements] };
}

/** Where the explained statement starts. */
function explainOptions(tokens: readonly Token[]): number {
  let at = 1;
  if (
    isSymbol(tokens[1], '(') &&
    isWord(
      tokens[2],
      'analyze',
      'analyse',
      'verbose',
      'format',
      'costs',
      'buffers',
      'timing',
      'settings',
      'wal',
      'summary',
      'generic_plan',
      'memory',
      'serialize',
    )
  ) {
    at = closingBracket(tokens, 2) + 1;
  }
  while (
    isWord(
      tokens[at],
      'analyze',
      'analyse',
      'verbose',
      'query',
      'plan',
      'extended',
      'partitions',
      'pipeline',
      'syntax',
      'ast',
      'estimate',
      'for',
    ) ||
    isWord(tokens[at], 'format', 'using')
  ) {
    at += isSymbol(tokens[at + 1], '=') ? 3 : isWord(tokens[at], 'using') ? 2 : 1;
  }
  return at;
}

/** The verb behind the common tables decides. */
function judgeWith(tokens: readonly Token[], dialect: SqlDialect, written: string, depth: number): Judgement {
  const main = mainVerb(tokens);
  if (main === undefined) return { statements: [], doubt: { reason: 'invalid', detail: 'WITH without a statement' } };
  const verb = tokens[main]?.value ?? '';
  const reading = judgeReading(tokens, dialect, written, depth);
  if (verbDoes(verb, dialect) === 'read')
    return { ...reading, statements: reading.statements.map(one => (one.verb === 'with' ? { ...one, verb } : one)) };
  const writing = statement(tokens.slice(main), verbDoes(verb, dialect) ?? 'write', dialect, written);
  const nested = reading.statements.filter((one, at) => at > 0 && one.does !== 'read' && one.verb !== verb);
  return { statements: [{ ...writing, tables: statement(tokens, 'write', dialect, written).tables }, ...nested] };
}

function mainVerb(tokens: readonly Token[]): number | undefined {
  let depth = 0;
  for (let at = 1; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) {
      depth++;
      if (depth === 1 && isSymbol(tokens[at - 1], ')') && isWord(tokens[at + 1], 'select', 'with', 'values'))
        return at + 1;
    } else if (isSymbol(tokens[at], ')')) depth--;
    else if (
      depth === 0 &&
      isWord(
        tokens[at],
        'select',
        'insert',
        'update',
        'delete',
        'merge',
        'replace',
        'values',
        'from',
        'table',
        'upsert',
      ) &&
      !isWord(tokens[at + 1], 'as') &&
      !isSymbol(tokens[at - 1], '.')
    )
      return at;
  }
  return undefined;
}

function judgeStart(tokens: readonly Token[], dialect: SqlDialect, written: string, depth: number): Judgement {
  const own = statement(tokens, judgeBegin(tokens), dialect, written);
  if (isWord(tokens[0], 'start')) {
    if (!isWord(tokens[1], 'transaction')) return { statements: [statement(tokens, 'server', dialect, written)] };
    return { statements: [own, ...rest(tokens, 2, dialect, written, depth)] };
  }
  const plain = tokens
    .slice(1)
    .every(
      token =>
        isWord(
          token,
          'transaction',
          'tran',
          'work',
          'read',
          'only',
          'write',
          'isolation',
          'level',
          'serializable',
          'repeatable',
          'committed',
          'uncommitted',
          'deferred',
          'immediate',
          'exclusive',
          'concurrent',
          'not',
          'deferrable',
        ) || isSymbol(token, ','),
    );
  if (plain) return { statements: isWord(tokens[1], 'exclusive', 'immediate') ? [{ ...own, does: 'lock' }] : [own] };
  // A block: `BEGIN DELETE …`.
  const inner = judgeStatement(tokens.slice(1), dialect, written, depth + 1);
  return { ...inner, statements: [own, ...inner.statements] };
}

/** What is prepared is run later; a query that reads stays one. */
function judgePrepare(tokens: readonly Token[], dialect: SqlDialect, written: string, depth: number): Judgement {
  const as = tokens.findIndex(token => isWord(token, 'as'));
  const inner = as > 0 ? judgeStatement(tokens.slice(as + 1), dialect, written, depth + 1) : undefined;
  const reads =
    inner !== undefined &&
    inner.doubt === undefined &&
    inner.statements.length > 0 &&
    inner.statements.every(({ does }) => does === 'read');
  return { statements: [statement(tokens, reads ? 'read' : 'call', dialect, written)] };
}

function judgeCopy(tokens: readonly Token[], dialect: SqlDialect): SqlStatement['does'] {
  const behind = isSymbol(tokens[1], '(') ? closingBracket(tokens, 2) : 1;
  const inner = judgeQuery(tokens.slice(0, behind), dialect, 1).find(({ does }) => does !== 'read');
  if (inner !== undefined) return inner.does;
  const at = tokens.findIndex((token, place) => place >= behind && isWord(token, 'to', 'from'));
  const target = tokens[at + 1];
  if (isWord(tokens[at], 'to') && isWord(target, 'stdout')) return 'read';
  if (isWord(tokens[at], 'from') && isWord(target, 'stdin')) return 'write';
  if (dialect === 'duckdb' && target?.kind === 'text') {
    if (isWord(tokens[at], 'from')) return 'write';
    if (isOrdinaryFile(target.value)) return 'read';
  }
  return dialect === 'snowflake' && isWord(tokens[1], 'into') && tokens[2]?.value.startsWith('@') !== true
    ? 'write'
    : 'server';
}

/** A statement of these tokens, with the marks that are asked for most. */
function statement(
  tokens: readonly Token[],
  does: SqlStatement['does'],
  dialect: SqlDialect,
  written: string,
): SqlStatement {
  const verb = tokens[0]?.value ?? '';
  const nameOf = (token: Token): string =>
    token.kind === 'name' || keepsCase.has(dialect) ? nameAsWritten(token, written) : token.value;
  const every = (verb === 'update' || verb === 'delete') && does === 'write' && meansEveryRow(tokens);
  return {
    verb,
    does: does === 'schema' && isPrivilege(tokens) ? 'privilege' : does,
    tables: tablesOf(tokens, nameOf),
    ...(every ? { everyRow: true as const } : {}),
    ...(every || isDestroying(tokens) ? { destroys: true as const } : {}),
  };
}

const keepsCase: ReadonlySet<SqlDialect> = new Set(['mysql', 'bigquery', 'clickhouse']);

function nameAsWritten(token: Token, written: string): string {
  return token.kind === 'name' ? token.value : written.slice(token.start, token.end);
}

function isPrivilege(tokens: readonly Token[]): boolean {
  return (
    isWord(tokens[0], 'create', 'alter', 'drop', 'reassign') &&
    isWord(tokens[1], 'user', 'role', 'login', 'group', 'policy', 'owned', 'quota', 'default', 'profile')
  );
}

function meansEveryRow(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    else if (isSymbol(tokens[at], ')')) depth--;
    else if (depth <= 0 && isWord(tokens[at], 'where'))
      return isAlwaysTrue(tokens.slice(at + 1, conditionEnd(tokens, at + 1)));
    else if (depth <= 0 && isWord(tokens[at], 'join')) return false;
  }
  return true;
}

function conditionEnd(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    else if (isSymbol(tokens[at], ')') && --depth < 0) return at;
    else if (depth === 0 && isWord(tokens[at], 'limit', 'order', 'returning', 'option', 'settings')) return at;
  }
  return tokens.length;
}

const kept = new Set(['default', 'not', 'identity', 'expression']);

/** DROP, TRUNCATE and ALTER … DROP. */
function isDestroying(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (isWord(first, 'drop', 'truncate', 'purge')) return true;
  if (isWord(first, 'alter')) {
    return tokens.some(
      (token, at) =>
        (at > 1 && isWord(token, 'drop', 'truncate') && !kept.has(tokens[at + 1]?.value ?? '')) ||
        (isWord(token, 'delete') && at > 1 && !isWord(tokens[at - 1], 'on')),
    );
  }
  if (isWord(first, 'create'))
    return isWord(tokens[1], 'or') && isWord(tokens[2], 'replace') && isWord(tokens[3], 'table', 'database', 'schema');
  return isWord(first, 'insert') && isWord(tokens[1], 'overwrite') && !tokens.some(token => isWord(token, 'partition'));
}

function withoutOpening(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  while (isSymbol(tokens[from], '(')) from++;
  return from === 0 ? tokens : tokens.slice(from);
}

function describe(token: Token, written: string): string {
  const shown = written.slice(token.start, Math.min(token.end, token.start + 40));
  return isName(token) ? `SQL that starts with ${shown}` : 'SQL without a verb';
}
