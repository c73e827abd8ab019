import { isSymbol, isWord, type Token } from './token.ts';

/** How deep a condition is looked into. */
const maxDepth = 40;

/** Whether a condition certainly holds for every row: `1=1`, `true`, `id = id`, `x = 2 OR 1=1`. */
export function isAlwaysTrue(tokens: readonly Token[], depth = 0): boolean {
  const inner = withoutParentheses(tokens);
  if (inner.length === 0 || depth > maxDepth) return false;
  const either = splitAt(inner, 'or');
  if (either.length > 1) return either.some(part => isAlwaysTrue(part, depth + 1));
  const all = splitAt(inner, 'and');
  if (all.length > 1) return all.every(part => isAlwaysTrue(part, depth + 1));
  if (isWord(inner[0], 'not')) return isAlwaysFalse(inner.slice(1));
  return isTrueAtom(inner);
}

function isAlwaysFalse(tokens: readonly Token[]): boolean {
  const inner = withoutParentheses(tokens);
  if (inner.length === 1)
    return isWord(inner[0], 'false') || (inner[0]?.kind === 'number' && Number(inner[0].value) === 0);
  const parts = comparison(inner);
  if (parts === undefined) return false;
  const [left, sign, right] = parts;
  return literals(left, right) && !compare(left, sign, right);
}

function isTrueAtom(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (tokens.length === 1) return isWord(first, 'true') || (first?.kind === 'number' && Number(first.value) !== 0);
  if (
    isLiteral(first) &&
    tokens.length === 4 &&
    isWord(tokens[1], 'is') &&
    isWord(tokens[2], 'not') &&
    isWord(tokens[3], 'null')
  )
    return true;
  if (isWord(first, 'exists')) return !tokens.some(token => isWord(token, 'from', 'where'));
  if (isWord(tokens.at(-2), 'like', 'ilike') && tokens.at(-1)?.kind === 'text')
    return /^%+$/.test(tokens.at(-1)?.value ?? '');
  const parts = comparison(tokens);
  if (parts === undefined) return false;
  const [left, sign, right] = parts;
  if (literals(left, right)) return compare(left, sign, right);
  return /^(?:=|==|>=|<=|<=>)$/.test(sign) && !left.some(token => isSymbol(token, '(')) && same(left, right);
}

/** Both sides of the only comparison outside parentheses. */
function comparison(tokens: readonly Token[]): [readonly Token[], string, readonly Token[]] | undefined {
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'symbol') continue;
    if (token.value === '(') depth++;
    else if (token.value === ')') depth--;
    else if (depth === 0 && /[=<>!]/.test(token.value)) {
      let end = at;
      while (end < at + 3 && tokens[end]?.kind === 'symbol' && /[=<>!]/.test(tokens[end]?.value ?? '')) end++;
      const sign = tokens
        .slice(at, end)
        .map(part => part.value)
        .join('');
      return [withoutParentheses(tokens.slice(0, at)), sign, withoutParentheses(tokens.slice(end))];
    }
  }
  return undefined;
}

function isLiteral(token: Token | undefined): boolean {
  return token?.kind === 'number' || token?.kind === 'text' || isWord(token, 'true', 'false');
}

function literals(left: readonly Token[], right: readonly Token[]): boolean {
  return left.length === 1 && right.length === 1 && isLiteral(left[0]) && isLiteral(right[0]);
}

function compare(left: readonly Token[], sign: string, right: readonly Token[]): boolean {
  const numbers = left[0]?.kind === 'number' && right[0]?.kind === 'number';
  const a = numbers ? Number(left[0]?.value) : (left[0]?.value ?? '');
  const b = numbers ? Number(right[0]?.value) : (right[0]?.value ?? '');
  if (/^(?:=|==|<=>)$/.test(sign)) return a === b;
  if (sign === '<>' || sign === '!=') return a !== b;
  if (sign === '<') return a < b;
  if (sign === '>') return a > b;
  return sign === '<=' ? a <= b : sign === '>=' && a >= b;
}

function same(left: readonly Token[], right: readonly Token[]): boolean {
  return (
    left.length > 0 &&
    left.length === right.length &&
    left.every((token, at) => token.kind === right[at]?.kind && token.value === right[at]?.value)
  );
}

function withoutParentheses(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  let to = tokens.length;
  while (isSymbol(tokens[from], '(') && isSymbol(tokens[to - 1], ')') && closes(tokens, from, to - 1)) {
    from++;
    to--;
    if (from > maxDepth) break;
  }
  return tokens.slice(from, to);
}

function closes(tokens: readonly Token[], from: number, to: number): boolean {
  let depth = 0;
  for (let at = from; at <= to; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    else if (isSymbol(tokens[at], ')') && --depth === 0) return at === to;
  }
  return false;
}

function splitAt(tokens: readonly Token[], word: 'and' | 'or'): (readonly Token[])[] {
  const parts: (readonly Token[])[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, token] of tokens.entries()) {
    if (isSymbol(token, '(')) depth++;
    else if (isSymbol(token, ')')) depth--;
    if (depth > 0) continue;
    // The AND of `BETWEEN … AND …` joins no conditions.
    if (isWord(token, word) && !(token.value === 'and' && isBetween(tokens, from, at))) {
      parts.push(tokens.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(tokens.slice(from));
  return parts;
}

function isBetween(tokens: readonly Token[], from: number, at: number): boolean {
  for (let back = at - 1; back >= from && back > at - 40; back--) {
    if (isWord(tokens[back], 'and')) return false;
    if (isWord(tokens[back], 'between')) return true;
  }
  return false;
}
