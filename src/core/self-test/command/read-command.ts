import { nameOf } from '../../analysis/path-text.ts';
import { type JsonObject, ownField, ownString } from '../../json/json-value.ts';
import { type CommandWord, plainWord } from './command-word.ts';
import { couldReadEvent } from './could-read-event.ts';
import { programOf } from './program-words.ts';
import { readShell, type ShellCall, type ShellReading } from './read-shell.ts';

/** A program that a command starts, or a script that it hands to an interpreter. */
export interface StartedFile {
  readonly word: CommandWord;
  readonly role: 'program' | 'script';
  /** The interpreter that a script is handed to, such as `python`. */
  readonly interpreter: string | undefined;
  /** It is started whenever the hook runs. */
  readonly certain: boolean;
  /** The word of the `cd` before it; undefined when a relative path starts at the session's folder. */
  readonly folder: CommandWord | undefined;
}

/** What can be told of a hook's command without running it. Offsets count in the text of `command`. */
export interface CommandReading {
  /** `exec`: the entry has `args`, so no shell is involved. */
  readonly form: 'shell' | 'exec';
  readonly text: string;
  /** The script of a shell form; undefined for an exec form, and for PowerShell. */
  readonly shell: ShellReading | undefined;
  /** The words of an exec form. */
  readonly words: readonly CommandWord[];
  readonly started: readonly StartedFile[];
  /** Whether it could read the event on its standard input. */
  readonly couldReadEvent: boolean;
  /** The only exit code with which it can end, whatever the event; undefined when that depends on something. */
  readonly constantExit: number | undefined;
}

/** Commands of the shell itself, for which there is no file to look up. */
const builtins =
  /^(?:\[|\[\[|:|\.|source|alias|bg|break|cd|command|continue|declare|echo|eval|exec|exit|export|false|fg|getopts|hash|jobs|let|local|mapfile|popd|printf|pushd|pwd|read|readarray|readonly|return|set|shift|shopt|test|times|trap|true|type|typeset|ulimit|umask|unalias|unset|wait|kill|builtin)$/;

/** Reads the command of a hook entry. */
export function readCommand(entry: JsonObject): CommandReading {
  const text = ownString(entry, 'command') ?? '';
  const args = ownField(entry, 'args');
  if (Array.isArray(args)) return readExecForm(text, args.map(String));
  if (ownString(entry, 'shell') === 'powershell') {
    return { ...unread, form: 'shell', text };
  }
  const shell = readShell(text);
  const [only] = shell.exits?.size === 1 ? shell.exits : [];
  return {
    form: 'shell',
    text,
    shell,
    words: [],
    started: startedIn(shell),
    couldReadEvent: shell.fault !== undefined || shell.calls.some(couldReadEvent),
    constantExit: typeof only === 'number' ? only : undefined,
  };
}

const unread = { shell: undefined, words: [], started: [], couldReadEvent: true, constantExit: undefined };

function readExecForm(command: string, args: readonly string[]): CommandReading {
  const words = [command, ...args].map(plainWord);
  const { program, script, interpreter } = programOf(words);
  const common = { certain: true, folder: undefined };
  const started: StartedFile[] = [];
  if (program !== undefined) started.push({ ...common, word: program, role: 'program', interpreter: undefined });
  if (script !== undefined) started.push({ ...common, word: script, role: 'script', interpreter });
  const inner = readInnerShell(command, args);
  const [only] = inner?.exits?.size === 1 ? inner.exits : [];
  return {
    ...unread,
    form: 'exec',
    text: [command, ...args].join(' '),
    words,
    started: [...started, ...(inner === undefined ? [] : startedIn(inner))],
    couldReadEvent: inner === undefined || inner.calls.some(couldReadEvent),
    constantExit: typeof only === 'number' ? only : undefined,
  };
}

/** The script of an exec form such as `bash` with `-c` and a text. */
function readInnerShell(command: string, args: readonly string[]): ShellReading | undefined {
  const at = args.findIndex(word => /^-[a-z]*c$/.test(word));
  const text = args[at + 1];
  return /^(?:ba|da|z|k)?sh$/.test(nameOf(command)) && at !== -1 && text !== undefined ? readShell(text) : undefined;
}

function startedIn({ calls, functions }: ShellReading): StartedFile[] {
  return calls.flatMap(startedBy).filter(({ word, role }) => role === 'script' || !functions.has(word.value));
}

function startedBy(call: ShellCall): StartedFile[] {
  const { program, script, interpreter } = programOf(call.words);
  const { certain, folder } = call;
  const found: StartedFile[] = [];
  if (program !== undefined && !builtins.test(program.value)) {
    found.push({ word: program, role: 'program', interpreter: undefined, certain, folder });
  }
  if (script !== undefined) found.push({ word: script, role: 'script', interpreter, certain, folder });
  return found;
}
