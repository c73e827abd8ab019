import type { Surroundings } from '../surroundings.ts';
import { isMessage, type PlainCommand } from './read-plain.ts';

/** A question about what a call would do, as far as it matters here. */
export interface PlainQuestion {
  readonly of: string;
  readonly member: string;
  readonly args?: readonly (string | readonly string[])[];
  /** The programs that commands of the question could begin with, where they are all known. */
  readonly programs?: readonly string[];
}

/** Answers questions about plain commands: false where that is certain, undefined where only the whole analysis can tell. */
export type AnswerPlain = (question: PlainQuestion) => false | undefined;

/** What quiet programs never do, whatever their words are. */
const never = new Set([
  'shell.unknown',
  'shell.forksWithoutEnd',
  'shell.executes',
  'shell.sets',
  'shell.prints',
  'shell.writes',
  'shell.deletes',
  'shell.sql.unknown',
  'shell.sql.writes',
  'shell.sql.destroys',
  'files.writes',
  'files.deletes',
  'files.changes',
  'files.changesOutside',
  'files.writesOutside',
  'files.deletesOutside',
  'files.deletesElsewhere',
  'files.deletesUnknown',
  'files.sends',
  'files.sendsOutside',
  'files.sendsOut',
  'files.printsEnvironment',
  'shell.gitSets',
]);

/** Whether plain commands never do what a question asks for. */
export function neverPlain(of: string, member: string): boolean {
  return never.has(`${of}.${member}`);
}

/** Programs of which no word is a file that they read. */
const fileless = new Set('npm pnpm yarn bun cargo go echo pwd date which true false'.split(' '));

/** How many working folders are followed. */
const mostFolders = 8;

const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
  given === undefined ? [] : typeof given === 'string' ? [given] : given;

/** Undefined where files lie elsewhere than they seem to, or the home folder lies below the working folder. */
export function answerPlain(commands: readonly PlainCommand[], ground: Surroundings): AnswerPlain | undefined {
  const { cwd, home } = ground;
  const names = namesIn(commands, ground);
  if (names === undefined) return undefined;
  const isElsewhere = lookElsewhere(names, cwd, home);
  const programs = new Set(commands.map(([program = '']) => program));
  return ({ of, member, args = [], programs: asked }) => {
    if (asked?.some(program => programs.has(program)) === false) return false;
    if (neverPlain(of, member)) return false;
    if (member === 'reads')
      return listOf(args[0]).some(place => !isElsewhere(place) && (isHere(place, cwd, home) || mayName(place, names)))
        ? undefined
        : false;
    if (member === 'runs' || member === 'mayRun') {
      const possible = asked === undefined ? commands : commands.filter(([program = '']) => asked.includes(program));
      return possible.some(command => mayRun(command, listOf(args[0]), listOf(args[1]))) ? undefined : false;
    }
    return undefined;
  };
}

/** Every name that stands in a word or in the working folder's path, in lower case. */
function namesIn(
  commands: readonly PlainCommand[],
  { cwd, home, platform, observer: { real } }: Surroundings,
): ReadonlySet<string> | undefined {
  if (platform === 'windows' || `${home}/`.startsWith(`${cwd}/`) || real(cwd) !== cwd) return undefined;
  const names = new Set(splitNames(cwd));
  // A `cd` in a pipeline, or one that fails, changes nothing: every folder that was named is possible.
  const folders = [cwd];
  for (const [program = '', ...words] of commands) {
    for (const [at, word] of words.entries()) {
      for (const name of splitNames(word)) names.add(name);
      if (fileless.has(program) || (at === 0 && program === 'git')) continue;
      if (isOption(word) && !words.slice(0, at).includes('--')) continue;
      if (program === 'git' && isMessage(words, at)) continue;
      const paths = folders.map(folder => join(folder, word));
      if (paths.some(path => real(path) !== path)) return undefined;
      if (program === 'cd') folders.push(...paths.filter(path => !folders.includes(path)));
    }
    if (folders.length > mostFolders || (program === 'cd' && words.length !== 1)) return undefined;
  }
  return names;
}

