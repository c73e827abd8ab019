/**
 * A first look at a shell text, cheap enough for every call. Most of what agents type is a few well-known programs with plain
 * words; of those it can be told without the whole analysis that they do nothing of what rules ask for.
 */
export type PlainCommand = readonly string[];

/** The longest text that is looked at, in characters. */
const longest = 4_000;

/** Letters and signs that look like what they are: nothing invisible, nothing that is joined to its neighbour. */
const visible =
  /^[\t\n\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u0370-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** Between words: blanks, operators, and redirections that reach no file. */
const between = /[ \t]+|\n|&&|\|\||[;|]|(?:[12]?>>?|&>) ?\/dev\/null(?![\w./-])|2>&1(?!\w)/y;
/** A word without anything that the shell would expand; a quoted part only at its start and end. */
const wordText = /(?:[\w./:,@%+=-]|"[^"$`\\!]*"|'[^']*')+/y;

/** Programs that start no other program of their words' choosing, delete nothing, and send nothing anywhere. */
const quiet = new Set(
  'cd ls pwd echo cat head tail wc sort uniq cut tr grep egrep fgrep rg diff cmp true false mkdir date which tsc eslint prettier biome vitest jest mocha pytest ruff mypy black flake8'.split(
    ' ',
  ),
);
/** The same of programs with verbs. */
const quietVerbs: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['git', new Set('add commit status diff log show fetch pull push rev-parse describe blame ls-files'.split(' '))],
  ...['npm', 'pnpm', 'yarn', 'bun'].map(name => [name, new Set(['run', 'test', 'start', 'ci'])] as const),
  ['cargo', new Set('build check test clippy fmt'.split(' '))],
  ['go', new Set('build test vet fmt'.split(' '))],
]);

/** The programs of plain commands. */
export const plainProgramNames: ReadonlySet<string> = new Set([...quiet, ...quietVerbs.keys()]);

/** Options by which a quiet program starts another one, writes a file, or takes its words from somewhere. */
const loud =
  /^--?(?:o|exec|upload-pack|receive-pack|pre|compress-program|files0-from|config|c$|C$|ext-diff|textconv|hostname-bin|plugin|rulesdir|resolve-plugins|p$|require|import|repo|template|file|F$|f$|S|T|i?glob|g|include|type-add|ignore-file)/;

/** Reads a text as commands, each a list of words; undefined where it is not plain. */
export function readPlain(text: string): readonly PlainCommand[] | undefined {
  if (text.length > longest || !visible.test(text)) return undefined;
  const commands: string[][] = [];
  let current: string[] = [];
  let at = 0;
  let glued = false;
  while (at < text.length) {
    between.lastIndex = at;
    const sign = between.exec(text)?.[0];
    if (sign !== undefined) {
      if (/^[\n&|;]/.test(sign) && !sign.startsWith('&>')) {
        commands.push(current);
        current = [];
      }
      at += sign.length;
      glued = false;
      continue;
    }
    wordText.lastIndex = at;
    const word = wordText.exec(text)?.[0];
    // A number in front of a redirection that is not one of the harmless ones, or a word that goes on in another way.
    if (word === undefined || glued) return undefined;
    glued = true;
    at += word.length;
    current.push(
      word.replace(/"([^"]*)"|'([^']*)'/g, (_all, double: string = '', single: string = '') => double + single),
    );
  }
  commands.push(current);
  const given = commands.filter(words => words.length > 0);
  return given.length > 0 && given.every(isQuiet) ? given : undefined;
}

function isQuiet([program = '', verb = '', ...more]: PlainCommand): boolean {
  const words = [verb, ...more];
  if (words.some(word => loud.test(word) || isFarAway(word))) return false;
  // Git takes its words for patterns, but for a message.
  if (program === 'git' && words.some((word, at) => /[*?[{(:]/.test(word) && !isMessage(words, at))) return false;
  // `cd --` and `cd -P` go home.
  if (program === 'cd' && (words.length !== 1 || /^(?:-|$)/.test(verb))) return false;
  if (program === 'date') return words.every(word => /^(?:$|\+|-u$|-I|-R$)/.test(word));
  if (program === 'uniq') return words.every(word => /^(?:$|-[cdiu]+$)/.test(word));
  if (quiet.has(program)) return words.every(isKnownOption);
  if (quietVerbs.get(program)?.has(verb) !== true) return false;
  if (program === 'git') return words.every(isKnownOption);
  // These take long options with one dash, and run programs that are no scripts of the project by the same verb.
  if (packageManagers.has(program))
    return !words.some(word => /^-\w{2}/.test(word)) && (!/^run/.test(verb) || scriptName.test(more[0] ?? ''));
  return true;
}

const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const scriptName =
  /^(?:build|test|tests|lint|start|dev|serve|format|fmt|typecheck|type-check|types|check|watch|ci|coverage|e2e|unit|docs|generate|storybook|preview|compile|bundle|validate|verify)(?:[:-][\w:-]*)?$/;

/** Long options that are known to do nothing but to change what is printed; others may be abbreviated to anything. */
const harmlessOptions = new Set(
  'amend all oneline stat shortstat numstat cached staged name-only name-status set-upstream no-edit force-with-lease follow graph short porcelain ff-only verbose quiet color no-color count line-number ignore-case files-with-matches files-without-match no-heading hidden max-count abbrev-ref show-toplevel help version parents lines bytes numeric reverse unique recursive word-regexp fixed-strings word-diff no-pager decorate first-parent merges no-merges patch message signoff branch dry-run noEmit noemit force mirror delete prune no-verify tags'.split(
    ' ',
  ),
);

function isKnownOption(word: string): boolean {
  // Short ones without a file glued to them, as in `-f.env`.
  if (!word.startsWith('--')) return !word.startsWith('-') || /^-[a-z]{0,5}[\d,:;]*$/i.test(word);
  if (/\s/.test(word)) return false;
  return (
    word === '--' ||
    harmlessOptions.has(word.slice(2)) ||
    /^--(?:format|since|until|author|grep|max-count|mode)=/.test(word)
  );
}

/** Git takes its words for patterns, but for the message of a commit. */
export function isMessage(words: readonly string[], at: number): boolean {
  const flag = /^(?:-[a-z]*m|--message)$/;
  return words[0] === 'commit' && flag.test(words[at - 1] ?? '') && !flag.test(words[at - 2] ?? '');
}

/** A path that is not below the working folder. A text with blanks is a message, and no path. */
function isFarAway(word: string): boolean {
  return (
    !/\s/.test(word) && (/@.*:/.test(word) || /(?:^|[=:@,])\//.test(word) || /(?:^|[/=:])\.\.(?:$|[/:])/.test(word))
  );
}
