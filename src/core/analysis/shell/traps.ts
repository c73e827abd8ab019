import { type Context, deeper, type Out, type Reader } from './context.ts';
import type { Draft } from './recorder.ts';
import { inSubshell } from './run-node.ts';
import { runOneText } from './run-shell.ts';
import type { State } from './state.ts';

/** The most traps that are kept. */
const mostTraps = 8;

/** Remembers a text that runs when the shell ends. */
export function setTrap(state: State, text: State['traps'][number]): void {
  state.traps = [...state.traps, text].slice(-mostTraps);
}

/** Runs what was to be run at the end, as things then stand. What that shows nothing new of is not kept twice. */
export function runTraps(reader: Reader, state: State, context: Context): void {
  const { recorder } = reader;
  for (const text of state.traps) {
    const mark = recorder.mark();
    inSubshell(state, inner => {
      inner.traps = [];
      return runOneText(reader, 'trap', text, inner, deeper(context, { by: 'trap' }));
    });
    const known = new Set(recorder.commands.slice(0, mark.commands).map(keyOf));
    const after = recorder.mark();
    const toldMore = after.unknown > mark.unknown || after.fed > mark.fed;
    if (!toldMore && recorder.commands.slice(mark.commands).every(command => known.has(keyOf(command))))
      recorder.back(mark);
  }
}

/** Runs something in a shell of its own, with what that runs when it ends. */
export function inShell(reader: Reader, state: State, context: Context, runInner: (inner: State) => Out): Out {
  return inSubshell(state, inner => {
    inner.traps = [];
    const out = runInner(inner);
    runTraps(reader, inner, context);
    return out;
  });
}

function keyOf({ words, cwd, redirections }: Draft): string {
  const targets = redirections.map(({ target }) => target);
  return [cwd, ...words.map(({ pattern }) => pattern), ...targets].join('\0');
}
