import { isWithin, nameOf } from '../path-text.ts';
import { isOpen, type Pattern } from '../pattern.ts';
import { type Context, isElsewhere, type Out, type Reader, rootPath, silent } from './context.ts';
import { isEverydaySource } from './everyday.ts';
import { clonedAround, contentOf } from './files.ts';
import { type Handler, type Invocation, isWhollyOpen, shown, throughOut, within } from './invocation.ts';
import type { Via } from './reading.ts';
import { reportFed } from './run-fed.ts';
import { either, joinInto, runText } from './run-node.ts';
import { childState, copyState, keepFiles, list, type State, scalar } from './state.ts';
import { type Field, open, origin, plain, type Text } from './text.ts';
import { runTraps } from './traps.ts';

const names = new Set([
  'bash',
  'sh',
  'zsh',
  'dash',
  'ksh',
  'ksh93',
  'mksh',
  'ash',
  'fish',
  'rbash',
  'yash',
  'csh',
  'tcsh',
  'git-bash',
]);

export function isShell(name: string): boolean {
  return names.has(name);
}

/** How a shell is started. */
interface Start {
  readonly text?: Field;
  readonly script?: Field;
  readonly args: readonly Field[];
  readonly startup?: Field;
  /** Options that are set by `-O`. */
  readonly options: readonly Pattern[];
}

/** Reads `bash -lc TEXT NAME ARGS`, `bash -s ARGS`, `bash FILE ARGS` and the like. */
function readStart(words: readonly Field[]): Start {
  let takesText = false;
  let takesInput = false;
  let startup: Field | undefined;
  const options: Pattern[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const { pattern } = words[at] ?? plain('');
    if (pattern === '--' || pattern === '-') {
      at++;
      break;
    }
    if (!/^[-+]./.test(pattern)) break;
    if (pattern === '--rcfile' || pattern === '--init-file') startup = words[++at];
    else if (pattern === '--command') takesText = true;
    else if (pattern.startsWith('--command='))
      return { text: { ...plain(pattern.slice(10)) }, args: words.slice(at + 1), options };
    else if (!pattern.startsWith('--')) {
      if (pattern.startsWith('-') && pattern.includes('c')) takesText = true;
      if (pattern.startsWith('-') && pattern.includes('s')) takesInput = true;
      if (/^[-+][A-Za-z]*[oO]$/.test(pattern)) {
        const option = words[++at]?.pattern ?? '';
        if (pattern.startsWith('-')) options.push(option);
      }
    }
  }
  const rest = words.slice(at);
  const [first, ...others] = rest;
  const extra = startup === undefined ? { options } : { options, startup };
  if (takesText && first !== undefined) return { text: first, args: others, ...extra };
  if (takesInput || first === undefined) return { args: rest, ...extra };
  return { script: first, args: others, ...extra };
}

/** A shell that is started as a program. */
export const runShell: Handler = invocation => {
  const { name, args, state, words } = invocation;
  if (!isShell(name)) return undefined;
  const start = readStart(args);
  const child = childState(state);
  child.hiddenToo = start.options.includes('dotglob');
  let out: Out;
  if (start.startup !== undefined) runFile(invocation, name, start.startup, [], childState(state));
  const { text, script } = start;
  if (text !== undefined) {
    child.variables.set('0', scalar(start.args[0] ?? words[0] ?? plain(name)));
    child.variables.set('@', list(start.args.slice(1)));
    out = runTexts(invocation, `${name} -c`, [text], child, { by: `${name} -c` });
  } else if (script !== undefined) {
    out = runFile(invocation, name, script, start.args, child);
  } else {
    child.variables.set('@', list(start.args));
    out = runInput(invocation, name, child);
  }
  runTraps(invocation.reader, child, within(invocation, { by: name }));
  keepFiles(state, child);
  return throughOut(invocation, { ...out, status: 'either' });
};

/** Runs what comes in by standard input. */
export function runInput(invocation: Invocation, by: string, state: State): Out {
  const { input } = invocation.context;
  if (input.from === 'nothing') return { texts: [open(origin.other)], commands: invocation.places, status: 'either' };
  // A script of the project is named; what comes through a pipe or a redirection is not the script itself.
  const texts = input.texts.map(text =>
    text.origin === origin.project && input.from === 'pipe' && !isReadable(invocation.reader, text)
      ? open(origin.file, text.commands)
      : text,
  );
  return runTexts(invocation, by, texts, state, { by });
}

function isReadable({ surroundings }: Reader, { file }: Text): boolean {
  return file !== undefined && surroundings.observer.text(file) !== undefined;
}

/** Runs texts of which one is given to a shell, and says where they come from if they do not stand in the command. */
export function runTexts(invocation: Invocation, by: string, texts: readonly Text[], state: State, via: Via): Out {
  const { reader, context } = invocation;
  const own = within(invocation, via);
  let all: Out | undefined;
  const before = copyState(state);
  for (const text of texts) {
    const inner = copyState(before);
    const out = runOneText(reader, by, text, inner, { ...own, input: innerInput(context, text) });
    if (all === undefined) Object.assign(state, copyState(inner));
    else joinInto(reader, state, inner);
    all = all === undefined ? out : either(all, out);
  }
  return all ?? silent;
}

