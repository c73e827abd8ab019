import { functionDoes } from './functions.ts';
import { isOrdinaryFile } from './ordinary-file.ts';
import type { SqlDialect, SqlStatement } from './reading.ts';
import { isName, isSymbol, isWord, type Token } from './token.ts';
import { reservedInTransactSql, startsWriting } from './verbs.ts';

type Does = SqlStatement['does'];

/** What a query does besides reading. */
export interface QueryFinding {
  readonly does: Does;
  /** Where a statement of its own starts, such as a DELETE in a CTE; undefined where the query itself does it. */
  readonly from?: number;
  /** Set where it only looks like one. */
  readonly doubtful?: true;
}

/** Looks through a query's tokens for what writes, locks or reaches out; in order. */
export function judgeQuery(tokens: readonly Token[], dialect: SqlDialect, from = 0): QueryFinding[] {
  const found: QueryFinding[] = [];
  for (let at = from; at < tokens.length; at++) {
    const finding = judgeToken(tokens, at, dialect);
    if (finding !== undefined) found.push(finding);
  }
  return found;
}

function judgeToken(tokens: readonly Token[], at: number, dialect: SqlDialect): QueryFinding | undefined {
  const token = tokens[at];
  if (token === undefined || !isName(token)) return undefined;
  const called = isSymbol(tokens[at + 1], '(') ? functionDoes(token.value.toLowerCase(), dialect) : undefined;
  if (called !== undefined) return { does: called };
  if (token.kind !== 'word' || isSymbol(tokens[at - 1], '.')) return undefined;
  return judgeWord(tokens, at, token.value, dialect);
}

function judgeWord(tokens: readonly Token[], at: number, word: string, dialect: SqlDialect): QueryFinding | undefined {
  const next = tokens[at + 1];
  if (word === 'for' && isLock(tokens, at + 1)) return { does: 'lock' };
  if (word === 'lock' && isWord(next, 'in') && isWord(tokens[at + 2], 'share')) return { does: 'lock' };
  if (word === 'into' && at > 0) return judgeInto(tokens, at, dialect);
  if (isSymbol(tokens[at - 1], '(') && isNestedWrite(tokens, at, word)) return { does: 'write', from: at };
  if (dialect === 'mssql') return judgeTransactSql(tokens, at, word);
  if (isWord(tokens[at - 1], 'as')) return undefined;
  const second = next?.kind === 'word' ? next.value : '';
  const third = thirdWord(tokens, at);
  return startsWriting(word, second, third) && at > 0 ? { does: 'write', from: at, doubtful: true } : undefined;
}

function isLock(tokens: readonly Token[], at: number): boolean {
  if (isWord(tokens[at], 'update', 'share')) return true;
  return (
    isWord(tokens[at], 'no', 'key') && (isWord(tokens[at + 1], 'key', 'share') || isWord(tokens[at + 2], 'update'))
  );
}

function isNestedWrite(tokens: readonly Token[], at: number, word: string): boolean {
  const next = tokens[at + 1];
  if (word === 'insert' || word === 'merge') return isWord(next, 'into', 'overwrite');
  if (word === 'delete') return isWord(next, 'from');
  return word === 'update' && isName(next) && !isWord(next, 'and', 'or', 'is', 'in', 'as', 'from');
}

/** `UPDATE name SET`, `UPDATE a.b AS c SET`: the word SET close by. */
function thirdWord(tokens: readonly Token[], at: number): string {
  if (!isName(tokens[at + 1])) return '';
  for (let behind = at + 2; behind < at + 9; behind++) {
    const token = tokens[behind];
    if (isWord(token, 'set')) return 'set';
    if (!isName(token) && !isSymbol(token, '.')) return '';
  }
  return '';
}

function judgeInto(tokens: readonly Token[], at: number, dialect: SqlDialect): QueryFinding | undefined {
  const next = tokens[at + 1];
  if (isWord(tokens[at - 1], 'insert', 'merge', 'replace')) return undefined;
  if (isWord(next, 'outfile', 'dumpfile')) {
    const file = tokens[at + 2]?.value ?? '';
    return dialect === 'clickhouse' && isOrdinaryFile(file) ? undefined : { does: 'server' };
  }
  // A variable of the session: MySQL's `@v`, Snowflake's `:v`.
  if (next?.value.startsWith('@') === true || isSymbol(next, ':')) return undefined;
  return { does: 'schema' };
}

function judgeTransactSql(tokens: readonly Token[], at: number, word: string): QueryFinding | undefined {
  if (at === 0) return undefined;
  if (/^(?:updlock|xlock|tablockx|tablock|holdlock|serializable)$/.test(word)) return { does: 'lock' };
  if (/^(?:xp_|sp_)/.test(word) && !isWord(tokens[at - 1], 'as')) return { does: 'call' };
  return reservedInTransactSql.has(word) ? { does: 'write', from: at } : undefined;
}
