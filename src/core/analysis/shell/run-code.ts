import { codeOf } from '../code/code-of.ts';
import { readCode } from '../code/read-code.ts';
import type { CodeLanguage, CodeReading, CodeStart } from '../code/reading.ts';
import { callProgram } from './call.ts';
import type { Context, Out, Reader } from './context.ts';
import { type Invocation, within } from './invocation.ts';
import { keepText } from './redirections.ts';
import { inSubshell } from './run-node.ts';
import { runOneText } from './run-shell.ts';
import type { State } from './state.ts';
import { open, origin, plain, type Text } from './text.ts';

/** Code of another language in a program's words or input: what it starts is run as well. */
export function runCode(invocation: Invocation): void {
  const { reader, places } = invocation;
  const command = reader.recorder.commands[places[0] ?? -1];
  const code = command === undefined ? undefined : codeOf(command, reader.surroundings);
  if (code === undefined) return;
  const { language, text, args } = code;
  runReading(
    invocation,
    language,
    plain(text),
    readCode(language, text, {
      args,
      parsers: reader.parsers,
      home: reader.surroundings.home,
      env: reader.surroundings.env,
    }),
  );
}

/** Takes over what a piece of code would do. */
export function runReading(invocation: Invocation, language: CodeLanguage, text: Text, reading: CodeReading): void {
  const { reader, name, places, state, context } = invocation;
  for (const place of places) reader.recorder.code(place, language, reading);
  if (!context.lenient) for (const { reason, detail } of reading.unknown) reader.recorder.unknown(reason, detail);
  if (reading.runs !== undefined) reader.recorder.fed(name, reading.runs);
  const from = reading.addresses.length > 0 ? origin.download : origin.other;
  for (const use of reading.files)
    if (use.kind === 'write') keepText(use.path, [open(from, places)], false, reader, state);
  if (reading.starts.length === 0) return;
  const own = {
    ...within(invocation, { by: `${name} code` }),
    open: { by: name, origin: text.origin === 0 ? origin.other : text.origin },
  };
  for (const start of reading.starts) inSubshell(state, inner => runStart(reader, name, start, inner, own));
}

function runStart(reader: Reader, name: string, start: CodeStart, state: State, context: Context): Out {
  if ('text' in start) return runOneText(reader, name, { ...plain(start.text), origin: 0 }, state, context);
  return callProgram(
    reader,
    start.words.map(word => ({ ...plain(word.pattern), ...word })),
    state,
    context,
  );
}
