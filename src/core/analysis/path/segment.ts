import { anything, deep, one, star } from '../pattern.ts';

/** One name in a place's pattern: `*` and `?` stand for characters, a name that is `**` for any number of names. */
export interface PlaceName {
  readonly text: string;
  /** The same without regard to case. */
  readonly folded: string;
  /** Set for `**`. */
  readonly any: boolean;
  /** Whether any character of it is meant as it stands. */
  readonly literal: boolean;
  /** Whether there is a `*` or `?` in it. */
  readonly wild: boolean;
}

export function placeName(text: string): PlaceName {
  const any = text === '**';
  return { text, folded: text.toLowerCase(), any, literal: /[^*?]/.test(text) || text === '', wild: /[*?]/.test(text) };
}

const opens = /[\uE000-\uE003]+/;

/** What of a place's name tells it from others: `.pem` of `*.pem`, `credentials` of `credentials.json`, `.env` of `.env`. */
function tellingPart(text: string): string {
  const literals = text.split(/[*?]+/).filter(part => part !== '');
  const [only] = literals;
  const parts =
    literals.length === 1 && only !== undefined && /^\*/.test(text) ? [withoutKind(only)] : literals.map(withoutKind);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function withoutKind(part: string): string {
  return part.replace(/(?<=.)\.[a-z0-9]+$/i, '');
}

/** Whether what is known of a target's name speaks of the place's name, and not only of a kind of file or of another name. */
function speaksOf(place: string, name: string): boolean {
  const telling = tellingPart(place);
  const known = name.split(opens).filter(part => part !== '');
  return known.some(part => telling.includes(part) || part.includes(telling));
}

export function isWhollyOpen(name: string): boolean {
  return name !== '' && [...name].every(character => character === anything);
}

/**
 * Whether a name of a target could be one that a place names.
 * @param anywhere set where the place does not say in which folder: then a glob that says nothing but the kind of file does not
 *   stand for a name, since `cat *.json` is hardly meant for the one secret among them
 */
export function couldBe(place: PlaceName, name: string, anywhere: boolean): boolean {
  if (!place.literal) return true;
  const known = !opens.test(name);
  if (known && !place.wild) return place.folded.length === name.length && place.folded === name.toLowerCase();
  if (anywhere && !known && !speaksOf(place.folded, name.toLowerCase())) return false;
  return intersects(place.folded, name.toLowerCase());
}

const isRun = (character: string): boolean => character === star || character === anything || character === deep;

/** Whether some text fits both. Never more than place × target steps. */
function intersects(place: string, target: string): boolean {
  let reached = new Array<boolean>(target.length + 1).fill(false);
  reached[0] = true;
  passOver(reached, target);
  [...place].forEach((character, index) => {
    const next = new Array<boolean>(target.length + 1).fill(false);
    for (let at = 0; at <= target.length; at++) {
      if (reached[at] === true || (character === '*' && next[at] === true)) {
        advance({ character, leading: index === 0 }, target, at, next);
      }
    }
    passOver(next, target);
    reached = next;
  });
  return reached[target.length] === true;
}

/** A run of the target may stand for nothing. */
function passOver(reached: boolean[], target: string): void {
  for (let at = 0; at < target.length; at++) {
    if (reached[at] === true && isRun(target[at] ?? '')) reached[at + 1] = true;
  }
}

interface PlaceCharacter {
  readonly character: string;
  readonly leading: boolean;
}

/** From one place in the target on, what a character of the place can stand for. */
function advance(own: PlaceCharacter, target: string, at: number, next: boolean[]): void {
  if (own.character === '*') next[at] = true;
  const given = target[at];
  if (given === undefined || !agree(own, given)) return;
  next[at + 1] = true;
  if (isRun(given)) next[at] = true;
}

/** A glob of the shell passes over a leading dot. */
function agree({ character, leading }: PlaceCharacter, given: string): boolean {
  if (given === star || given === one) return !(character === '.' && leading);
  return isRun(given) || character === '*' || character === '?' || character === given;
}

/** Whether every text that a target's name stands for fits the place's name. What is open is only covered by what is wild. */
export function covers(place: PlaceName, name: string, fold: boolean): boolean {
  if (!place.wild) return fold ? place.text.toLowerCase() === name.toLowerCase() : place.text === name;
  const pattern = fold ? place.text.toLowerCase() : place.text;
  const text = fold ? name.toLowerCase() : name;
  let reached = new Array<boolean>(text.length + 1).fill(false);
  reached[0] = true;
  for (const character of pattern) {
    const next = new Array<boolean>(text.length + 1).fill(false);
    for (let at = 0; at <= text.length; at++) {
      if (character === '*') next[at] = reached[at] === true || next[at - 1] === true;
      else if (at > 0 && reached[at - 1] === true) next[at] = stands(character, text[at - 1] ?? '');
    }
    reached = next;
  }
  return reached[text.length] === true;
}

function stands(character: string, given: string): boolean {
  return character === given || (character === '?' && !isRun(given));
}
