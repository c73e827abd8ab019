import { type Parsers, parserOf } from '../parsers.ts';
import { isOpen } from '../pattern.ts';
import type { Unknown } from '../unknown.ts';
import { readClientCommand } from './client-commands.ts';
import { type Judgement, judgeStatement } from './judge-statement.ts';
import { lexSql } from './lex-sql.ts';
import { readTree } from './postgresql/read-tree.ts';
import { type Quoting, waysOf } from './quoting.ts';
import type { SqlDialect, SqlReading, SqlStatement } from './reading.ts';
import type { LexedSql, Token } from './token.ts';

/** Longer texts are not read, UTF-16 units. */
const maxSqlLength = 1_500_000;
/** Longer ones, or deeper nested ones, are not given to a parser. */
const maxParsedLength = 300_000;
const maxParsedDepth = 1_000;
/** Nor are longer expressions, tokens between two commas: `1+1+1…` is nested as deep as it is long. */
const maxParsedRun = 4_000;
/** Nor are texts with more statements or comments. */
const maxParsedParts = 2_000;
/** How many statements are told one by one. */
const maxStatements = 5_000;

type Known = Exclude<SqlDialect, 'unknown'>;

/** A text read in one way. */
interface Way {
  readonly statements: readonly SqlStatement[];
  readonly doubt?: Unknown;
  /** Whether it ends within a literal or a comment. */
  readonly unended?: Unknown;
}

/**
 * What an SQL text would do.
 * @param text may be open in parts (`analysis/pattern.ts`); then it counts as not readable, and what is certain is told
 * @throws {ParserNeeded} when PostgreSQL's grammar has to tell and is not loaded; nothing else
 */
export function readSql(text: string, dialect: SqlDialect, parsers: Parsers): SqlReading {
  if (text.length > maxSqlLength) {
    return {
      dialect,
      statements: [],
      unreadable: { reason: 'too-large', detail: 'SQL of more than 1.5 million characters' },
    };
  }
  const way = dialect === 'unknown' ? readUnknown(text, parsers) : readKnown(text, dialect, parsers);
  const open: Unknown | undefined = isOpen(text)
    ? { reason: 'text', detail: 'SQL with parts that are not known' }
    : undefined;
  const unreadable = open ?? way.doubt ?? way.unended;
  return { dialect, statements: way.statements, ...(unreadable === undefined ? {} : { unreadable }) };
}

/** Whether a way of reading finds nothing but reading. */
function onlyReads(way: Way): boolean {
  return way.doubt === undefined && way.statements.every(({ does }) => does === 'read');
}

function readKnown(text: string, dialect: Known, parsers: Parsers): Way {
  if (dialect === 'postgresql') return readPostgresql(text, parsers);
  const [usual, ...others] = waysOf(dialect, text).map(quoting => readByTokens(text, dialect, quoting));
  return merge(usual ?? { statements: [] }, others);
}

const guesses: readonly Known[] = ['postgresql', 'mysql', 'sqlite', 'mssql', 'bigquery', 'snowflake'];

/** Only what every dialect agrees on is certain. */
function readUnknown(text: string, parsers: Parsers): Way {
  const [usual, ...others] = guesses.map(dialect => readKnown(text, dialect, parsers));
  if (usual === undefined) return { statements: [] };
  // What PostgreSQL does not take for SQL may be plain in another dialect.
  const understood = isUnderstood(usual) ? usual : (others.find(isUnderstood) ?? usual);
  return merge(
    understood,
    [usual, ...others].filter(way => way !== understood && !(way === usual && !hasWrites(usual))),
  );
}

function isUnderstood(way: Way): boolean {
  return way.doubt === undefined && way.unended === undefined;
}

function hasWrites(way: Way): boolean {
  return way.statements.some(({ does }) => does !== 'read');
}

/** A reading holds when all others find the same; otherwise all that any of them found counts, and it is in doubt. */
function merge(usual: Way, others: readonly Way[]): Way {
  const known = new Set(usual.statements.map(keyOf));
  const more: SqlStatement[] = [];
  for (const way of others) {
    for (const statement of way.statements) {
      if (statement.does === 'read' || known.has(keyOf(statement))) continue;
      known.add(keyOf(statement));
      more.push(statement);
    }
  }
  const differs = more.length > 0 || (onlyReads(usual) && others.some(way => !onlyReads(way)));
  if (!differs) return usual;
  const doubt = usual.doubt ?? { reason: 'invalid', detail: 'SQL that servers read differently' };
  return { ...usual, statements: [...usual.statements, ...more], doubt };
}

function keyOf({ verb, does }: SqlStatement): string {
  return `${verb} ${does}`;
}

function readByTokens(text: string, dialect: Known, quoting: Quoting): Way {
  return judgeAll(text, dialect, lexSql(text, quoting));
}

function judgeAll(text: string, dialect: Known, lexed: LexedSql): Way {
  const statements: SqlStatement[] = [];
  let doubt: Unknown | undefined = lexed.odd;
  for (const [at, tokens] of lexed.statements.entries()) {
    if (at >= maxStatements) {
      doubt ??= { reason: 'too-large', detail: 'too many SQL statements' };
      break;
    }
    const isLast = at === lexed.statements.length - 1;
    const judgement: Judgement = judgeStatement(tokens, { dialect, written: text, depth: 0 });
    statements.push(...judgement.statements);
    // A statement that does not end is refused by every server.
    if (!(isLast && lexed.unended !== undefined)) doubt ??= judgement.doubt;
  }
  for (const line of lexed.lines) {
    const client = readLine(line.text, dialect);
    statements.push(...client.statements);
    doubt ??= client.doubt;
  }
  return {
    statements,
    ...(doubt === undefined ? {} : { doubt }),
    ...(lexed.unended === undefined ? {} : { unended: lexed.unended }),
  };
}