/** A text that came by standard input leaves nothing of it. */
function innerInput(context: Context, text: Text): Context['input'] {
  return context.input.texts.includes(text) ? { ...context.input, from: 'nothing', texts: [plain('')] } : context.input;
}

export function runOneText(reader: Reader, by: string, text: Text, state: State, context: Context): Out {
  const { pattern, file } = text;
  if ((text.origin & origin.decoded) !== 0) reportFed(reader, by, text.origin, context);
  if (file !== undefined) return runScriptFile(reader, by, file, state, context);
  if (isWhollyOpen(pattern)) {
    reportFed(reader, by, text.origin, context);
    return { texts: [open(origin.other)], commands: [], status: 'either' };
  }
  if ((text.origin & origin.download) !== 0 && isOpen(pattern)) reportFed(reader, by, text.origin, context);
  const inner = isOpen(pattern) ? { ...context, open: { by, origin: text.origin } } : { ...context, open: undefined };
  return runText(reader, pattern, state, inner);
}

/** Runs a file that a shell is given. */
export function runFile(invocation: Invocation, by: string, file: Field, args: readonly Field[], state: State): Out {
  const { reader, context } = invocation;
  const { pattern } = file;
  if (file.content !== undefined) return runTexts(invocation, by, file.content, state, { by });
  if (/^(?:\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|-)$/.test(pattern)) return runInput(invocation, by, state);
  state.variables.set('@', list(args));
  state.variables.set('0', scalar(file));
  if (isEverydaySource(pattern) && !isWritten(pattern, state)) return silent;
  if (isWhollyOpen(pattern) && !isElsewhere(context)) {
    reportFed(reader, by, file.origin === 0 ? origin.variable : file.origin, context);
    return silent;
  }
  const via = { by: `script ${shown(pattern)}` };
  return runTexts(invocation, by, contentOf(reader, file, state), state, via);
}

function isWritten(path: Pattern, state: State): boolean {
  return state.cwds.some(cwd => state.files.get(rootPath(path, cwd)) !== undefined);
}

/** The longest script that is read, in characters. */
const longestScript = 262_144;

/** Runs a script as it lies on the disk. What cannot be known there only matters outside the project. */
function runScriptFile(reader: Reader, by: string, path: Pattern, state: State, context: Context): Out {
  const unknown: Out = { texts: [open(origin.other)], commands: [], status: 'either' };
  if (isElsewhere(context) || isEverydaySource(path)) return unknown;
  const ofProject = isWithin(path, reader.surroundings.project);
  const text = reader.surroundings.observer.text(path);
  if (text === undefined || text.length > longestScript || context.via.length > 12) {
    if (!ofProject) reportFed(reader, by, origin.file, context);
    return unknown;
  }
  const last = context.via.at(-1) ?? { by };
  const via = [
    ...context.via.slice(0, -1),
    { ...last, by: /^script /.test(last.by) ? last.by : `script ${nameOf(path)}`, script: true as const },
  ];
  runText(reader, text, state, { ...context, via, lenient: context.lenient || ofProject, open: undefined });
  return unknown;
}

/** A program that is started by its path: a script, where its text can be read or was written just now. */
export const runProgramFile: Handler = invocation => {
  const { reader, words, args, state, context } = invocation;
  const [word] = words;
  if (word === undefined || !word.pattern.includes('/') || isElsewhere(context)) return undefined;
  const out: Out[] = [];
  for (const cwd of state.cwds) {
    const path = rootPath(word.pattern, cwd);
    const isScript = !isOpen(path) && looksLikeScript(reader, path);
    const written = state.files.get(path) ?? (isScript ? clonedAround(path, state) : undefined);
    if (written !== undefined) out.push(...written.map(text => runWritten(invocation, path, text, args)));
    else if (isScript) {
      const child = childState(state);
      child.variables.set('@', list(args));
      out.push(
        runTexts(invocation, nameOf(path), [{ ...open(0), file: path }], child, {
          by: `script ${shown(word.pattern)}`,
        }),
      );
    }
  }
  return out.length === 0 ? undefined : throughOut(invocation, out.reduce(either));
};

function runWritten(invocation: Invocation, path: Pattern, text: Text, args: readonly Field[]): Out {
  const { state } = invocation;
  const interpreter = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(text.pattern);
  const named =
    interpreter === null
      ? 'sh'
      : nameOf(interpreter[1] ?? '') === 'env'
        ? (interpreter[2] ?? '')
        : nameOf(interpreter[1] ?? '');
  if (!isShell(named) && (text.origin & ~origin.project) === 0) return silent;
  const child = childState(state);
  child.variables.set('@', list(args));
  return runTexts(invocation, nameOf(path), [text], child, { by: `script ${shown(path)}` });
}

/** Whether a file is a shell script, by its name or, in the project, by its first line. */
function looksLikeScript({ surroundings }: Reader, path: string): boolean {
  if (/\.(?:sh|bash|zsh|ksh|command)$/.test(path)) return true;
  if (!isWithin(path, surroundings.project)) return surroundings.temporary.some(folder => isWithin(path, folder));
  return /^#![^\n]*\b(?:ba|da|z|k)?sh\b/.test(surroundings.observer.text(path)?.slice(0, 200) ?? '');
}
