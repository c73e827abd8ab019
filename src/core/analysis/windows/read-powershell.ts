import type { ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';

/** Reads a PowerShell text. */
export function readPowerShell(_text: string, _surroundings: Surroundings): ShellReading {
  const unreadable = { reason: 'text', detail: 'PowerShell' } as const;
  return { commands: [], unknown: [unreadable], code: [], fed: [], unreadable };
}
