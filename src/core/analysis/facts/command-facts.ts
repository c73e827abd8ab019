import type { Command } from '../shell/reading.ts';
import { showPattern } from './address.ts';
import type { CommandFact } from './facts.ts';

/** A command as an expression reads it. */
export function toCommandFact({ program, words, cwd, via }: Command): CommandFact {
  return {
    program: program ?? '',
    args: words.slice(1).map(({ pattern }) => showPattern(pattern)),
    cwd: showPattern(cwd),
    via: via.map(({ by }) => by),
    elsewhere: via.some(({ elsewhere }) => elsewhere === true),
  };
}
