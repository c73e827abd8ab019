import { isOpen } from '../pattern.ts';
import { readCmd } from '../windows/read-cmd.ts';
import { readPowerShell } from '../windows/read-powershell.ts';
import type { Out } from './context.ts';
import { type Handler, type Invocation, isWhollyOpen, within } from './invocation.ts';
import type { ShellReading } from './reading.ts';
import { reportFed } from './run-fed.ts';
import { joinWords } from './run-wrapper.ts';
import { type Field, open, origin, plain, type Text } from './text.ts';

/** `cmd /c TEXT` and `powershell -Command TEXT`, which have shells of their own kind. */
export const runOtherShell: Handler = invocation => {
  const { name, args } = invocation;
  if (name === 'cmd') {
    const at = args.findIndex(({ pattern }) => /^\/[ckrCKR]$/.test(pattern));
    return at === -1 ? undefined : include(invocation, joinWords(args.slice(at + 1)), readCmd);
  }
  if (name !== 'powershell' && name !== 'pwsh') return undefined;
  const text = powerShellText(args);
  if (text !== undefined) return include(invocation, text, readPowerShell);
  const { input } = invocation.context;
  const readsInput = args.every(
    ({ pattern }) => pattern === '-' || /^-(?:nop|noni|noprofile|noninteractive|nologo|c|command)$/i.test(pattern),
  );
  return input.from !== 'nothing' && readsInput
    ? include(invocation, input.texts[0] ?? plain(''), readPowerShell)
    : undefined;
};

function powerShellText(args: readonly Field[]): Text | undefined {
  for (const [at, { pattern }] of args.entries()) {
    const next = args[at + 1];
    if (/^[-/]e(?:nc?|ncodedc?\w*|c)?$/i.test(pattern) && next !== undefined) return decoded(next);
    if (/^[-/](?:c|co\w*)$/i.test(pattern)) return next?.pattern === '-' ? undefined : joinWords(args.slice(at + 1));
    if (/^[-/]f(?:i\w*)?$/i.test(pattern)) return undefined;
    if (/^[-/](?:ex\w*|ep|v\w*|w\w*|i\w*|o\w*|config\w*|settings\w*|wd|workingdirectory)$/i.test(pattern)) continue;
    if (
      !/^[-/]/.test(pattern) &&
      !/^[-/](?:ex\w*|ep|v\w*|w\w*|inputf\w*|outputf\w*|config\w*|settings\w*|wd)$/i.test(args[at - 1]?.pattern ?? '')
    )
      return /\.ps1$/i.test(pattern) ? undefined : joinWords(args.slice(at));
  }
  return undefined;
}

/** `-EncodedCommand` is base64 of UTF-16. */
function decoded(word: Field): Text {
  try {
    if (isOpen(word.pattern)) return open(origin.decoded);
    const bytes = Uint8Array.from(atob(word.pattern), character => character.charCodeAt(0));
    return { ...word, pattern: new TextDecoder('utf-16le').decode(bytes), origin: word.origin | origin.decoded };
  } catch {
    return open(origin.decoded);
  }
}

type Read = (text: string, surroundings: Invocation['reader']['surroundings']) => ShellReading;

function include(invocation: Invocation, text: Text, read: Read): Out {
  const { reader, name, places, state, context } = invocation;
  const out: Out = { texts: [open(origin.other, places)], commands: places, status: 'either' };
  if ((text.origin & origin.decoded) !== 0 || isWhollyOpen(text.pattern))
    reportFed(reader, name, text.origin === 0 ? origin.other : text.origin, context);
  if (isWhollyOpen(text.pattern) || text.pattern === '') return out;
  const own = within(invocation, { by: name });
  const [cwd = ''] = state.cwds;
  const surroundings = isOpen(cwd) ? reader.surroundings : { ...reader.surroundings, cwd };
  reader.recorder.include(read(text.pattern, surroundings), command => ({
    ...command,
    via: [...own.via, ...command.via],
  }));
  return out;
}
