import type { Unknown } from '../unknown.ts';

/** What a stretch of SQL text is. Comments and white space are no tokens. */
export type TokenKind =
  /** A word without quotes. */
  | 'word'
  /** A quoted name. */
  | 'name'
  /** A literal text. */
  | 'text'
  | 'number'
  /** One character of punctuation. */
  | 'symbol';

export interface Token {
  readonly kind: TokenKind;
  /** A word in lower case, a name or a text without its quotes, anything else as written. */
  readonly value: string;
  /** Where it starts and ends in the text. */
  readonly start: number;
  readonly end: number;
}

/** A line that a client keeps for itself, such as `\d users` or `.tables`. */
export interface ClientLine {
  /** As written, with its sign. */
  readonly text: string;
  /** Where it stands: before the statement of this number. */
  readonly before: number;
}

/** A text taken apart. */
export interface LexedSql {
  /** The tokens of each statement; none is empty. */
  readonly statements: readonly (readonly Token[])[];
  readonly lines: readonly ClientLine[];
  /** The text with clients' lines blanked out, the same length. */
  readonly plain: string;
  /** Set where a literal or a comment does not end: what follows is not SQL that a server would take. */
  readonly unended?: Unknown;
  /** Set where it holds characters that servers read differently. */
  readonly odd?: Unknown;
}

export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.value);
}

export function isSymbol(token: Token | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && token.value === symbol;
}

/** Whether a token can name something. */
export function isName(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'name';
}

/** The place of the bracket that closes what is open at this token. */
export function closingBracket(tokens: readonly Token[], from: number): number {
  let depth = 1;
  for (let at = from; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    else if (isSymbol(tokens[at], ')') && --depth === 0) return at;
  }
  return tokens.length;
}
