import type { ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';

/** Reads a text of `cmd.exe`. */
export function readCmd(_text: string, _surroundings: Surroundings): ShellReading {
  const unreadable = { reason: 'text', detail: 'cmd' } as const;
  return { commands: [], unknown: [unreadable], code: [], fed: [], unreadable };
}
