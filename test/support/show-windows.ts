import type { ShellReading } from '../../src/core/analysis/shell/reading.ts';
import { readCmd } from '../../src/core/analysis/windows/read-cmd.ts';
import { readPowerShell } from '../../src/core/analysis/windows/read-powershell.ts';
import { mark, surroundings } from './show-code.ts';

const windows = {
  ...surroundings,
  cwd: 'C:/srv/app',
  home: 'C:/Users/u',
  platform: 'windows',
} as const;

/** What a Windows text would do, one line each: its commands with their folder where it is another one, and what is not known. */
export function showWindows(shell: 'powershell' | 'cmd', text: string): string[] {
  const reading = shell === 'cmd' ? readCmd(text, windows) : readPowerShell(text, windows);
  return [
    ...commandLines(reading),
    ...reading.fed.map(fed => `fed ${fed.source}`),
    ...reading.unknown.map(({ reason }) => `unknown ${reason}`),
  ];
}

function commandLines(reading: ShellReading): string[] {
  return reading.commands.map(command => {
    const words = command.words.slice(1).map(word => mark(word.pattern));
    const targets = command.redirections.map(({ direction, target }) => `${direction} ${mark(target)}`);
    const folder = command.cwd === windows.cwd ? [] : [`in ${mark(command.cwd)}`];
    return [command.program ?? '…', ...words, ...targets, ...folder].join(' | ');
  });
}
