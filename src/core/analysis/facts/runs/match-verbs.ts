import { nameOf } from '../../path-text.ts';
import { isOpen, type Pattern } from '../../pattern.ts';
import { type Item, verbOf } from './command-words.ts';
import { fitsGlob, type Sureness, type WordGlob } from './glob.ts';
import type { ProgramOptions } from './program-options.ts';

/** How the verbs of a query lie in a command's words. */
export interface VerbMatch {
  /** The place behind each verb among the items. */
  readonly ends: readonly number[];
  /** Set where an unknown word that may be several was passed over: it may also hold flags. */
  readonly passedUnknown: boolean;
  /** Whether any verb stands there in words that are known. */
  readonly anyKnown: boolean;
}

/** The state of the search: how far the items are passed over, and which verbs have been found. */
interface Step extends VerbMatch {
  readonly at: number;
  readonly passedUnknown: boolean;
}

/**
 * Finds the verbs among the operands, in order and from the first one on; options between them are passed over. With `possible` an
 * unknown word may be a verb, or an option in front of it.
 */
export function matchVerbs(
  verbs: readonly WordGlob[],
  items: readonly Item[],
  options: ProgramOptions,
  sureness: Sureness,
): VerbMatch | undefined {
  // For each count of verbs found, the earliest place; the list of steps stays as short as the verbs are.
  let steps: Step[] = [{ at: 0, ends: [], passedUnknown: false, anyKnown: false }];
  for (let at = 0; at <= items.length; at++) {
    const done = steps.find(({ ends }) => verbs.slice(ends.length).every(isAnyWords));
    if (done !== undefined) return done;
    const item = items[at];
    if (item === undefined || steps.length === 0) return undefined;
    steps = earliest(steps.flatMap(step => advance(step, item, at, verbs, options, sureness)));
  }
  return undefined;
}

function earliest(steps: readonly Step[]): Step[] {
  const kept = new Map<number, Step>();
  for (const step of steps) {
    const other = kept.get(step.ends.length);
    if (other === undefined || (!other.anyKnown && step.anyKnown)) kept.set(step.ends.length, step);
  }
  return [...kept.values()].sort((a, b) => b.ends.length - a.ends.length);
}

function advance(
  step: Step,
  item: Item,
  at: number,
  verbs: readonly WordGlob[],
  options: ProgramOptions,
  sureness: Sureness,
): Step[] {
  if (item.kind === 'option' || item.kind === 'end') return [step];
  const wanted = verbs[step.ends.length];
  if (wanted === undefined) return [step];
  if (item.kind === 'unknown' && item.splits) return passUnknown(step, at, verbs.length, sureness);
  if (isAnyWords(wanted)) {
    const left = { ...step, ends: [...step.ends, at] };
    return [step, ...advance(left, item, at, verbs, options, sureness)];
  }
  const fits = verbFits(wanted, item.word, step.ends.length, options, sureness);
  const found: Step[] = fits
    ? [
        {
          ...step,
          ends: [...step.ends, at + 1],
          anyKnown: step.anyKnown || (!isOpen(item.word) && !isOnlyStar(wanted)),
        },
      ]
    : [];
  return item.kind === 'unknown' && sureness === 'possible' ? [...found, step] : found;
}

/** `**`: any number of words. */
function isAnyWords({ text }: WordGlob): boolean {
  return text === '**';
}

function isOnlyStar({ folded }: WordGlob): boolean {
  return /^[*?]+$/.test(folded);
}

/** A word that may be several stands for options or nothing; with `possible`, for any number of verbs as well. */
function passUnknown(step: Step, at: number, count: number, sureness: Sureness): Step[] {
  const passed = { ...step, passedUnknown: true };
  if (sureness === 'certain') return [passed];
  const more = count - step.ends.length;
  return Array.from({ length: more + 1 }, (_none, found) => ({
    ...passed,
    ends: [...step.ends, ...new Array<number>(found).fill(at + 1)],
  }));
}

/** Whether a word is the verb that is wanted, or another name of it. @param index which of the verbs it is */
export function verbFits(
  wanted: WordGlob,
  word: Pattern,
  index: number,
  options: ProgramOptions,
  sureness: Sureness,
): boolean {
  if (fitsGlob(wanted, word, sureness, true)) return true;
  if (isOpen(word)) return false;
  // `python ./manage.py flush`
  if (index === 0 && options.script === true && fitsGlob(nameGlob(wanted), nameOf(word), sureness, true)) return true;
  if (options.abbreviatesParts === true && isCutShort(word, wanted)) return true;
  if (options.sameVerbs === undefined && options.abbreviates === undefined) return false;
  const verb = verbOf(word, options);
  return fitsGlob(wanted, verb, sureness, true) || (!wanted.wild && verb === verbOf(wanted.text, options));
}

function nameGlob(wanted: WordGlob): WordGlob {
  return { text: nameOf(wanted.text), folded: nameOf(wanted.folded), wild: wanted.wild };
}

/** `mig:fr` for `migrate:fresh`: every part begins like the one that is wanted. */
function isCutShort(word: string, wanted: WordGlob): boolean {
  if (wanted.wild || word.length < 3) return false;
  const parts = wanted.folded.split(':');
  const given = word.toLowerCase().split(':');
  if (parts.length < 2 || parts.length !== given.length) return false;
  return parts.every((part, at) => given[at] !== '' && part.startsWith(given[at] ?? ' '));
}
