import { anything, type Pattern } from '../pattern.ts';
import { lexSql } from './lex-sql.ts';
import { waysOf } from './quoting.ts';

/**
 * Puts the values of psql's variables in for `:name`, as psql does before it sends a text; one that the text itself
 * sets is open, and a name that nobody sets stays as it is.
 * `:'name'` and `:"name"` are quoted by psql and stay what they are.
 * @param given `name=value` texts of the command line
 */
export function fillVariables(text: Pattern, given: readonly Pattern[]): Pattern {
  if (!text.includes(':')) return text;
  const setsSome = /\\(?:set|gset|prompt|getenv)\b/.test(text);
  if (!setsSome && given.length === 0) return text;
  const values = new Map(given.map(pair => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const));
  const [quoting] = waysOf('postgresql', text);
  const tokens = quoting === undefined ? [] : lexSql(text, quoting).statements.flat();
  const parts: string[] = [];
  let from = 0;
  for (const [at, token] of tokens.entries()) {
    const name = tokens[at + 1];
    const before = tokens[at - 1];
    if (token.kind !== 'symbol' || token.value !== ':' || name?.start !== token.end) continue;
    if (before?.end === token.start && before.value === ':') continue;
    if (name.kind === 'word' || name.kind === 'number') {
      const value = values.get(text.slice(name.start, name.end)) ?? (setsSome ? anything : undefined);
      if (value === undefined) continue;
      parts.push(text.slice(from, token.start), value);
      from = name.end;
    } else if (name.kind === 'text' || name.kind === 'name') {
      parts.push(text.slice(from, token.start));
      from = name.start;
    }
  }
  return parts.join('') + text.slice(from);
}
