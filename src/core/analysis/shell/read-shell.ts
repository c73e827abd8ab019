import { ParserNeeded, type Parsers } from '../parsers.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Context, noInput } from './context.ts';
import type { ShellReading } from './reading.ts';
import { Recorder, TooLarge } from './recorder.ts';
import { runText } from './run-node.ts';
import { createState } from './state.ts';
import { runTraps } from './traps.ts';

/** The longest text that is read, in characters: here-documents of a megabyte are. */
const longest = 1_500_000;

/**
 * Reads a text for bash: every command that would run, or could, and what cannot be known.
 * @throws {ParserNeeded} when inline code needs a parser that is not loaded; nothing else
 */
export function readShell(text: string, surroundings: Surroundings, parsers: Parsers): ShellReading {
  const recorder = new Recorder();
  if (text.length > longest) {
    recorder.unreadable = { reason: 'too-large', detail: 'it is too long' };
    return recorder.reading();
  }
  if (/[\uE000-\uE003]/.test(text)) recorder.unknown('invisible', 'characters without a meaning of their own');
  const reader = { recorder, surroundings, parsers };
  try {
    const state = createState(surroundings.cwd);
    runText(reader, text, state, start);
    runTraps(reader, state, start);
  } catch (error) {
    if (error instanceof ParserNeeded) throw error;
    if (error instanceof TooLarge) recorder.unreadable = { reason: 'too-large', detail: error.message };
    // The stack, or the longest text that the runtime can hold.
    else if (error instanceof RangeError) recorder.unreadable = { reason: 'too-large', detail: 'it nests too deep' };
    else recorder.unreadable = { reason: 'invalid', detail: `it could not be followed: ${String(error)}` };
  }
  return recorder.reading();
}

const start: Context = {
  via: [],
  depth: 0,
  input: noInput(),
  outer: [],
  lenient: false,
  functions: [],
  forks: 0,
  returns: undefined,
  locals: undefined,
  loops: [],
  open: undefined,
  written: '',
  assignments: [],
  redirections: [],
};
