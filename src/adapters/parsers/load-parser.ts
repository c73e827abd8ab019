import type { Tree } from '@lezer/common';
import type { ParserName, Parsers } from '../../core/analysis/parsers.ts';
import { loadPostgresql } from './postgresql.ts';

/**
 * Loads one of the parsers.
 * @returns that parser alone, to be added to those loaded before; nothing for one that this build does not have
 */
export async function loadParser(name: ParserName): Promise<Parsers> {
  switch (name) {
    case 'python': {
      const { parser } = await import('@lezer/python');
      return { python: boundedParser(parser) };
    }
    case 'javascript': {
      const { parser } = await import('@lezer/javascript');
      return { javascript: boundedParser(parser.configure({ dialect: 'ts' })) };
    }
    case 'postgresql':
      return loadPostgresql();
    default:
      return {};
  }
}

/** Longest text with a mistake in it that is parsed all the same: getting over mistakes takes more than linear time. */
const maxMistaken = 4_000;

type LezerParser = typeof import('@lezer/python')['parser'];

/** @throws {Error} for a longer text that is not valid, and for one that is nested too deeply */
function boundedParser(parser: LezerParser): (text: string) => Tree {
  const strict = parser.configure({ strict: true });
  return text => {
    try {
      return strict.parse(text);
    } catch (error) {
      if (text.length > maxMistaken) throw error;
      return parser.parse(text);
    }
  };
}
