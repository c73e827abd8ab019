import { readShell } from '../shell/read-shell.ts';
import type { ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';

/** Stands in until the real one is there. */
export function readPowerShell(text: string, surroundings: Surroundings): ShellReading {
  return readShell(text, surroundings, {});
}
