import { UnreadableError } from '../facts.ts';
import { canonicalWords } from './canonical-words.ts';
import { type WordGlob, wordGlob } from './glob.ts';

/** A command that a rule asks for: program and verbs, the first of them the program. */
export interface CommandQuery {
  readonly program: WordGlob;
  readonly verbs: readonly WordGlob[];
  /** Flags that stand in the text itself, such as `-m` in `python -m http.server`. All of them must be there. */
  readonly flags: readonly FlagQuery[];
}

/** One entry of the list of flags. */
export interface FlagQuery {
  readonly text: string;
  readonly kind:
    | 'short'
    | 'long'
    /** A single dash and several letters, such as `-delete`; or several short flags. */
    | 'dashed'
    | 'any-option'
    | 'switch'
    | 'end'
    /** `NAME=value` */
    | 'variable'
    | 'operand';
  /** The flag without its value, or the operand. */
  readonly glob: WordGlob;
  /** Of an entry such as `--output=json`. */
  readonly value?: WordGlob;
}

/** What the list of flags asks for: none of `absent`, and all parts of one of `present`, if there are any. */
export interface FlagsQuery {
  readonly present: readonly (readonly FlagQuery[])[];
  readonly absent: readonly (readonly FlagQuery[])[];
}

/** The most alternatives that the braces of one text may give. */
const mostAlternatives = 1_000;

/**
 * Reads the first argument of `runs`, such as `git push`, `{docker,podman} volume rm` or `aws * delete-*`.
 * @throws {UnreadableError} for a text without a word
 */
export function readCommandQuery(text: string): CommandQuery[] {
  return expandBraces(text).flatMap(alternative => {
    const words = alternative.trim().split(/\s+/);
    if (words[0] === undefined || words[0] === '') throw new UnreadableError('a command to look for has no word in it');
    return [toQuery(words), ...canonicalWords(words).map(toQuery)];
  });
}

function toQuery([program = '', ...rest]: readonly string[]): CommandQuery {
  const isFlag = (word: string): boolean => /^-./.test(word) && word !== '--';
  return {
    program: wordGlob(program),
    verbs: rest.filter(word => !isFlag(word)).map(wordGlob),
    flags: rest.filter(isFlag).map(readFlag),
  };
}

/** Reads the list of flags. @throws {UnreadableError} for an entry without a word */
export function readFlagsQuery(flags: readonly string[]): FlagsQuery {
  const read = (entries: readonly string[]): FlagQuery[][] =>
    entries.flatMap(expandBraces).map(entry => {
      const parts = entry.trim().split(/\s+/);
      if (parts.includes('')) throw new UnreadableError('a flag to look for is empty');
      return parts.map(readFlag);
    });
  return {
    present: read(flags.filter(flag => !flag.startsWith('!'))),
    absent: read(flags.filter(flag => flag.startsWith('!')).map(flag => flag.slice(1))),
  };
}

function readFlag(text: string): FlagQuery {
  const plain = (kind: FlagQuery['kind']): FlagQuery => ({ text, kind, glob: wordGlob(text) });
  if (text === '--') return plain('end');
  if (text === '-*') return plain('any-option');
  if (/^\/[A-Za-z?]$/.test(text)) return plain('switch');
  if (/^[A-Z_][A-Z0-9_]*=/.test(text)) return plain('variable');
  if (!text.startsWith('-') || text === '-') return plain('operand');
  const [, name = text, value] = /^(-[^=]*)=(.*)$/s.exec(text) ?? [];
  const kind = name.startsWith('--') ? 'long' : name.length === 2 ? 'short' : 'dashed';
  return { text, kind, glob: wordGlob(name), ...(value === undefined ? {} : { value: wordGlob(value) }) };
}

/** `{a,b} c` as `a c` and `b c`. A brace without a comma is meant as it stands. */
function expandBraces(text: string): string[] {
  if (!text.includes('{')) return [text];
  const done: string[] = [];
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const found = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (found === null || done.length + pending.length > mostAlternatives) {
      done.push(next);
      continue;
    }
    for (const choice of (found[1] ?? '').split(',')) {
      pending.push(next.slice(0, found.index) + choice + next.slice(found.index + found[0].length));
    }
  }
  return done;
}
