import type { ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Effects } from './effect.ts';

/** Stands in until the real one is there. */
export function effectsOfShell(_reading: ShellReading, _surroundings: Surroundings): Effects {
  return { files: [], network: [], printsEnvironment: false };
}
