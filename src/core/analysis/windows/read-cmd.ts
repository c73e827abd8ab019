import type { ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';

/** Reads a text of another shell. */
export function readCmd(_text: string, _surroundings: Surroundings): ShellReading {
  return { commands: [], unknown: [], code: [], fed: [] };
}
