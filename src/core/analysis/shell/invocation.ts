import { anything, isOpen, type Pattern } from '../pattern.ts';
import { type Context, inside, type Out, type Reader } from './context.ts';
import { markWrapper } from './emit.ts';
import type { Via } from './reading.ts';
import type { State } from './state.ts';
import type { Field } from './text.ts';

/** A program that is started, with all that it is started in. */
export interface Invocation {
  readonly reader: Reader;
  /** The program's base name; empty where it is not known. */
  readonly name: string;
  readonly words: readonly Field[];
  readonly args: readonly Field[];
  /** Its places in the list of commands. */
  readonly places: readonly number[];
  readonly state: State;
  readonly context: Context;
}

/** What a kind of program does with its words; undefined where it runs nothing that way. */
export type Handler = (invocation: Invocation) => Out | undefined;

/** The context of a command that this program runs. */
export function within(invocation: Invocation, via: Via): Context {
  return inside(invocation.context, via);
}

/** Notes that a program does nothing but run others, where these were found. */
export function wraps({ reader, places }: Invocation): void {
  if (reader.recorder.commands.length > (places.at(-1) ?? 0) + 1) markWrapper(reader, places);
}

/** What a program prints that runs another: what the other prints. */
export function throughOut(invocation: Invocation, out: Out): Out {
  return out.commands.length > 0 ? out : { ...out, commands: invocation.places };
}

/** A pattern for a person: what is open is shown as `…`. */
export function shown(pattern: Pattern): string {
  return pattern.replace(/[\uE000-\uE003]+/g, '…');
}

/** Whether nothing at all is known of a word. */
export function isWhollyOpen(pattern: Pattern): boolean {
  return isOpen(pattern) && /^[\uE000-\uE003\s]*$/.test(pattern) && pattern.includes(anything);
}
