import { isOpen } from '../../../src/core/analysis/pattern.ts';
import { readShell } from '../../../src/core/analysis/shell/read-shell.ts';
import type { Command, ShellReading, Word } from '../../../src/core/analysis/shell/reading.ts';
import type { RecordedCall, Run } from './sandbox.ts';

/** How the analysis of a text stands to what bash did. */
export interface Comparison {
  /** Calls that the analysis has not seen and not said it could not know. */
  readonly misses: readonly RecordedCall[];
  readonly saidUnknown: boolean;
}

/** Reads a text as it would run in a folder. */
export function readAt(text: string, work: string, home: string): ShellReading {
  return readShell(
    text,
    {
      cwd: work,
      home,
      project: work,
      temporary: ['/tmp'],
      platform: 'posix',
      env: () => undefined,
      observer: { real: path => path, text: () => undefined },
    },
    {},
  );
}

export function compare(reading: ShellReading, { calls, lost }: Run): Comparison {
  const saidUnknown = reading.unknown.length > 0 || reading.unreadable !== undefined;
  const misses = calls.filter(call => !reading.commands.some(command => covers(command, call, lost)));
  return { misses: saidUnknown ? [] : misses, saidUnknown };
}

/** Whether a command of the analysis stands for a call; words that are open stand for any. */
function covers(command: Command, call: RecordedCall, anywhere: boolean): boolean {
  if (!anywhere && !matches(command.cwd, call.cwd)) return false;
  return coversWords(command.words, call.words);
}

function coversWords(words: readonly Word[], given: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const [at, word] of words.entries()) {
    const next = new Set<number>();
    for (const from of reached) {
      const many = word.splits === true || /[\uE000\uE001\uE003]/.test(word.pattern);
      if (many && at > 0) next.add(from);
      const last = many ? given.length : Math.min(given.length, from + 1);
      for (let to = from; to < last; to++) {
        const piece = given[to];
        if (piece === undefined || !(many || matches(at === 0 ? baseName(word.pattern) : word.pattern, piece))) break;
        next.add(to + 1);
      }
    }
    reached = next;
  }
  return reached.has(given.length);
}

function baseName(pattern: string): string {
  return pattern.slice(pattern.lastIndexOf('/') + 1);
}

function matches(pattern: string, text: string): boolean {
  if (!isOpen(pattern)) return pattern === text;
  const source = pattern
    .split(/[\uE000-\uE003]+/)
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*');
  return new RegExp(`^${source}$`).test(text);
}
