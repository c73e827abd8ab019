import type { ParsedScript } from 'unbash';
import { type Context, deeper, type Reader } from './context.ts';
import type { Expansion } from './expand-word.ts';
import { TooLarge } from './recorder.ts';
import { runScript, runText } from './run-node.ts';
import type { State } from './state.ts';
import { empty, mergeCommands, plain, type Text } from './text.ts';
import { inShell } from './traps.ts';

/** A script that reads what a command writes into `>(…)`; it can only run once that is known. */
export interface Deferred {
  readonly script: ParsedScript;
  readonly name: string;
}

/** How deep substitutions are followed, texts and functions around them included. */
const deepest = 64;

/** The name of the pipe of a process substitution. */
export const pipeName = '/dev/fd/63';

/** What words at a place are expanded with. */
export function expansionOf(reader: Reader, state: State, context: Context, deferred: Deferred[] = []): Expansion {
  const within = (): Context => ({
    ...deeper(context, undefined),
    outer: context.outer.filter(({ descriptor }) => descriptor !== 1),
  });
  return {
    state,
    surroundings: reader.surroundings,
    substitute: script => (script === undefined ? [empty] : substitute(reader, script, state, within())),
    processSubstitute: (script, operator) => {
      if (script === undefined) return plain(pipeName);
      if (operator === '<') return readablePipe(reader, script, state, within());
      deferred.push({ script, name: pipeName });
      return plain(pipeName);
    },
    runHidden: text => {
      runText(reader, `: "${text}"`, state, deeper(context, undefined));
    },
    tooDeep: () => {
      reader.recorder.unreadable ??= { reason: 'too-large', detail: 'an arithmetic expression nests too deep' };
    },
  };
}

function places(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.min(64, to - from) }, (_, at) => from + at);
}

/** A substitution that is no valid shell may run in part, or not at all. @throws {TooLarge} where it nests too deep */
function checkScript({ recorder }: Reader, { errors }: ParsedScript, { lenient, depth }: Context): void {
  if (depth > deepest) throw new TooLarge('substitutions nest too deep');
  const [error] = errors ?? [];
  if (error !== undefined && !lenient)
    recorder.unknown('invalid', `a substitution is no valid shell: ${error.message}`);
}

function substitute(reader: Reader, script: ParsedScript, state: State, context: Context): readonly Text[] {
  checkScript(reader, script, context);
  const start = reader.recorder.commands.length;
  const out = inShell(reader, state, context, inner => runScript(reader, script, inner, context));
  const all = places(start, reader.recorder.commands.length);
  return out.texts.map(text => ({ ...text, commands: mergeCommands(text.commands, all) }));
}

function readablePipe(reader: Reader, script: ParsedScript, state: State, context: Context): Text {
  checkScript(reader, script, context);
  const start = reader.recorder.commands.length;
  const out = inShell(reader, state, context, inner => runScript(reader, script, inner, context));
  const commands = places(start, reader.recorder.commands.length);
  const content = out.texts.map(text => ({ ...text, commands: out.commands }));
  return { pattern: pipeName, origin: 0, commands, content };
}
