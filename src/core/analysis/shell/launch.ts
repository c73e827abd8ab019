import { anything } from '../pattern.ts';
import { callProgram } from './call.ts';
import type { Out } from './context.ts';
import { type Invocation, throughOut, within } from './invocation.ts';
import type { Via } from './reading.ts';
import { either, inSubshell } from './run-node.ts';
import { runTexts } from './run-shell.ts';
import { childState } from './state.ts';
import type { Field, Text } from './text.ts';

/** Runs texts here, one by one. */
export function runAll(invocation: Invocation, texts: readonly Text[], via: Via): Out | undefined {
  const outs = texts.map(text =>
    inSubshell(invocation.state, inner => {
      const state = childState(inner);
      if (via.elsewhere === true) state.cwds = [anything];
      return runTexts(invocation, via.by, [text], state, via);
    }),
  );
  return outs.length === 0 ? undefined : throughOut(invocation, outs.reduce(either));
}

export function runWords(invocation: Invocation, words: readonly Field[], via: Via): Out | undefined {
  if (words.length === 0) return undefined;
  const own = within(invocation, via);
  return throughOut(
    invocation,
    inSubshell(invocation.state, inner => callProgram(invocation.reader, words, childState(inner), own)),
  );
}

/** A single word is a text for a shell, several are a command. */
export function runEither(invocation: Invocation, words: readonly Field[], via: Via): Out | undefined {
  const [only] = words;
  return words.length === 1 && only !== undefined && /\s/.test(only.pattern)
    ? runAll(invocation, [only], via)
    : runWords(invocation, words, via);
}
