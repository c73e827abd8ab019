import type { Pattern } from '../pattern.ts';
import type { Command } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { codeOfFilter } from './code-of-filter.ts';
import { type Interpreter, interpreterOf } from './interpreters.ts';
import type { CodeLanguage } from './reading.ts';

/** Code that a command brings along. */
export interface InlineCode {
  readonly language: CodeLanguage;
  readonly text: Pattern;
  /** The words behind it, as the code would see them. */
  readonly args: readonly Pattern[];
}

/** What the words of an interpreter say. */
interface Invocation {
  /** The pieces of code among the words, in their order. */
  readonly pieces: readonly Pattern[];
  /** What is not an option, the script's name first where there is one. */
  readonly rest: readonly Pattern[];
  /** Letters of the options without a value, such as `n` and `p`. */
  readonly flags: ReadonlySet<string>;
  /** Set where an option makes it something else than a run of code: `-m`, `--version`. */
  readonly other: boolean;
}

/**
 * The code that a command runs and that stands in the command itself, in a here-document or in what is piped to it as a known text.
 * @returns undefined for a command that runs no code, or code from elsewhere
 */
export function codeOf(command: Command, _surroundings: Surroundings): InlineCode | undefined {
  if (command.program === undefined || command.wraps === true) return undefined;
  const filter = codeOfFilter(command);
  if (filter !== undefined) return filter;
  const interpreter = interpreterOf(command.program);
  if (interpreter === undefined) return undefined;
  const words = command.words.slice(1).map(word => word.pattern);
  const timed = interpreter.language === 'python' ? timedCode(words) : undefined;
  if (timed !== undefined) return { language: 'python', text: timed, args: [] };
  const invocation = readInvocation(interpreter, words);
  if (invocation.pieces.length > 0) {
    const text = around(interpreter.language, invocation, invocation.pieces.join('\n'));
    return { language: interpreter.language, text, args: invocation.rest };
  }
  if (invocation.other || !readsInput(invocation)) return undefined;
  const { text } = command.input;
  return text === undefined ? undefined : { language: interpreter.language, text, args: invocation.rest.slice(1) };
}

/** The code of `python -m timeit -s SETUP STATEMENT...`. */
function timedCode(words: readonly Pattern[]): Pattern | undefined {
  const at = words.findIndex(word => !word.startsWith('-') || word.startsWith('-m'));
  const module = words[at] === '-m' ? words[at + 1] : words[at]?.slice('-m'.length);
  if (at < 0 || module !== 'timeit') return undefined;
  const given = words.slice(at + (words[at] === '-m' ? 2 : 1));
  const pieces = given.flatMap((word, place) => {
    const glued = /^(?:-s|--setup=)(.+)$/s.exec(word)?.[1];
    if (glued !== undefined) return [glued];
    return word.startsWith('-') || /^-[pvc]*[nru]$/.test(given[place - 1] ?? '') ? [] : [word];
  });
  return pieces.length === 0 ? undefined : pieces.join('\n');
}

/**
 * The interpreter that takes its program from standard input, such as `python3 -`; undefined for a command that does not.
 * Where the input is no known text, what it runs cannot be known.
 */
export function programFromInput(command: Command): string | undefined {
  if (command.program === undefined || command.wraps === true || command.input.from === 'nothing') return undefined;
  const interpreter = interpreterOf(command.program);
  if (interpreter === undefined) return undefined;
  const invocation = readInvocation(
    interpreter,
    command.words.slice(1).map(word => word.pattern),
  );
  return invocation.pieces.length === 0 && !invocation.other && readsInput(invocation) ? command.program : undefined;
}

function readsInput(invocation: Invocation): boolean {
  const [script] = invocation.rest;
  return script === undefined || /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(script);
}

