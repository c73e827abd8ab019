import type { Pattern } from '../pattern.ts';
import type { Command } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import type { CodeLanguage } from './reading.ts';

/** The inline code that a command runs. */
export function codeOf(
  _command: Command,
  _surroundings: Surroundings,
): { language: CodeLanguage; text: Pattern; args: readonly Pattern[] } | undefined {
  return undefined;
}
