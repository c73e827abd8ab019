import { anything, isOpen, type Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import type { ProgramOptions } from './program-options.ts';
import { isWholeOption } from './whole-options.ts';

/** A word of a command behind its program, told apart. */
export type Item =
  | {
      readonly kind: 'option';
      /** With its dashes and without its value: `-f`, `--force`, `-delete`; may be open. */
      readonly name: Pattern;
      readonly value?: Pattern;
      /** The word behind it, where it is not known to take one. */
      readonly following?: Pattern;
      /** The whole word that it stands in, without a value behind `=`. */
      readonly written: Pattern;
    }
  | { readonly kind: 'operand'; readonly word: Pattern }
  /** Nobody knows what it is: an option, a verb, an operand; where it `splits`, any number of them. */
  | { readonly kind: 'unknown'; readonly word: Pattern; readonly splits: boolean }
  /** `--` */
  | { readonly kind: 'end' };

/** Where the reading of a command's words stands. */
interface Reader {
  readonly options: ProgramOptions;
  readonly words: readonly Word[];
  readonly items: Item[];
  at: number;
  /** The verbs so far, without those that only name a group. */
  path: string[];
  valued: ReadonlySet<string>;
  /** How many operands stand behind the verb that hands on to another command. */
  handsOnAfter: number | undefined;
  ended: boolean;
}

/** Verbs are at most so many words. */
const mostVerbs = 3;

/** Tells the words behind a program apart. */
export function readCommandWords(words: readonly Word[], options: ProgramOptions): Item[] {
  const reader: Reader = {
    options,
    words,
    items: [],
    at: 0,
    path: [],
    valued: valuedOptions(options, []),
    handsOnAfter: options.passes?.[''],
    ended: false,
  };
  if (options.bareFlags === true) readBareFlags(reader);
  while (reader.at < words.length) readWord(reader);
  return reader.items;
}

function readWord(reader: Reader): void {
  const word = reader.words[reader.at++];
  if (word === undefined) return;
  const { pattern } = word;
  if (reader.ended || reader.handsOnAfter === 0) reader.items.push({ kind: 'operand', word: pattern });
  else if (pattern.startsWith(anything)) readUnknown(reader, word);
  else if (pattern === '--') {
    reader.items.push({ kind: 'end' });
    reader.ended = true;
  } else if (pattern.startsWith('-') && pattern !== '-') readOption(reader, pattern);
  else if (isToolchain(reader, pattern)) readLong(reader, pattern);
  else readOperand(reader, pattern);
}

/** `cargo +nightly publish` */
function isToolchain({ options, items }: Reader, pattern: Pattern): boolean {
  return items.length === 0 && pattern.startsWith('+') && options.own?.includes('--explain') === true;
}

function readUnknown(reader: Reader, { pattern, splits }: Word): void {
  reader.items.push({ kind: 'unknown', word: pattern, splits: splits === true });
  if (splits !== true) countOperand(reader, pattern);
}

function readOperand(reader: Reader, pattern: Pattern): void {
  reader.items.push({ kind: 'operand', word: pattern });
  countOperand(reader, pattern);
}

function countOperand(reader: Reader, word: Pattern): void {
  const { options, path } = reader;
  if (reader.handsOnAfter !== undefined) {
    reader.handsOnAfter = Math.max(0, reader.handsOnAfter - 1);
    return;
  }
  if (path.length >= mostVerbs) return;
  if (path.length === 0 && options.groups !== undefined && Object.hasOwn(options.groups, word)) return;
  path.push(verbOf(word, options));
  reader.valued = valuedOptions(options, path);
  const name = path.join(' ');
  if (options.passes !== undefined && Object.hasOwn(options.passes, name)) reader.handsOnAfter = options.passes[name];
}

/** The verb that a word stands for, where it is another name of one. */
export function verbOf(word: string, options: ProgramOptions): string {
  if (isOpen(word)) return word;
  const folded = word.toLowerCase();
  if (options.sameVerbs === undefined && options.abbreviates === undefined) return folded;
  const { names, verbs } = verbNames(options);
  const known = names.get(folded);
  if (known !== undefined || verbs.length === 0) return known ?? folded;
  const fitting = verbs.filter(verb => verb.startsWith(folded));
  return fitting.length === 1 ? (fitting[0] ?? folded) : folded;
}

interface VerbNames {
  readonly names: ReadonlyMap<string, string>;
  /** Those that may be cut short. */
  readonly verbs: readonly string[];
}

const verbNamesOf = new WeakMap<ProgramOptions, VerbNames>();

function verbNames(options: ProgramOptions): VerbNames {
  const known = verbNamesOf.get(options);
  if (known !== undefined) return known;
  const verbs = options.abbreviates?.split(' ') ?? [];
  const names = new Map(verbs.map(verb => [verb, verb]));
  for (const [verb, others] of Object.entries(options.sameVerbs ?? {})) {
    for (const name of [verb, ...others.split(' ')]) names.set(name, verb);
  }
  verbNamesOf.set(options, { names, verbs });
  return { names, verbs };
}

const valuedSets = new WeakMap<ProgramOptions, Map<string, ReadonlySet<string>>>();

function valuedOptions(options: ProgramOptions, path: readonly string[]): ReadonlySet<string> {
  const key = path.join(' ');
  const sets = valuedSets.get(options) ?? new Map<string, ReadonlySet<string>>();
  valuedSets.set(options, sets);
  const known = sets.get(key);
  if (known !== undefined) return known;
  const lists = [options.anywhere, path.length === 0 ? options.own : undefined, verbOptions(options, path)];
  const made = new Set(lists.flatMap(list => (list ?? '').split(' ')).filter(name => name !== ''));
  // What a hostile text can make up must not pile up.
  if (sets.size < 200) sets.set(key, made);
  return made;
}

/** The most special entry counts: of `stash push` before that of `stash`. */
function verbOptions({ verbs }: ProgramOptions, path: readonly string[]): string | undefined {
  for (let length = path.length; verbs !== undefined && length > 0; length--) {
    const name = path.slice(0, length).join(' ');
    if (Object.hasOwn(verbs, name)) return verbs[name];
  }
  return undefined;
}

function readOption(reader: Reader, pattern: Pattern): void {
  const { options, items } = reader;
  if (options.signal === true && /^-[A-Z0-9]+$/.test(pattern)) {
    if (items.length > 0) readOperand(reader, pattern);
    else items.push({ kind: 'option', name: '-s', value: pattern.slice(1), written: pattern });
  } else if (pattern.startsWith('--') || (options.singleDash === true && pattern.length > 2)) readLong(reader, pattern);
  else readCluster(reader, pattern);
}

function readLong(reader: Reader, pattern: Pattern): void {
  const { options, items } = reader;
  const split = options.foldsOptions === true ? pattern.search(/[:=]/) : pattern.indexOf('=');
  if (split !== -1) {
    const name = pattern.slice(0, split);
    items.push({ kind: 'option', name, value: pattern.slice(split + 1), written: name });
  } else if (takesValue(reader, pattern)) {
    pushValued(reader, pattern, pattern);
  } else pushPlain(reader, pattern, pattern);
}

function takesValue({ valued, options }: Reader, name: string): boolean {
  if (valued.has(name)) return true;
  if (options.exact === true || name.length < 5 || isWholeOption(name)) return false;
  return [...valued].some(option => option.startsWith(name));
}

/** `-xdf`: one option after the other, until one takes the rest as its value. */
function readCluster(reader: Reader, pattern: Pattern): void {
  for (let at = 1; at < pattern.length; at++) {
    const letter = pattern[at] ?? '';
    const rest = pattern.slice(at + 1);
    const name = `-${letter}`;
    if (isOpen(letter)) {
      reader.items.push({ kind: 'option', name, written: pattern });
      return;
    }
    if (!/[A-Za-z0-9?@#%]/.test(letter) || at > longestCluster) return;
    if (rest.startsWith('=') || (rest !== '' && reader.valued.has(name))) {
      reader.items.push({ kind: 'option', name, value: rest.replace(/^=/, ''), written: pattern });
      return;
    }
    if (rest === '' && reader.valued.has(name)) pushValued(reader, name, pattern);
    else pushPlain(reader, name, pattern);
  }
}

/** More letters than this are no cluster. */
const longestCluster = 32;

function pushValued(reader: Reader, name: Pattern, written: Pattern): void {
  const value = reader.words[reader.at];
  if (value === undefined) {
    pushPlain(reader, name, written);
    return;
  }
  reader.at++;
  reader.items.push({ kind: 'option', name, value: value.pattern, written });
  // Without quotes more words may come of it.
  if (value.splits === true) reader.items.push({ kind: 'unknown', word: anything, splits: true });
}

function pushPlain({ items, words, at }: Reader, name: Pattern, written: Pattern): void {
  const following = words[at]?.pattern;
  items.push({ kind: 'option', name, written, ...(following === undefined ? {} : { following }) });
}

/** `tar xzf a.tgz`: the letters are flags, and those with values take the words behind in turn. */
function readBareFlags(reader: Reader): void {
  const first = reader.words[0]?.pattern;
  if (first === undefined || !/^[A-Za-z]{1,32}$/.test(first)) return;
  reader.at = 1;
  for (const letter of first) {
    if (reader.valued.has(`-${letter}`)) pushValued(reader, `-${letter}`, first);
    else pushPlain(reader, `-${letter}`, first);
  }
}