/** `-n`, `-p` and `-i` of perl and ruby put the code into a loop over the files that are named. */
function around(language: CodeLanguage, invocation: Invocation, code: Pattern): Pattern {
  // What `-p` works out is printed.
  if (language === 'javascript' && invocation.flags.has('p') && !/[;\n]/.test(code)) return `console.log(${code})`;
  const loops = invocation.flags.has('n') || invocation.flags.has('p');
  if (!loops || (language !== 'perl' && language !== 'ruby')) return code;
  const inPlace = invocation.flags.has('i');
  if (language === 'perl') return `${inPlace ? '$^I = "";\n' : ''}while (<>) {\n${code}\n}`;
  return `${inPlace ? '$-i = "";\n' : ''}while gets\n${code}\nend`;
}

function readInvocation(interpreter: Interpreter, words: readonly Pattern[]): Invocation {
  const pieces: Pattern[] = [];
  const flags = new Set<string>();
  let other = false;
  let at = interpreter.verbs === undefined ? 0 : verbsOf(interpreter, words);
  if (at < 0) return { pieces, rest: [], flags, other: true };
  // `deno eval CODE`: the code is the first word that is no option.
  let verbTakesCode = at > 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      at++;
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      if (!verbTakesCode) break;
      verbTakesCode = false;
      pieces.push(word);
      continue;
    }
    const used = word.startsWith('--')
      ? readLong(interpreter, words, at, pieces)
      : readCluster(interpreter, words, at, pieces, flags);
    if (used === 'other') other = true;
    else if (used === 'last') {
      at += 2;
      break;
    } else if (used === 'ended') {
      at++;
      break;
    } else at += used;
  }
  return { pieces, rest: words.slice(at), flags, other };
}

function verbsOf(interpreter: Interpreter, words: readonly Pattern[]): number {
  const first = words.findIndex(word => !word.startsWith('-'));
  if (first >= 0 && interpreter.verbs?.includes(words[first] ?? '') === true) return first + 1;
  return interpreter.onlyVerbs === true ? -1 : 0;
}

/** How many more words an option takes; `last` where code and all behind it are the rest, `ended` the same without another word. */
type Used = number | 'other' | 'last' | 'ended';

function readLong(interpreter: Interpreter, words: readonly Pattern[], at: number, pieces: Pattern[]): Used {
  const word = words[at] ?? '';
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  if (interpreter.longCode.includes(name)) {
    const code = equals < 0 ? words[at + 1] : word.slice(equals + 1);
    if (code !== undefined) pieces.push(code);
    return equals < 0 ? 1 : 0;
  }
  if (name === '--import') {
    const code = codeOfAddress(equals < 0 ? (words[at + 1] ?? '') : word.slice(equals + 1));
    if (code !== undefined) pieces.push(code);
  }
  if (/^--(?:version|help)$/.test(name)) return 'other';
  return equals < 0 && interpreter.longValues.includes(name) ? 1 : 0;
}

/** `node --import data:text/javascript,CODE` runs what stands in the address. */
function codeOfAddress(address: Pattern): Pattern | undefined {
  const [, encoded, text] = /^data:[^,;]*(?:;charset=[^,;]*)?(;base64)?,(.*)$/is.exec(address) ?? [];
  if (text === undefined) return undefined;
  try {
    return encoded === undefined ? decodeURIComponent(text) : atob(text);
  } catch {
    return text;
  }
}

function readCluster(
  interpreter: Interpreter,
  words: readonly Pattern[],
  at: number,
  pieces: Pattern[],
  flags: Set<string>,
): Used {
  const word = words[at] ?? '';
  if (interpreter.singles.includes(word)) return 1;
  for (let place = 1; place < word.length; place++) {
    const letter = word[place] ?? '';
    const behind = word.slice(place + 1);
    if (interpreter.code.includes(letter)) {
      flags.add(letter);
      const code = behind === '' || interpreter.detached ? words[at + 1] : behind;
      if (code !== undefined) pieces.push(code);
      if (!interpreter.codeEnds) return behind === '' || interpreter.detached ? 1 : 0;
      return behind === '' ? 'last' : 'ended';
    }
    if (interpreter.other.includes(letter)) return 'other';
    if (interpreter.values.includes(letter)) return behind === '' ? 1 : 0;
    if (interpreter.attached.includes(letter)) {
      flags.add(letter);
      return 0;
    }
    flags.add(letter);
  }
  return 0;
}