function readLine(line: string, dialect: Known): Way {
  const command = readClientCommand(line, dialect);
  const own: SqlStatement = { verb: command.verb, does: command.does, tables: [] };
  if (command.sends === undefined) return { statements: [own] };
  const [usual] = waysOf(dialect, command.sends);
  const sent = usual === undefined ? { statements: [] } : readByTokens(command.sends, dialect, usual);
  return { ...sent, statements: [own, ...sent.statements] };
}

/** By the tokens where all is plain; else by the server's own grammar, which alone is sure. */
function readPostgresql(text: string, parsers: Parsers): Way {
  const [quoting] = waysOf('postgresql', text);
  if (quoting === undefined) return { statements: [] };
  const lexed = lexSql(text, quoting);
  const byTokens = judgeAll(text, 'postgresql', lexed);
  if (onlyReads(byTokens) && byTokens.unended === undefined && isPlain(lexed.statements)) return byTokens;
  if (isTooMuch(lexed)) {
    return onlyReads(byTokens)
      ? { ...byTokens, doubt: { reason: 'too-large', detail: 'SQL too long to be parsed' } }
      : byTokens;
  }
  if (lexed.unended !== undefined) return byTokens;
  const parse = parserOf(parsers, 'postgresql');
  const tree = attempt(() => readTree(parse(lexed.plain))) ?? attempt(() => readTree(parse(withParameters(lexed))));
  if (tree === undefined || /\0/.test(text)) return unparsed(lexed, byTokens);
  const lines = lexed.lines.map(line => readLine(line.text, 'postgresql'));
  const doubt = lines.find(line => line.doubt !== undefined)?.doubt;
  return {
    statements: [...tree, ...lines.flatMap(({ statements }) => statements)],
    ...(doubt === undefined ? {} : { doubt }),
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** A text that PostgreSQL refuses as a whole: parameters of a tool, or a newer grammar. Only plain reading is believed. */
function unparsed(lexed: LexedSql, byTokens: Way): Way {
  if (onlyReads(byTokens) && byTokens.unended === undefined && !hasBare(lexed.statements, writingWords))
    return byTokens;
  return {
    ...byTokens,
    doubt: byTokens.doubt ?? { reason: 'invalid', detail: 'SQL that PostgreSQL does not understand' },
  };
}

const writingWords =
  /^(?:insert|update|delete|merge|drop|truncate|alter|create|grant|revoke|into|call|execute|exec|do|copy|lock|attach|detach|vacuum|load|import|unload|rename|perform|refresh|reindex|notify|prepare)$/;

function hasBare(statements: readonly (readonly Token[])[], words: RegExp): boolean {
  return statements.some(tokens => tokens.some(token => token.kind === 'word' && words.test(token.value)));
}

/** The text with what tools take for parameters (`?`, `:name`, `%s`, `%(name)s`, `@name`, `{{name}}`) in PostgreSQL's own form. */
function withParameters(lexed: LexedSql): string {
  const parts: string[] = [];
  let from = 0;
  for (const tokens of lexed.statements) {
    for (const token of tokens) {
      const length = token.start >= from ? parameterAt(lexed.plain, token) : 0;
      if (length === 0) continue;
      parts.push(lexed.plain.slice(from, token.start), ' $1 ');
      from = token.start + length;
    }
  }
  return parts.join('') + lexed.plain.slice(from);
}

const parameter = /\?(?![?|&])|:[A-Za-z_]\w*|%s|%\(\w+\)s|@[A-Za-z_]\w*|\{\{\s*\w+\s*\}\}/y;

function parameterAt(text: string, token: Token): number {
  if (token.kind !== 'symbol' && token.kind !== 'word') return 0;
  if (token.value === ':' && (text[token.start - 1] === ':' || text[token.start + 1] === ':')) return 0;
  parameter.lastIndex = token.start;
  return parameter.exec(text)?.[0].length ?? 0;
}

const plainVerbs = /^(?:select|show|values|table|with|explain|describe|desc|commit|rollback|begin|end|abort)$/;

/** Whether tokens alone are as sure as the grammar. */
function isPlain(statements: readonly (readonly Token[])[]): boolean {
  return (
    statements.every(tokens => tokens[0]?.kind === 'word' && plainVerbs.test(tokens[0].value)) &&
    !hasBare(statements, writingWords) &&
    !hasBare(statements, /^(?:analyze|analyse|write)$/) &&
    !hasBare(statements, /^(?:u|uescape)$/)
  );
}

function isTooMuch(lexed: LexedSql): boolean {
  if (lexed.plain.length > maxParsedLength || lexed.statements.length > maxParsedParts) return true;
  // Its lexer takes quadratic time for comments in comments.
  if (lexed.plain.split('/*', maxParsedParts + 1).length > maxParsedParts) return true;
  let depth = 0;
  for (const tokens of lexed.statements) {
    let run = 0;
    for (const token of tokens) {
      if (++run > maxParsedRun) return true;
      if (token.kind !== 'symbol') continue;
      if (token.value === ',') run = 0;
      if (token.value === '(' || token.value === '[') depth++;
      else if (token.value === ')' || token.value === ']') depth--;
      if (depth > maxParsedDepth) return true;
    }
    depth = 0;
  }
  return false;
}
