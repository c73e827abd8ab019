import type { Pattern } from '../pattern.ts';
import type { Command } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import type { SqlDialect } from './reading.ts';

/** Stands in until the real one is there. */
export function sqlOfCommand(
  _command: Command,
  _surroundings: Surroundings,
): readonly { dialect: SqlDialect; text: Pattern }[] {
  return [];
}
