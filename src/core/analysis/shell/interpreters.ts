import { codeOf } from '../code/code-of.ts';
import { readCode } from '../code/read-code.ts';
import type { CodeLanguage } from '../code/reading.ts';
import { isWithin } from '../path-text.ts';
import { isOpen } from '../pattern.ts';
import { contentOf } from './files.ts';
import { type Handler, type Invocation, isWhollyOpen } from './invocation.ts';
import { runReading } from './run-code.ts';
import { reportFed } from './run-fed.ts';
import { origin } from './text.ts';

const languages: Readonly<Record<string, CodeLanguage | 'other'>> = {
  python: 'python',
  python2: 'python',
  python3: 'python',
  pypy3: 'python',
  node: 'javascript',
  nodejs: 'javascript',
  bun: 'javascript',
  deno: 'javascript',
  tsx: 'javascript',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'other',
  osascript: 'other',
  rscript: 'other',
  tclsh: 'other',
  expect: 'other',
  groovy: 'other',
  scala: 'other',
  swift: 'other',
  julia: 'other',
  guile: 'other',
  elixir: 'other',
};

function languageOf(name: string): CodeLanguage | 'other' | undefined {
  const plainName = /^python[\d.]+$/.test(name) ? 'python3' : name.replace(/[\d.]+$/, '') || name;
  return Object.hasOwn(languages, name)
    ? languages[name]
    : Object.hasOwn(languages, plainName)
      ? languages[plainName]
      : undefined;
}

/** Interpreters that run what comes in, or a file that was written just now. */
export const runInterpreter: Handler = invocation => {
  const language = languageOf(invocation.name);
  if (language === undefined) return undefined;
  const { args, context, reader, places } = invocation;
  const command = reader.recorder.commands[places[0] ?? -1];
  const isInline = command !== undefined && codeOf(command, reader.surroundings) !== undefined;
  const script = args.find(({ pattern }) => pattern === '-' || !pattern.startsWith('-'));
  const takesText = args.some(({ pattern }) => /^-(?:\w*[cepr]|-eval|-print|E)$/.test(pattern) || pattern === '-m');
  if (takesText && !isInline) return undefined;
  if (script === undefined || /^(?:-|\/dev\/stdin)$/.test(script.pattern)) {
    if (
      !isInline &&
      context.input.from !== 'nothing' &&
      !args.some(({ pattern }) => /^(?:--version|--help|-V|-v|-h)$/.test(pattern))
    )
      for (const text of context.input.texts)
        if (isOpen(text.pattern)) reportFed(reader, invocation.name, text.origin, context);
    return undefined;
  }
  if (isInline) return undefined;
  runWritten(invocation, language);
  return undefined;
};

/** A script in a temporary folder or in a visible folder of the home, outside the project: programs are installed elsewhere. */
function isForeign(file: string, { surroundings }: Invocation['reader']): boolean {
  const { project, home, temporary, observer } = surroundings;
  if (isWithin(file, project) || observer.text(file) !== undefined) return false;
  const inHome = isWithin(file, home) && !/^\/(?:\.|Library\/|go\/|bin\/|node_modules\/)/.test(file.slice(home.length));
  return inHome || temporary.some(folder => isWithin(file, folder)) || isWithin(file, '/dev/shm');
}

/** The first word that is a file which the text has written is its program. */
function runWritten(invocation: Invocation, language: CodeLanguage | 'other'): void {
  const { args, reader, state, context, name } = invocation;
  const at = args.findIndex(({ pattern }) => !pattern.startsWith('-') && pattern !== 'run');
  const script = args[at];
  if (script === undefined) return;
  for (const text of script.content ?? contentOf(reader, script, state)) {
    if (text.file !== undefined && isForeign(text.file, reader)) {
      reportFed(reader, name, origin.file, context);
      continue;
    }
    if (text.file !== undefined || (isWhollyOpen(text.pattern) && (text.origin & ~origin.project) === 0)) continue;
    if (isWhollyOpen(text.pattern) || (text.origin & origin.decoded) !== 0) {
      const isWritten = (text.origin & origin.file) === 0;
      if (isWritten) reportFed(reader, name, text.origin, context);
    } else if (language !== 'other')
      runReading(
        invocation,
        language,
        text,
        readCode(language, text.pattern, {
          args: args.slice(at + 1).map(({ pattern }) => pattern),
          parsers: reader.parsers,
          home: reader.surroundings.home,
          env: reader.surroundings.env,
        }),
      );
  }
}
