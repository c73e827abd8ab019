import { nameOf } from '../path-text.ts';
import { anything, type Pattern } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import type { State } from './state.ts';
import { lookUp } from './variables.ts';

/** Where a word stands: among a command's words, in a list of values, or as one text such as an assigned value. */
export type WordKind = 'word' | 'element' | 'text';

/** The start of a word, before anything is expanded. */
interface Start {
  /** As written. */
  readonly source: string;
  /** Without escapes. */
  readonly value: string;
  readonly kind: WordKind;
  /** Set where nothing follows. */
  readonly alone: boolean;
}

/**
 * The texts that `~` makes of the start of a word: at its start, behind `NAME=` and, in assignments, behind every colon.
 * Undefined where there is none to expand. `~name` stays as it is where there is no such user.
 */
export function expandTildes(start: Start, state: State, surroundings: Surroundings): readonly Pattern[] | undefined {
  const { source, value, kind, alone } = start;
  if (!source.includes('~')) return undefined;
  if (kind !== 'text' && source.startsWith('~')) return expandOne(source, value, alone, state, surroundings);
  const assigned = kind === 'word' ? /^[A-Za-z_]\w*=/.exec(source)?.[0] : kind === 'text' ? '' : undefined;
  if (assigned === undefined) return undefined;
  const parts = source.slice(assigned.length).split(/(?<!\\):/);
  let texts: readonly Pattern[] = [assigned];
  for (const [at, part] of parts.entries()) {
    const plain = part.replace(/\\([\s\S])/g, '$1');
    const made = expandOne(part, plain, alone || at < parts.length - 1, state, surroundings) ?? [plain];
    texts = texts.flatMap(text => made.map(next => `${text}${at === 0 ? '' : ':'}${next}`)).slice(0, 16);
  }
  // Shells that hold to the standard leave what only looks like an assignment as it is.
  return kind === 'word' && texts.length === 1 && texts[0] !== value ? [...texts, value] : texts;
}

function expandOne(
  source: string,
  value: string,
  alone: boolean,
  state: State,
  surroundings: Surroundings,
): readonly Pattern[] | undefined {
  const [prefix, name = ''] = /^~([\w.+-]*)(?=[/:]|$)/.exec(source) ?? [];
  if (prefix === undefined || (prefix === source && !alone)) return undefined;
  const rest = value.slice(prefix.length);
  if (name === '') return [firstText('HOME', state, surroundings) + rest];
  if (name === '+') return [firstText('PWD', state, surroundings) + rest];
  if (name === '-') return [firstText('OLDPWD', state, surroundings) + rest];
  if (!/^[A-Za-z_]/.test(name)) return undefined;
  const { home } = surroundings;
  if (name === nameOf(home)) return [home + rest];
  if (name === 'root') return [`/root${rest}`];
  return [`${home.slice(0, home.lastIndexOf('/'))}/${name}${rest}`, value];
}

function firstText(name: string, state: State, surroundings: Surroundings): Pattern {
  const value = lookUp(name, state, surroundings);
  const [only] = value;
  return value.length === 1 && only?.kind === 'text' ? only.text.pattern : anything;
}
