import { isAlwaysTrue } from './always-true.ts';
import type { SqlDialect, SqlStatement } from './reading.ts';
import { tablesOf } from './table-names.ts';
import { isSymbol, isWord, type Token } from './token.ts';

/** What a statement stands in. */
export interface Around {
  readonly dialect: SqlDialect;
  /** The text that its tokens come from. */
  readonly written: string;
  /** How many statements it stands in: EXPLAIN, PREPARE and the like. */
  readonly depth: number;
}

/** A statement of these tokens, with the marks that are asked for most. */
export function makeStatement(tokens: readonly Token[], does: SqlStatement['does'], around: Around): SqlStatement {
  const verb = tokens[0]?.value ?? '';
  const nameOf = (token: Token): string =>
    token.kind === 'name' || keepsCase.has(around.dialect) ? nameAsWritten(token, around.written) : token.value;
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
