/** The parsers that are loaded only when a call needs them. */
export type ParserName = 'python' | 'javascript' | 'postgresql';

/** A syntax tree of a parser of the Lezer family, as far as it is used here. */
export type { Tree as SyntaxTree } from '@lezer/common';

import type { Tree } from '@lezer/common';

/** The parsers that have been loaded so far. */
export interface Parsers {
  /** @throws when the text is no Python, or nested too deeply */
  readonly python?: (text: string) => Tree;
  /** @throws when the text is neither JavaScript nor TypeScript, or nested too deeply */
  readonly javascript?: (text: string) => Tree;
  /** PostgreSQL's own grammar. @throws when the text is no PostgreSQL */
  readonly postgresql?: (text: string) => unknown;
}

/** Thrown when something has to be parsed whose parser is not loaded yet; the engine loads it and asks again. */
export class ParserNeeded extends Error {
  readonly parser: ParserName;

  constructor(parser: ParserName) {
    super(`the ${parser} parser is needed`);
    this.name = 'ParserNeeded';
    this.parser = parser;
  }
}

/** One of the parsers. @throws {ParserNeeded} when it is not loaded */
export function parserOf<N extends ParserName>(parsers: Parsers, name: N): NonNullable<Parsers[N]> {
  const parser = parsers[name];
  if (parser === undefined) throw new ParserNeeded(name);
  return parser as NonNullable<Parsers[N]>;
}