const isOption = (word: string): boolean => /^-[^/]*$|^\d+$/.test(word);

function join(folder: string, word: string): string {
  const names = word.split('/').filter(name => name !== '' && name !== '.');
  return [folder, ...names].join('/');
}

function splitNames(text: string): string[] {
  return text.toLowerCase().split(/[/\s=:,@%]+/);
}

/**
 * The commonest places by comparing texts alone: those whose last name is written out and is none of the names, and that
 * begin with another folder than the working one. False where that has to be looked at more closely.
 */
function lookElsewhere(names: ReadonlySet<string>, cwd: string, home: string): (place: string) => boolean {
  const own = cwd.toLowerCase();
  const ownHome = home.toLowerCase();
  const below = own.startsWith(`${ownHome}/`) ? own.slice(ownHome.length + 1).split('/', 1)[0] : undefined;
  const root = own.split('/', 2)[1] ?? '';
  return text => {
    if (text.startsWith('!')) return true;
    const place = text.toLowerCase();
    let end = place.length;
    while (place.endsWith('/**', end)) end -= '/**'.length;
    const last = place.slice(place.lastIndexOf('/', end - 1) + 1, end);
    if (!/^\.?\w[\w.-]*$/.test(last) || names.has(last)) return false;
    if (place.startsWith('**/')) return true;
    if (place.startsWith('~/'))
      return below === undefined || (/^~\/[\w.-]+(?:\/|$)/.test(place) && !place.startsWith(below, '~/'.length));
    return /^\/[\w.-]+(?:\/|$)/.test(place) && !place.startsWith(root, 1);
  };
}

