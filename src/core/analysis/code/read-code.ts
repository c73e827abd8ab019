import type { Parsers } from '../parsers.ts';
import type { Pattern } from '../pattern.ts';
import type { CodeLanguage, CodeReading } from './reading.ts';

/** What a piece of code would do. */
export function readCode(
  _language: CodeLanguage,
  _text: Pattern,
  _given: { args: readonly Pattern[]; parsers: Parsers },
): CodeReading {
  return { files: [], starts: [], addresses: [], sends: false, printsEnvironment: false, unknown: [] };
}
