import { deep, isOpen, type Pattern, star } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import { couldBe, covers, isWhollyOpen, type PlaceName, placeName } from './segment.ts';
import { expandHome, isRootedTarget, isUnknownStart, isWindowsPath, joinTarget, splitTarget } from './target-path.ts';

/**
 * A place as the law writes it: `.` is the project, other relative ones are seen from it, `~/…` from the home folder; `**` + `/NAME`
 * is anywhere; `$TMPDIR` stands for every folder for temporary files; `*`, `?`, `**` and `{a,b}` as usual. `!` in front takes
 * what is certainly there out of the places beside it.
 */
export interface Place {
  readonly text: string;
  readonly excludes: boolean;
  /** Every alternative, and the form with links followed where that is another one; the root is the first name. */
  readonly forms: readonly (readonly PlaceName[])[];
  readonly surroundings: Surroundings;
}

/** What is asked about: a file effect, or a bare path. */
export interface Target {
  readonly kind?: 'read' | 'write' | 'delete';
  readonly path: Pattern;
  readonly recursive?: true;
  readonly many?: true;
}

const maxAlternatives = 256;
const maxNames = 256;

/** Reads a place of the law. Never fails: what is odd in it is meant as it stands. */
export function compilePlace(text: string, surroundings: Surroundings): Place {
  const excludes = text.startsWith('!');
  const forms: string[][] = [];
  for (const alternative of expandBraces(excludes ? text.slice(1) : text)) {
    for (const path of rootedForms(alternative, surroundings)) forms.push(...withLinks(path, surroundings));
  }
  return { text, excludes, surroundings, forms: forms.map(names => names.map(placeName)) };
}

function rootedForms(text: string, surroundings: Surroundings): string[] {
  const inTemporary = /^\$(?:TMPDIR|\{TMPDIR\})(?=\/|$)/.exec(text)?.[0];
  if (inTemporary !== undefined) return surroundings.temporary.map(folder => folder + text.slice(inTemporary.length));
  const path = expandHome(text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~'), surroundings);
  if (path === '**' || path.startsWith('**/') || isRootedTarget(path, surroundings)) return [path];
  return [`${surroundings.project}/${path}`];
}

/** The names of a path, and those of what its known start links to. */
function withLinks(path: string, surroundings: Surroundings): string[][] {
  const names = splitTarget(path, surroundings);
  const known = names.findIndex(name => /[*?]/.test(name));
  const start = known === -1 ? names : names.slice(0, known);
  if (start.length < 2) return [names];
  const real = splitTarget(surroundings.observer.real(joinTarget(start)), surroundings);
  return real.join('/') === start.join('/') ? [names] : [names, [...real, ...names.slice(start.length)]];
}

function expandBraces(text: string): string[] {
  const done: string[] = [];
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const found = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (found === null || done.length + pending.length > maxAlternatives) {
      done.push(next);
      continue;
    }
    for (const choice of (found[1] ?? '').split(',')) {
      pending.push(next.slice(0, found.index) + choice + next.slice(found.index + found[0].length));
    }
  }
  return done;
}

/** A target as names, as written and with links followed. */
function targetForms(target: Target, surroundings: Surroundings): string[][] {
  const contents = target.many === true && !isOpen(target.path);
  const names = spread(splitTarget(contents ? `${target.path}/${star}` : target.path, surroundings));
  if (isUnknownStart(names[0] ?? '')) return [names];
  const open = names.findIndex(isOpen);
  // Deleting a link leaves alone what it links to.
  const until = open !== -1 ? open : names.length - (target.kind === 'delete' ? 1 : 0);
  const start = names.slice(0, Math.max(1, until));
  const real = splitTarget(surroundings.observer.real(joinTarget(start)), surroundings);
  return real.join('/') === start.join('/') ? [names] : [names, [...real, ...names.slice(start.length)]];
}

/** Who empties a folder touches the folder, too. */
function touchedForms(target: Target, surroundings: Surroundings): string[][] {
  const own = targetForms(target, surroundings);
  if (target.many !== true || isOpen(target.path)) return own;
  return [...own, ...own.map(names => names.slice(0, -1))];
}

/** A name with {deep} in it stands for several. */
function spread(names: readonly string[]): string[] {
  return names
    .flatMap(name =>
      name.length > 1 && name.includes(deep) ? name.split(deep).flatMap((part, at) => parts(part, at)) : [name],
    )
    .slice(0, maxNames);
}

function parts(part: string, at: number): string[] {
  if (at === 0) return part === '' ? [] : [`${part}${star}`];
  return part === '' ? [deep] : [deep, `${star}${part}`];
}

/**
 * Whether something could happen to what lies at a place. Globs count where they fit; a target that is known in part counts where
 * the known part fits; what is wholly unknown does not.
 */
export function touches(target: Target, place: Place): boolean {
  return touchesAt(touchedForms(target, place.surroundings), place, target.recursive === true);
}

/** The same for several places, where those with `!` in front take out what certainly lies there. */
export function touchesAny(target: Target, places: readonly Place[]): boolean {
  const [first] = places;
  if (first === undefined) return false;
  const forms = touchedForms(target, first.surroundings);
  const recursive = target.recursive === true;
  if (!places.some(place => !place.excludes && touchesAt(forms, place, recursive))) return false;
  return !places.some(place => place.excludes && isCovered(target, place));
}

function touchesAt(forms: readonly string[][], place: Place, recursive: boolean): boolean {
  return forms.some(names => place.forms.some(form => touchesForm(names, form, recursive)));
}

