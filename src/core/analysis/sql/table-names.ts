import { isName, isSymbol, isWord, type Token } from './token.ts';

/** Words behind which a table is named. */
const before = new Set(['from', 'join', 'into', 'update', 'table', 'using', 'truncate', 'view', 'on']);
/** Words that may stand between such a word and the name. */
const between = new Set([
  'if',
  'exists',
  'not',
  'only',
  'table',
  'lateral',
  'ignore',
  'low_priority',
  'quick',
  'from',
  'into',
  'concurrently',
  'overwrite',
  'temporary',
  'temp',
  'unlogged',
]);
/** Words that can follow `FROM` or a table and are no table. */
const never = new Set([
  'select',
  'values',
  'unnest',
  'set',
  'where',
  'dual',
  'outfile',
  'dumpfile',
  'with',
  'as',
  'on',
  'using',
  'insert',
  'update',
  'delete',
  'stdin',
  'stdout',
  'case',
]);
/** Functions whose arguments have a FROM of their own. */
const ownFrom = new Set(['extract', 'substring', 'trim', 'overlay', 'position', 'substr', 'date_part']);

/** How deep parentheses are heeded. */
const maxDepth = 2_000;

/**
 * The tables that a statement names, each once, in order. @param nameOf a token as a part of a name: folded where the dialect does
 */
export function tablesOf(tokens: readonly Token[], nameOf: (token: Token) => string): string[] {
  const found = new Set<string>();
  const own = commonTables(tokens, nameOf);
  const openers: string[] = [];
  let list = -1;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (isSymbol(token, '(')) {
      if (openers.length < maxDepth) openers.push(tokens[at - 1]?.kind === 'word' ? (tokens[at - 1]?.value ?? '') : '');
    } else if (isSymbol(token, ')')) openers.pop();
    else if (opensTables(tokens, at, openers.at(-1) ?? '')) {
      list = isWord(token, 'from', 'truncate', 'table', 'update') ? openers.length : -1;
      take(tokens, at + 1);
    } else if (list === openers.length && isSymbol(token, ',')) take(tokens, at + 1);
    else if (isWord(token, 'where', 'group', 'order', 'set', 'having', 'limit', 'select', 'returning', 'on')) list = -1;
  }
  return [...found];

  function take(all: readonly Token[], from: number): void {
    const name = nameAt(all, from, nameOf);
    if (name !== undefined && !own.has(name)) found.add(name);
  }
}

function opensTables(tokens: readonly Token[], at: number, opener: string): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || !before.has(token.value) || isSymbol(tokens[at - 1], '.')) return false;
  if (token.value === 'from') return !ownFrom.has(opener) && !isWord(tokens[at - 1], 'distinct');
  if (token.value === 'on')
    return at < 12 && isWord(tokens[0], 'create') && tokens.slice(0, at).every(seen => !isSymbol(seen, '('));
  if (token.value === 'using') return isWord(tokens[0], 'merge', 'delete');
  if (token.value === 'update') return at === 0 || isSymbol(tokens[at - 1], '(') || isSymbol(tokens[at - 1], ')');
  return true;
}

/** The dotted name that starts here; undefined where none does, or where it is a function's. */
function nameAt(tokens: readonly Token[], from: number, nameOf: (token: Token) => string): string | undefined {
  let at = from;
  while (at < from + 6 && tokens[at]?.kind === 'word' && between.has(tokens[at]?.value ?? '')) at++;
  const first = tokens[at];
  if (!isName(first) || first === undefined || (first.kind === 'word' && never.has(first.value))) return undefined;
  const parts = [nameOf(first)];
  while (parts.length < 5 && isSymbol(tokens[at + 1], '.') && isName(tokens[at + 2])) {
    const part = tokens[at + 2];
    if (part !== undefined) parts.push(nameOf(part));
    at += 2;
  }
  const isCall = isSymbol(tokens[at + 1], '(') && isWord(tokens[from - 1], 'from', 'join');
  return isCall ? undefined : parts.join('.');
}

/** Names that `WITH` gives to queries of its own. */
function commonTables(tokens: readonly Token[], nameOf: (token: Token) => string): Set<string> {
  const names = new Set<string>();
  if (!tokens.some(token => isWord(token, 'with'))) return names;
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'as')) continue;
    const opens = isSymbol(tokens[at + 1], '(') || isWord(tokens[at + 1], 'materialized', 'not');
    if (!opens) continue;
    let back = at - 1;
    if (isSymbol(tokens[back], ')')) while (back > at - 60 && !isSymbol(tokens[back], '(')) back--;
    const name = isSymbol(tokens[back], '(') ? tokens[back - 1] : tokens[at - 1];
    const lead = tokens[(isSymbol(tokens[back], '(') ? back - 1 : at - 1) - 1];
    if (name !== undefined && isName(name) && (isWord(lead, 'with', 'recursive') || isSymbol(lead, ',')))
      names.add(nameOf(name));
  }
  return names;
}
