import { anything, isOpen, type Pattern } from '../pattern.ts';

/** Where a text comes from, as bits: nothing set means that it stands in the command itself. */
export const origin = {
  download: 1,
  decoded: 2,
  file: 4,
  variable: 8,
  other: 16,
  /** A file of the project: free to be run. */
  project: 32,
  /** A program that is known to print harmless shell text, such as `ssh-agent -s`. */
  everyday: 64,
} as const;

/** A text as far as it is known, with where it comes from. */
export interface Text {
  readonly pattern: Pattern;
  /** Bits of `origin`. */
  readonly origin: number;
  /** The commands whose output is in it, by their place in the list. */
  readonly commands: readonly number[];
  /** The variables whose values are not known and stand in it. */
  readonly variables?: readonly string[];
  /** For the name of a pipe, such as `/dev/fd/63`: what can be read from it. */
  readonly content?: readonly Text[];
  /** The rooted path of the file whose content this is, and nothing else. */
  readonly file?: string;
}

/** A word of a command with where it comes from. */
export interface Field extends Text {
  /** Set where it may become several words, or none. */
  readonly splits?: true;
}

/** The longest text of a variable or of an output that is followed, in characters; one that grows in a loop would have no end. */
const longest = 65_536;
/** The longest word, in characters: one that stands in the text itself may be as long as that. */
export const longestWord = 1_500_000;
/** The most commands that a text is traced back to. */
const mostCommands = 64;
/** The most alternatives that a text is followed into. */
export const mostAlternatives = 64;

const none: readonly number[] = [];

export function plain(pattern: Pattern): Text {
  return { pattern, origin: 0, commands: none };
}

/** A text of which nothing is known but where it comes from. */
export function open(from: number, commands: readonly number[] = none): Text {
  return { pattern: anything, origin: from, commands };
}

export function mergeCommands(one: readonly number[], two: readonly number[]): readonly number[] {
  if (two.length === 0 || one === two || one.length >= mostCommands) return one;
  const [only] = two;
  if (two.length === 1 && only !== undefined && one.includes(only)) return one;
  if (one.length === 0) return two;
  return [...new Set([...one, ...two])].slice(0, mostCommands);
}

/** The unknown variables of several texts; nothing where there are none. */
function variablesOf(...texts: readonly Text[]): { readonly variables?: readonly string[] } {
  const named = texts.filter(({ variables }) => variables !== undefined);
  if (named.length === 0) return {};
  return { variables: [...new Set(named.flatMap(({ variables = [] }) => variables))].slice(0, mostCommands) };
}

/** One text behind another. */
export function join(left: Text, right: Text, bound = longest): Text {
  if (right === empty) return left;
  if (left === empty) return right;
  // What is open stays open, however often.
  const pattern =
    right.pattern === anything && left.pattern.endsWith(anything) ? left.pattern : left.pattern + right.pattern;
  return {
    pattern: pattern.length > bound ? anything : pattern,
    origin: left.origin | right.origin | (pattern.length > bound && !isOpen(pattern) ? origin.other : 0),
    commands: mergeCommands(left.commands, right.commands),
    ...variablesOf(left, right),
  };
}

export const empty: Text = plain('');

/** All texts of one set in front of all of another; past the bound what follows is open. */
export function combine(left: readonly Text[], right: readonly Text[]): readonly Text[] {
  const [only] = right;
  if (right.length === 1 && only !== undefined) return left.map(text => join(text, only));
  const all: Text[] = [];
  for (const first of left) {
    for (const second of right) {
      if (all.length === mostAlternatives - 1) return [...all, openOf([...left, ...right])];
      all.push(join(first, second));
    }
  }
  return distinct(all);
}

/** What stands for any of them. */
export function openOf(texts: readonly Text[]): Text {
  let from = 0;
  let commands = none;
  for (const text of texts) {
    from |= text.origin;
    commands = mergeCommands(commands, text.commands);
  }
  return {
    pattern: anything,
    origin: from === 0 ? origin.other : from,
    commands,
    ...variablesOf(...texts.slice(0, mostCommands)),
  };
}

/** One of several, without what is there twice; past the bound the rest is open. */
export function distinct<T extends Text>(texts: readonly T[]): readonly (T | Text)[] {
  if (texts.length < 2) return texts;
  const seen = new Map<string, T>();
  for (const text of texts) {
    const key = `${String(text.origin)} ${text.commands.join()} ${text.pattern}`;
    if (!seen.has(key)) seen.set(key, text);
  }
  const kept = [...seen.values()];
  return kept.length <= mostAlternatives ? kept : [...kept.slice(0, mostAlternatives - 1), openOf(kept)];
}

/** A text whose characters are changed in a way that keeps where it comes from. */
export function mapText(text: Text, change: (pattern: Pattern) => Pattern): Text {
  return { pattern: change(text.pattern), origin: text.origin, commands: text.commands, ...variablesOf(text) };
}
