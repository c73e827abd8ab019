import type { ParserName, Parsers } from '../../core/analysis/parsers.ts';
import { loadPostgresql } from './postgresql.ts';

/**
 * Loads one of the parsers.
 * @returns that parser alone, to be added to those loaded before; nothing for one that this build does not have
 */
export async function loadParser(name: ParserName): Promise<Parsers> {
  switch (name) {
    case 'postgresql':
      return loadPostgresql();
    case 'python': {
      const { parser } = await import('@lezer/python');
      return { python: text => parser.parse(text) };
    }
    case 'javascript': {
      const { parser } = await import('@lezer/javascript');
      const typescript = parser.configure({ dialect: 'ts' });
      return { javascript: text => typescript.parse(text) };
    }
    default:
      return {};
  }
}
