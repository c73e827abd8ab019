import type { Unknown } from '../unknown.ts';
import { judgeQuery } from './judge-query.ts';
import { type Around, makeStatement } from './make-statement.ts';
import { isOrdinaryFile } from './ordinary-file.ts';
import type { SqlDialect, SqlStatement } from './reading.ts';
import { judgeBegin, judgePragma, judgeSet } from './settings.ts';
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
export function judgeStatement(given: readonly Token[], around: Around): Judgement {
  const tokens = withoutOpening(given);
  const [first] = tokens;
  if (first === undefined) return { statements: [] };
  const verb = first.kind === 'word' ? first.value : '';
  const make = (does: SqlStatement['does'], from = tokens): SqlStatement => makeStatement(from, does, around);
  if (around.depth > maxDepth)
    return { statements: [], doubt: { reason: 'too-large', detail: 'SQL nested too deeply' } };
  if (verb === 'explain' || verb === 'profile') return judgeExplain(tokens, around);
  if (/^(?:describe|desc)$/.test(verb) && isWord(tokens[1], 'analyze')) return judgeExplain(tokens, around);
  if (verb === 'with') return judgeWith(tokens, around);
  if (verb === 'begin' || verb === 'start') return judgeStart(tokens, around);
  if (verb === 'set') return { statements: [make(judgeSet(tokens)), ...rest(tokens, 1, around)] };
  if (verb === 'pragma') return { statements: [make(judgePragma(tokens))] };
  if (verb === 'copy') return { statements: [make(judgeCopy(tokens, around.dialect))] };
  if (verb === 'prepare') return judgePrepare(tokens, around);
  if (verb === 'declare' && around.dialect === 'mssql')
    return { statements: [make('read'), ...rest(tokens, 1, around)] };
  const does = /^(?:xp_|sp_)/.test(verb) ? 'call' : verbDoes(verb, around.dialect);
  if (does === undefined)
    return { statements: [], doubt: { reason: 'invalid', detail: describe(first, around.written) } };
  if (does === 'read') return judgeReading(tokens, around);
  return { statements: [make(does), ...hidden(tokens, around)] };
}

function judgeReading(tokens: readonly Token[], around: Around): Judgement {
  const verb = tokens[0]?.value ?? '';
  // What SHOW and DESCRIBE name may be called like a statement: `SHOW CREATE TABLE t`.
  const names = /^(?:show|describe|desc|help|use|list|ls)$/.test(verb) && around.dialect !== 'mssql';
  if (isWord(tokens[0], 'use') && isWord(tokens[1], 'role', 'secondary')) {
    return { statements: [makeStatement(tokens, 'session', around)] };
  }
  const found = judgeQuery(tokens, around.dialect, names ? 3 : 1);
  const own = found.find(({ from, does }) => from === undefined && does !== 'read')?.does ?? 'read';
  const nested = found.filter(({ from }) => from !== undefined);
  const doubtful = nested.some(finding => finding.doubtful === true);
  return {
    statements: [
      makeStatement(tokens, own, around),
      ...nestedStatements(
        tokens,
        nested.map(({ from }) => from ?? 0),
        around,
      ),
    ],
    ...(doubtful ? { doubt: { reason: 'invalid', detail: 'SQL with a statement inside another' } as const } : {}),
  };
}

/** Statements that start inside another one; only as many as make a difference. */
function nestedStatements(tokens: readonly Token[], starts: readonly number[], around: Around): SqlStatement[] {
  return starts.slice(0, 20).flatMap((from, at) => {
    const part = tokens.slice(from, isSymbol(tokens[from - 1], '(') ? closingBracket(tokens, from) : starts[at + 1]);
    const inner = judgeStatement(part, { ...around, depth: around.depth + maxDepth / 2 });
    return inner.statements.length > 0 ? inner.statements.slice(0, 1) : [makeStatement(part, 'call', around)];
  });
}