/** Whether a place could lie in the working folder or be one above it: there, whole folders may be read. */
function isHere(place: string, cwd: string, home: string): boolean {
  if (place.startsWith('!') || place.startsWith('**/')) return false;
  const rooted = place.startsWith('~') ? home + place.slice(1) : place;
  if (!rooted.startsWith('/')) return true;
  const own = cwd.toLowerCase().split('/');
  const names = rooted.toLowerCase().split('/');
  return own.every((name, at) => names[at] === undefined || names[at] === name || /[*?{]/.test(names[at] ?? ''));
}

/** Whether a place could be one of the names: by its last name that is written out. */
function mayName(place: string, names: ReadonlySet<string>): boolean {
  if (place.startsWith('!')) return false;
  const parts = splitPlace(place.toLowerCase());
  while (parts.length > 0 && /^(?:\*\*|)$/.test(parts.at(-1) ?? '')) parts.pop();
  const last = parts.at(-1);
  if (last === undefined || /^(?:\.{1,2}|~|\*|\$.*)$/.test(last)) return true;
  return alternativesOf(last).some(name => isNamed(name, names));
}

/** Separators inside of braces part no names. */
function splitPlace(place: string): string[] {
  return /\{[^{}]*\/[^{}]*\}/.test(place) ? [] : place.split(/[\\/]/);
}

function isNamed(name: string, names: ReadonlySet<string>): boolean {
  const wild = startOfWild(name);
  if (wild === -1) return names.has(name);
  const start = name.slice(0, wild);
  if (start !== '') return [...names].some(given => given.startsWith(start));
  const end = /^\*+([^*?]+)$/.exec(name)?.[1];
  return end === undefined || [...names].some(given => given.endsWith(end));
}

/** Whether a command could be one of these with one of the flags. Never false where the whole analysis could say yes. */
function mayRun([program = '', ...words]: PlainCommand, texts: readonly string[], flags: readonly string[]): boolean {
  if (!texts.some(text => mayBe(text, program, words))) return false;
  const wanted = flags.filter(flag => !flag.startsWith('!'));
  return wanted.length === 0 || wanted.some(flag => mayHave(flag, words));
}

// This runs once in a process, cold: comparing characters is cheaper there than a pattern that has to be compiled first.

function mayBe(given: string, program: string, words: readonly string[]): boolean {
  const text = given.trim();
  if (text.includes('\t') || text.includes('\n')) return true;
  const end = endOfHead(text);
  const head = text.slice(0, end);
  // Every package manager has its own words for the same, and the others' programs are started by them.
  if (!alternativesOf(head).some(name => isProgram(name, program, words))) return false;
  // Blanks inside of braces belong to the alternative: such a text is taken by its program alone.
  if (hasBlankInBraces(text)) return true;
  const verbs = text.slice(end).split(' ');
  return verbs.every(verb => verb === '' || alternativesOf(verb).some(name => isWild(name) || isSameVerb(name, words)));
}

const isWild = (name: string): boolean => name.includes('*') || name.includes('?') || name.includes('/');

/** Where the first word of a text of the law ends. */
function endOfHead(text: string): number {
  const close = text.startsWith('{') ? text.indexOf('}') : 0;
  const end = text.indexOf(' ', Math.max(0, close));
  return end === -1 ? text.length : end;
}

function hasBlankInBraces(text: string): boolean {
  for (let open = text.indexOf('{'); open !== -1; open = text.indexOf('{', open + 1)) {
    const close = text.indexOf('}', open);
    if (close !== -1 && text.slice(open, close).includes(' ')) return true;
  }
  return false;
}

function isProgram(name: string, program: string, words: readonly string[]): boolean {
  if (name === program) return true;
  // `git-push` is `git push`.
  if (name.startsWith(program) && name[program.length] === '-' && words.includes(name.slice(program.length + 1)))
    return true;
  const wild = startOfWild(name);
  return wild !== -1 && program.startsWith(name.slice(0, wild));
}

function startOfWild(name: string): number {
  const [star, one] = [name.indexOf('*'), name.indexOf('?')];
  return star === -1 || one === -1 ? Math.max(star, one) : Math.min(star, one);
}

/** What a word with one list in braces may be; anything at all for one that is built in another way. */
function alternativesOf(word: string): readonly string[] {
  const open = word.indexOf('{');
  const close = word.indexOf('}');
  if (open === -1 && close === -1) return [word];
  const choices = word.slice(open + 1, close);
  const after = word.slice(close + 1);
  if (open === -1 || close < open || choices.includes('{') || after.includes('{') || after.includes('}')) return ['*'];
  const before = word.slice(0, open);
  const names = choices.split(',');
  return before === '' && after === '' ? names : names.map(name => before + name + after);
}

/** The quiet verbs have no other names but these. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  run: ['run-script', 'rum', 'urn'],
  test: ['t', 'tst'],
  ci: ['clean-install', 'ic', 'install-clean', 'isntall-clean', 'install'],
};

function isSameVerb(name: string, words: readonly string[]): boolean {
  return words.some(
    word => word === name || word.toLowerCase() === name.toLowerCase() || otherNames[word]?.includes(name) === true,
  );
}

function mayHave(flag: string, words: readonly string[]): boolean {
  const parts = flag.split(/\s+/);
  return parts.every(part => words.some(word => mayFit(part, word)));
}

function mayFit(flag: string, word: string): boolean {
  if (flag.startsWith('!')) return true;
  if (flag.startsWith('--')) {
    const name = flag.split('=', 1)[0] ?? flag;
    const given = word.split('=', 1)[0] ?? word;
    const wild = /[*?]/.exec(name)?.index;
    if (wild !== undefined) return word.startsWith(name.slice(0, wild));
    return given !== '--' && word.startsWith('--') && name.startsWith(given);
  }
  if (flag.startsWith('-') && flag.length > 1) {
    const letter = flag[1] ?? '';
    if (/[*?]/.test(letter)) return word.startsWith('-');
    return word.startsWith('-') && (word.includes(letter) || word.includes(letter.toUpperCase()));
  }
  if (/^\w+=/.test(flag)) return true;
  const chunks = flag.toLowerCase().split(/[*?{},]+/);
  const text = word.toLowerCase();
  if (!/[*?{]/.test(flag)) return text === flag.toLowerCase();
  return /[{]/.test(flag) || chunks.every(chunk => text.includes(chunk));
}
