import type { Pattern } from '../pattern.ts';
import type { Command } from '../shell/reading.ts';
import type { CodeLanguage } from './reading.ts';

/** How a filter takes its program: by an option, or else as its first word. */
interface Filter {
  readonly language: CodeLanguage;
  readonly code: readonly string[];
  /** Options with a program in a file. */
  readonly files: readonly string[];
  /** Letters that take a value. */
  readonly values: string;
  readonly longValues: readonly string[];
}

const awk: Filter = {
  language: 'awk',
  code: ['-e', '--source'],
  files: ['-f', '--file', '-E', '--exec'],
  values: 'Fvlim',
  longValues: ['--field-separator', '--assign', '--include', '--load', '--non-decimal-data'],
};

const sed: Filter = {
  language: 'sed',
  code: ['-e', '--expression'],
  files: ['-f', '--file'],
  values: 'l',
  longValues: ['--line-length'],
};

function filterOf(program: string): Filter | undefined {
  if (/^[gmn]?awk$|^busybox-awk$|^goawk$/.test(program)) return awk;
  return /^g?sed$|^ssed$/.test(program) ? sed : undefined;
}

/** The program of an awk or sed command. */
export function codeOfFilter(
  command: Command,
): { readonly language: CodeLanguage; readonly text: Pattern; readonly args: readonly Pattern[] } | undefined {
  const filter = command.program === undefined ? undefined : filterOf(command.program);
  if (filter === undefined) return undefined;
  const pieces: Pattern[] = [];
  const rest: Pattern[] = [];
  let fromFile = false;
  const words = command.words.slice(1).map(word => word.pattern);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      rest.push(...words.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      rest.push(word);
      if (filter.language === 'awk') {
        rest.push(...words.slice(at + 1));
        break;
      }
      continue;
    }
    const option = readOption(filter, words, at);
    if (option.code !== undefined) pieces.push(option.code);
    if (option.file) fromFile = true;
    at += option.used;
  }
  if (fromFile && pieces.length === 0) return undefined;
  const text = pieces.length > 0 ? pieces.join('\n') : rest.shift();
  return text === undefined ? undefined : { language: filter.language, text: preset(filter, words) + text, args: rest };
}

interface Option {
  readonly used: number;
  readonly code?: Pattern | undefined;
  readonly file: boolean;
}

function readOption(filter: Filter, words: readonly Pattern[], at: number): Option {
  const word = words[at] ?? '';
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const value = equals < 0 ? words[at + 1] : word.slice(equals + 1);
    const used = equals < 0 ? 1 : 0;
    if (filter.code.includes(name)) return { used, code: value, file: false };
    if (filter.files.includes(name)) return { used, file: true };
    return { used: filter.longValues.includes(name) ? used : 0, file: false };
  }
  for (let place = 1; place < word.length; place++) {
    const letter = word[place] ?? '';
    const behind = word.slice(place + 1);
    const used = behind === '' ? 1 : 0;
    const value = behind === '' ? words[at + 1] : behind;
    if (filter.code.includes(`-${letter}`)) return { used, code: value, file: false };
    if (filter.files.includes(`-${letter}`)) return { used, file: true };
    // What follows `-i` of sed is a suffix.
    if (filter.language === 'sed' && letter === 'i') return { used: 0, file: false };
    if (filter.values.includes(letter)) return { used, file: false };
  }
  return { used: 0, file: false };
}

/** `-v name=value` as an assignment in the program. */
function preset(filter: Filter, words: readonly Pattern[]): Pattern {
  if (filter.language !== 'awk') return '';
  const assigned = words.flatMap((word, at) =>
    word === '-v' ? [words[at + 1] ?? ''] : /^-v./.test(word) ? [word.slice(2)] : [],
  );
  const texts = assigned.flatMap(pair => {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [`${name}="${value.replaceAll('"', '\\"')}";`];
  });
  return texts.length === 0 ? '' : `BEGIN{${texts.join('')}}`;
}
