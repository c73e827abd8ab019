import { runAnyContainer } from './containers.ts';
import type { Context, Out, Reader } from './context.ts';
import { addCommand, programOf } from './emit.ts';
import { runFoundCommands } from './find-exec.ts';
import { runGit } from './git-texts.ts';
import { runHooks } from './hook-variables.ts';
import { runInterpreter } from './interpreters.ts';
import { type Handler, type Invocation, wraps } from './invocation.ts';
import { runLauncher } from './launchers.ts';
import { runOtherShell } from './other-shells.ts';
import { outputOf } from './output.ts';
import { runCode } from './run-code.ts';
import { runProgramFile, runShell } from './run-shell.ts';
import { runWrapper } from './run-wrapper.ts';
import type { State } from './state.ts';
import type { Field } from './text.ts';
import { runUnknownWrapper } from './unknown-wrapper.ts';
import { keepWrittenFiles } from './written-files.ts';
import { runXargs } from './xargs.ts';

/** What looks into a program's words, in this order; the first that finds a command there says what is printed. */
const handlers: readonly Handler[] = [
  runProgramFile,
  runShell,
  runXargs,
  runFoundCommands,
  runGit,
  runAnyContainer,
  runLauncher,
  runOtherShell,
  runWrapper,
  runInterpreter,
  runUnknownWrapper,
];

/** Those of them whose programs do nothing themselves. */
const pure: ReadonlySet<Handler> = new Set([runShell, runXargs, runWrapper, runUnknownWrapper]);

/** Keeps a program as a command and looks into what it runs. */
export function runProgram(reader: Reader, fields: readonly Field[], state: State, context: Context): Out {
  const places = addCommand(reader, fields, state, context);
  const name = programOf(fields[0]?.pattern) ?? '';
  const invocation: Invocation = { reader, name, words: fields, args: fields.slice(1), places, state, context };
  runHooks(invocation);
  let result: Out | undefined;
  for (const handler of handlers) {
    result = handler(invocation);
    if (result === undefined) continue;
    if (pure.has(handler)) wraps(invocation);
    break;
  }
  runCode(invocation);
  const out = result ?? outputOf(invocation);
  keepWrittenFiles(invocation, out);
  return out;
}