function touchesForm(names: readonly string[], form: readonly PlaceName[], recursive: boolean): boolean {
  let own = names;
  let whole = recursive;
  while (own.length > 1 && own.at(-1) === deep) {
    own = own.slice(0, -1);
    whole = true;
  }
  if (fits(form, own)) return true;
  if (!whole) return false;
  for (let end = form.length - 1; end > 0; end--) {
    if (isFolderOf(form, end) && fits(form.slice(0, end), own)) return true;
  }
  return false;
}

/**
 * Whether what a place names up to there is a folder that holds it for certain. `grep -r x .` is no reading of every `.env` that
 * may lie somewhere below.
 */
function isFolderOf(form: readonly PlaceName[], end: number): boolean {
  if (form[end - 1]?.any === true) return false;
  const open = form.findIndex(({ any }, at) => any && at >= end);
  return open === -1 || !form.slice(open).some(({ literal }) => literal);
}

/** How many known names agree, 2 at most: without a guess, and with one; −1 where they do not agree at all. */
interface Agreement {
  readonly certain: number;
  readonly guessed: number;
}
const none: Agreement = { certain: -1, guessed: -1 };

/** Whether the names of a target could be those of a place. Where some are guessed, two known ones must agree, or a hidden one. */
function fits(form: readonly PlaceName[], names: readonly string[]): boolean {
  const last = form.findLastIndex(({ literal }) => literal);
  const row: Row = { form, names, anywhere: form[0]?.any === true, last };
  // From the end of the place to its start; in each row, what is true from every name of the target on.
  let below = names.map((): Agreement => none);
  below.push({ certain: 0, guessed: -1 });
  for (let at = form.length - 1; at >= 0; at--) below = rowAbove(row, at, below);
  const result = below[0] ?? none;
  return result.certain >= 0 || result.guessed >= 2;
}

interface Row {
  readonly form: readonly PlaceName[];
  readonly names: readonly string[];
  readonly anywhere: boolean;
  /** The last name of the place that is not only wild: it has to be known. */
  readonly last: number;
}

function rowAbove({ form, names, anywhere, last }: Row, at: number, below: readonly Agreement[]): Agreement[] {
  const row: Agreement[] = new Array<Agreement>(names.length + 1).fill(none);
  const name = form[at];
  if (name === undefined) return row;
  const many = name.any && at < form.length - 1;
  if (many) row[names.length] = below[names.length] ?? none;
  for (let own = names.length - 1; own >= 0; own--) {
    const given = names[own] ?? '';
    const [across = none, down = none, right = none] = [below[own + 1], below[own], row[own + 1]];
    if (name.any) row[own] = better(many ? down : across, right);
    else if (given === deep) row[own] = better(right, at < last ? down : none);
    else if (own === 0 && isUnknownStart(given)) row[own] = at < last ? guess(better(down, across)) : none;
    else if (name.literal && isWhollyOpen(given)) row[own] = at < last ? guess(across) : none;
    else if (couldBe(name, given, anywhere)) row[own] = name.literal && own > 0 ? know(across, name) : across;
  }
  return row;
}

function better(a: Agreement, b: Agreement): Agreement {
  return { certain: Math.max(a.certain, b.certain), guessed: Math.max(a.guessed, b.guessed) };
}

function guess({ certain, guessed }: Agreement): Agreement {
  return { certain: -1, guessed: Math.max(certain, guessed) };
}

/** A hidden name says as much as two. */
function know({ certain, guessed }: Agreement, { text }: PlaceName): Agreement {
  const weight = /^\.[^.]/.test(text) ? 2 : 1;
  const add = (count: number): number => (count < 0 ? count : Math.min(2, count + weight));
  return { certain: add(certain), guessed: add(guessed) };
}

/** Where a target lies. `uncertain`: nobody knows from where it starts. */
export type Lies = 'inside' | 'outside' | 'uncertain';

/**
 * Whether a target certainly lies in one of these places, as written and with links followed. A place stands for itself and all in
 * it; one that ends with `/**` only for what is in it. Case counts, except on Windows.
 */
export function isWithin(target: Target, places: readonly Place[]): Lies {
  const [first] = places;
  if (first === undefined) return isUnknownStart(target.path) ? 'uncertain' : 'outside';
  const forms = targetForms(target, first.surroundings);
  if (isUnknownStart(forms[0]?.[0] ?? '')) return 'uncertain';
  const inside = forms.every(names => places.some(place => !place.excludes && isAt(names, place, true)));
  const excluded = places.some(place => place.excludes && touches(target, place));
  return inside && !excluded ? 'inside' : 'outside';
}

/** Whether a target certainly lies at a place. */
function isCovered(target: Target, place: Place): boolean {
  if (target.recursive === true && !place.forms.every(form => form.at(-1)?.any === true)) return false;
  return targetForms(target, place.surroundings).every(names => isAt(names, place, false));
}

function isAt(names: readonly string[], place: Place, below: boolean): boolean {
  const fold = isWindowsPath(`${names[0] ?? ''}/`, place.surroundings);
  return place.forms.some(form => coversNames(form, names, fold, below));
}

/** @param below whether what lies in the place counts as well */
function coversNames(form: readonly PlaceName[], names: readonly string[], fold: boolean, below: boolean): boolean {
  let reached = new Array<boolean>(names.length + 1).fill(false);
  reached[0] = true;
  form.forEach((name, at) => {
    const next = new Array<boolean>(names.length + 1).fill(false);
    const final = at === form.length - 1;
    for (let own = 0; own <= names.length; own++) {
      const before = own > 0 && reached[own - 1] === true;
      if (name.any) next[own] = (!final && reached[own] === true) || before || (own > 0 && next[own - 1] === true);
      else if (before) next[own] = names[own - 1] !== deep && covers(name, names[own - 1] ?? '', fold);
    }
    reached = next;
  });
  return reached[names.length] === true || (below && reached.includes(true));
}
