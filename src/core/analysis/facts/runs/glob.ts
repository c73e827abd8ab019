import { isOpen, one, type Pattern } from '../../pattern.ts';

/** A glob of the law over one word of a command: `*` is any run of characters, `/` included, and `?` any one. */
export interface WordGlob {
  readonly text: string;
  /** In lower case where case does not count. */
  readonly folded: string;
  readonly wild: boolean;
}

export function wordGlob(text: string): WordGlob {
  return { text, folded: text.toLowerCase(), wild: /[*?]/.test(text) };
}

/** How sure one has to be: `certain` for `runs`, `possible` for `mayRun`. */
export type Sureness = 'certain' | 'possible';

/** Longer open words than this are not compared character by character: they may be anything. */
const longestOpenWord = 4_096;

/** Whether a word fits a glob: with `certain` whatever is open in it stands for, with `possible` for something that it could stand for. */
export function fitsGlob(glob: WordGlob, word: Pattern, sureness: Sureness, foldsCase: boolean): boolean {
  const wanted = foldsCase ? glob.folded : glob.text;
  const given = foldsCase ? word.toLowerCase() : word;
  if (sureness === 'possible' && isOpen(given)) return given.length > longestOpenWord || intersects(wanted, given);
  return glob.wild ? covers(wanted, given) : wanted === given;
}

/** The usual two-finger match: private characters of the word are only passed over by `*`, and one that is a single character by `?`. */
function covers(glob: string, word: string): boolean {
  let at = 0;
  let retryGlob = -1;
  let retryWord = 0;
  let given = 0;
  while (given < word.length) {
    const wanted = glob[at];
    if (wanted === '*') {
      retryGlob = at++;
      retryWord = given;
    } else if (wanted !== undefined && (wanted === word[given] || (wanted === '?' && isSingle(word[given] ?? '')))) {
      at++;
      given++;
    } else if (retryGlob !== -1) {
      at = retryGlob + 1;
      given = ++retryWord;
    } else return false;
  }
  while (glob[at] === '*') at++;
  return at === glob.length;
}

function isSingle(character: string): boolean {
  return character === one || !isOpen(character);
}

/** Whether some text fits the glob and is one that the word can stand for. Never more than glob × word steps. */
function intersects(glob: string, word: string): boolean {
  let reached = passOver(new Array<boolean>(word.length + 1).fill(false).with(0, true), word);
  for (const wanted of glob) {
    const next = new Array<boolean>(word.length + 1).fill(false);
    for (let at = 0; at <= word.length; at++) {
      if (reached[at] !== true && !(wanted === '*' && next[at] === true)) continue;
      if (wanted === '*') next[at] = true;
      const given = word[at];
      if (given === undefined) continue;
      if (isRun(given)) next[at] = true;
      if (wanted === '*' || wanted === '?' || given === one || wanted === given) next[at + 1] = true;
    }
    reached = passOver(next, word);
  }
  return reached[word.length] === true;
}

/** A run of the word may stand for nothing. */
function passOver(reached: boolean[], word: string): boolean[] {
  for (let at = 0; at < word.length; at++) {
    if (reached[at] === true && isRun(word[at] ?? '')) reached[at + 1] = true;
  }
  return reached;
}

function isRun(character: string): boolean {
  return character !== one && isOpen(character);
}
