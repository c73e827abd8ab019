import { anything, isOpen, type Pattern } from '../pattern.ts';
import type { Word } from '../shell/reading.ts';

/** A program's words, told apart. */
export interface Arguments {
  readonly options: readonly { readonly name: string; readonly value?: Word }[];
  readonly operands: readonly Word[];
}

/**
 * Tells options from operands. A word that may be anything is an operand.
 * @param valued the options that take a value, such as `-t` and `--target-directory`; long ones are found by their abbreviations
 */
export function readArguments(words: readonly Word[], valued: ReadonlySet<string> = new Set()): Arguments {
  const options: { name: string; value?: Word }[] = [];
  const operands: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) continue;
    if (word.pattern === '--') return { options, operands: [...operands, ...words.slice(at + 1)] };
    if (!word.pattern.startsWith('-') || word.pattern === '-') {
      operands.push(word);
      continue;
    }
    for (const part of splitOption(word.pattern, valued)) {
      if (part.value !== undefined) options.push({ name: part.name, value: { ...word, pattern: part.value } });
      else if (!part.takes) options.push({ name: part.name });
      else {
        const value = words[++at];
        options.push(value === undefined ? { name: part.name } : { name: part.name, value });
      }
    }
  }
  return { options, operands };
}

interface Part {
  readonly name: string;
  readonly value?: Pattern;
  /** Whether its value is the next word. */
  readonly takes?: true;
}

function splitOption(word: Pattern, valued: ReadonlySet<string>): Part[] {
  if (valued.has(word)) return [{ name: word, takes: true }];
  const equals = word.indexOf('=');
  if (word.startsWith('--') || (equals > 2 && valued.has(word.slice(0, equals)))) {
    const name = fullName(equals === -1 ? word : word.slice(0, equals), valued);
    if (equals !== -1) return [{ name, value: word.slice(equals + 1) }];
    return [valued.has(name) ? { name, takes: true } : { name }];
  }
  return splitCluster(word, valued);
}

/** `-rf` is `-r` and `-f`; the first one that takes a value takes the rest. The whole word is kept for programs that write `-name`. */
function splitCluster(word: Pattern, valued: ReadonlySet<string>): Part[] {
  const parts: Part[] = word.length > 2 ? [{ name: word }] : [];
  for (let at = 1; at < word.length && at < 64; at++) {
    const name = `-${word[at] ?? ''}`;
    if (!valued.has(name)) parts.push({ name });
    else return [...parts, at + 1 < word.length ? { name, value: word.slice(at + 1) } : { name, takes: true }];
  }
  return parts;
}

function fullName(name: string, valued: ReadonlySet<string>): string {
  if (valued.has(name) || name.length < 4) return name;
  for (const known of valued) if (known.startsWith(name) && known.startsWith('--')) return known;
  return name;
}

/** Whether one of these options is there. Long ones count from any abbreviation of three letters on. */
export function hasOption({ options }: Arguments, names: Iterable<string>): boolean {
  for (const wanted of names) {
    if (options.some(({ name }) => name === wanted || abbreviates(name, wanted))) return true;
  }
  return false;
}

function abbreviates(name: string, wanted: string): boolean {
  return name.length > 4 && name.startsWith('--') && wanted.startsWith(name);
}

/** The values of these options. */
export function valuesOf({ options }: Arguments, names: Iterable<string>): Word[] {
  const wanted = new Set(names);
  return options.flatMap(({ name, value }) => (value !== undefined && wanted.has(name) ? [value] : []));
}

/** Names written with spaces between them. */
export function namesOf(text = ''): readonly string[] {
  return text === '' ? [] : text.split(' ');
}

/** Whether a word may turn out to be options: a variable without quotes that nobody knows. */
export function mayBeOptions({ pattern, splits }: Word): boolean {
  return splits === true && pattern.startsWith(anything);
}

/** The text of a word that is wholly known. */
export function knownText(word: Word | undefined): string | undefined {
  return word === undefined || isOpen(word.pattern) ? undefined : word.pattern;
}
