import { isOpen, type Pattern } from '../../pattern.ts';
import type { Item } from './command-words.ts';
import { fitsGlob, type Sureness, wordGlob } from './glob.ts';
import { verbFits } from './match-verbs.ts';
import type { ProgramOptions } from './program-options.ts';
import type { FlagQuery, FlagsQuery } from './read-query.ts';
import { couldBeWhole, isWholeOption } from './whole-options.ts';

/** The words of a command in which flags are looked for. */
export interface FlagScope {
  readonly items: readonly Item[];
  /** Where options start to count among the items, and behind which they no longer do. */
  readonly optionsFrom: number;
  readonly optionsTo: number;
  /** Where operands start to count: behind the verbs. */
  readonly operandsFrom: number;
  /** Set where an unknown word in front of that may hold flags too. */
  readonly passedUnknown: boolean;
  readonly options: ProgramOptions;
  /** What is assigned in front of the command, as `NAME=value`. */
  readonly variables: readonly Pattern[];
}

type Option = Extract<Item, { kind: 'option' }>;

/** Whether a command has the flags that a rule asks for. */
export function hasFlags({ present, absent }: FlagsQuery, scope: FlagScope, sureness: Sureness): boolean {
  const isThere = (parts: readonly FlagQuery[], how: Sureness, strictly: boolean): boolean =>
    parts.every(flag => hasFlag(flag, scope, how, strictly));
  // What is only possibly there does not take a command out.
  if (absent.some(parts => isThere(parts, 'certain', true))) return false;
  return present.length === 0 || present.some(parts => isThere(parts, sureness, false));
}

/** @param strictly set where an abbreviation that could mean another option as well does not count */
export function hasFlag(flag: FlagQuery, scope: FlagScope, sureness: Sureness, strictly: boolean): boolean {
  if (sureness === 'possible' && couldHold(flag, scope)) return true;
  if (flag.kind === 'end') return scope.items.some(({ kind }) => kind === 'end');
  if (flag.kind === 'variable' && scope.variables.some(text => fitsGlob(flag.glob, text, sureness, false))) return true;
  if (isWord(flag)) return hasOperand(flag, scope, sureness);
  const options = scope.items.slice(scope.optionsFrom, scope.optionsTo).filter(item => item.kind === 'option');
  if (options.some(option => isOption(flag, option, scope.options, sureness, strictly))) return true;
  if (flag.kind === 'dashed' && isCluster(flag, options)) return true;
  // `kill -9 -1`
  return /^-\d+$/.test(flag.text) && hasOperand(flag, scope, sureness);
}

function isWord({ kind }: FlagQuery): boolean {
  return kind === 'operand' || kind === 'switch' || kind === 'variable';
}

/** Whether an unknown word may be it, or may hold it among others. */
function couldHold(flag: FlagQuery, { items, optionsFrom, operandsFrom, passedUnknown }: FlagScope): boolean {
  if (passedUnknown) return true;
  const from = isWord(flag) ? operandsFrom : Math.min(optionsFrom, operandsFrom);
  return items.some((item, at) => {
    if (item.kind !== 'unknown' || at < from) return false;
    return item.splits || flag.kind === 'end' || flag.kind === 'any-option' || couldBeWord(flag, item.word);
  });
}

function couldBeWord(flag: FlagQuery, word: Pattern): boolean {
  if (fitsGlob(flag.glob, word, 'possible', false)) return true;
  // A value behind it, or a cluster.
  return (
    !isWord(flag) && fitsGlob(wordGlob(`${flag.kind === 'short' ? '-' : flag.glob.text}*`), word, 'possible', false)
  );
}

function hasOperand(flag: FlagQuery, { items, operandsFrom, options }: FlagScope, sureness: Sureness): boolean {
  let index = items.slice(0, operandsFrom).filter(({ kind }) => kind === 'operand').length;
  return items.slice(operandsFrom).some(item => {
    if (item.kind !== 'operand' && item.kind !== 'unknown') return false;
    const own = index++;
    if (flag.kind === 'switch')
      return hasSwitch(flag.text, item.word) || (sureness === 'possible' && couldBeWord(flag, item.word));
    if (own <= 1 && options.kinds === true && verbFits(flag.glob, item.word, own, options, sureness)) return true;
    return fitsGlob(flag.glob, item.word, sureness, false);
  });
}

/** `/s` in `rd /s/q x` */
function hasSwitch(text: string, word: Pattern): boolean {
  return (
    /^(?:\/[A-Za-z?])+(?::.*)?$/s.test(word) && word.toLowerCase().split(':')[0]?.includes(text.toLowerCase()) === true
  );
}

function isOption(
  flag: FlagQuery,
  option: Option,
  options: ProgramOptions,
  sureness: Sureness,
  strictly: boolean,
): boolean {
  if (flag.kind === 'any-option') return true;
  const folds = options.foldsOptions === true;
  const named = fitsGlob(flag.glob, option.name, sureness, folds) || isOtherWriting(flag, option, options, strictly);
  return named && fitsValue(flag, option, sureness);
}

function fitsValue({ value, kind }: FlagQuery, option: Option, sureness: Sureness): boolean {
  const given = option.value ?? (value === undefined ? undefined : option.following);
  if (value !== undefined) return given !== undefined && fitsGlob(value, given, sureness, false);
  return kind === 'short' || given?.toLowerCase() !== 'false';
}

/** The same option written in another way: cut short, or with one dash for two. */
function isOtherWriting(flag: FlagQuery, option: Option, options: ProgramOptions, strictly: boolean): boolean {
  const wanted = flag.glob.text;
  const { name } = option;
  if (isOpen(name) || flag.glob.wild) return false;
  if (options.foldsOptions === true) return name.length > 1 && flag.glob.folded.startsWith(name.toLowerCase());
  if (flag.kind === 'dashed') return name === `-${wanted}` || option.written === wanted;
  if (flag.kind !== 'long') return false;
  if (options.singleDash === true && `-${name}` === wanted) return true;
  return options.exact !== true && isAbbreviation(name, wanted, strictly);
}

/** Whether a word is a way to cut a long option short: two letters or more, and no whole option itself. */
function isAbbreviation(name: string, wanted: string, strictly: boolean): boolean {
  if (name.length < 4 || !wanted.startsWith(name) || isWholeOption(name)) return false;
  return !strictly || !couldBeWhole(name);
}

/** `-rf` in a list: both flags, in whatever words. */
function isCluster({ text, value }: FlagQuery, options: readonly Option[]): boolean {
  if (value !== undefined || !/^-[A-Za-z]{2,3}$/.test(text)) return false;
  return [...text.slice(1)].every(letter => options.some(({ name }) => name === `-${letter}`));
}