/** In T-SQL another statement may follow without a `;`. */
function hidden(tokens: readonly Token[], around: Around): SqlStatement[] {
  if (
    around.dialect !== 'mssql' ||
    !isWord(tokens[0], 'insert', 'update', 'delete', 'merge', 'exec', 'execute', 'truncate')
  )
    return [];
  return rest(tokens, 2, around);
}

const startsAnew = new Set(
  'drop truncate delete update insert exec execute alter grant create merge backup restore kill shutdown'.split(' '),
);

/** T-SQL statements behind the first words of another one. */
function rest(tokens: readonly Token[], from: number, around: Around): SqlStatement[] {
  if (around.dialect !== 'mssql') return [];
  const starts = judgeQuery(tokens, around.dialect, from).filter(
    ({ from: start, does }) => start !== undefined && does !== 'read',
  );
  const words = starts.map(({ from: start }) => start ?? 0).filter(start => startsAnew.has(tokens[start]?.value ?? ''));
  return nestedStatements(tokens, words, around);
}

function judgeExplain(tokens: readonly Token[], around: Around): Judgement {
  const verb = (tokens[0]?.value ?? 'explain') === 'profile' ? 'profile' : 'explain';
  const options = explainOptions(tokens);
  const runs =
    verb === 'profile' ||
    tokens
      .slice(1, options)
      .some((token, at) => isWord(token, 'analyze', 'analyse') && !isWord(tokens[at + 2], 'false', 'off'));
  const read = makeStatement(tokens, 'read', around);
  // Without ANALYZE nothing runs; a statement that hides behind it in T-SQL would.
  if (!runs) return { statements: [read, ...rest(tokens, options + 1, around)] };
  const inner = judgeStatement(tokens.slice(options), { ...around, depth: around.depth + 1 });
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
function judgeWith(tokens: readonly Token[], around: Around): Judgement {
  const main = mainVerb(tokens);
  if (main === undefined) return { statements: [], doubt: { reason: 'invalid', detail: 'WITH without a statement' } };
  const verb = tokens[main]?.value ?? '';
  const reading = judgeReading(tokens, around);
  if (verbDoes(verb, around.dialect) === 'read')
    return { ...reading, statements: reading.statements.map(one => (one.verb === 'with' ? { ...one, verb } : one)) };
  const writing = makeStatement(tokens.slice(main), verbDoes(verb, around.dialect) ?? 'write', around);
  const nested = reading.statements.filter((one, at) => at > 0 && one.does !== 'read' && one.verb !== verb);
  return { statements: [{ ...writing, tables: makeStatement(tokens, 'write', around).tables }, ...nested] };
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

function judgeStart(tokens: readonly Token[], around: Around): Judgement {
  const own = makeStatement(tokens, judgeBegin(tokens), around);
  if (isWord(tokens[0], 'start')) {
    if (!isWord(tokens[1], 'transaction')) return { statements: [makeStatement(tokens, 'server', around)] };
    return { statements: [own, ...rest(tokens, 2, around)] };
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
  const inner = judgeStatement(tokens.slice(1), { ...around, depth: around.depth + 1 });
  return { ...inner, statements: [own, ...inner.statements] };
}

/** What is prepared is run later; a query that reads stays one. */
function judgePrepare(tokens: readonly Token[], around: Around): Judgement {
  const as = tokens.findIndex(token => isWord(token, 'as'));
  const inner = as > 0 ? judgeStatement(tokens.slice(as + 1), { ...around, depth: around.depth + 1 }) : undefined;
  const reads =
    inner !== undefined &&
    inner.doubt === undefined &&
    inner.statements.length > 0 &&
    inner.statements.every(({ does }) => does === 'read');
  return { statements: [makeStatement(tokens, reads ? 'read' : 'call', around)] };
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

function withoutOpening(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  while (isSymbol(tokens[from], '(')) from++;
  return from === 0 ? tokens : tokens.slice(from);
}

function describe(token: Token, written: string): string {
  const shown = written.slice(token.start, Math.min(token.end, token.start + 40));
  return isName(token) ? `SQL that starts with ${shown}` : 'SQL without a verb';
}
