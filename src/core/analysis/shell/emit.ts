import { nameOf } from '../path-text.ts';
import { anything, isOpen, type Pattern } from '../pattern.ts';
import { type Context, mergeRedirections, type Reader } from './context.ts';
import { findInvisible } from './invisible.ts';
import type { Word } from './reading.ts';
import type { Draft } from './recorder.ts';
import { link } from './run-node.ts';
import type { State } from './state.ts';
import { type Field, mergeCommands } from './text.ts';

/** The base name of a program as rules know it; undefined where it is not known. */
export function programOf(word: Pattern | undefined): string | undefined {
  if (word === undefined) return undefined;
  const name = nameOf(word.includes('\\') && /^[A-Za-z]:\\|\\\w/.test(word) ? word.replaceAll('\\', '/') : word);
  if (name === '' || isOpen(name)) return undefined;
  return name.toLowerCase().replace(/\.exe$/, '');
}

function wordOf({ pattern, splits, variables }: Field): Word {
  return {
    pattern,
    ...(splits === true ? { splits } : {}),
    ...(variables === undefined ? {} : { variables }),
  };
}

/**
 * Keeps a simple command, once for each folder that it could run in.
 * @returns its places in the list
 */
export function addCommand(
  reader: Reader,
  fields: readonly Field[],
  state: State,
  context: Context,
): readonly number[] {
  const words = fields.map(wordOf);
  const program = programOf(words[0]?.pattern);
  const { input } = context;
  const substitutions = fields.reduce<readonly number[]>((all, { commands }) => mergeCommands(all, commands), []);
  warnOfInvisible(reader, words, context);
  return foldersOf(program, words, state).map(cwd => {
    const draft: Draft = {
      program,
      words,
      assignments: context.assignments,
      redirections: mergeRedirections(context.redirections, context.outer),
      input: standardInput(input),
      feeds: [],
      substitutions,
      cwd: cwd.startsWith(anything) ? anything : cwd,
      via: context.via,
    };
    const place = reader.recorder.add(draft);
    if (input.from === 'pipe' || input.from === 'substitution') input.readers.push(place);
    for (const { content } of fields)
      for (const text of content ?? []) for (const source of text.commands) link(reader, source, [place]);
    return place;
  });
}

/** Programs that do to whole folders what cannot be undone. */
const sweeping = new Set(['rm', 'find', 'chmod', 'chown', 'shred', 'mv']);

/** The folders that a command could run in; where a `cd` that failed would make it sweep another one, that as well. */
function foldersOf(program: string | undefined, words: readonly Word[], { cwds, unsure }: State): readonly Pattern[] {
  if (unsure.length === 0 || program === undefined || !sweeping.has(program)) return cwds;
  const sweeps = words.slice(1).some(({ pattern }) => /^(?:\.\/?)?(?:\uE000|\.|)$/.test(pattern) && pattern !== '');
  return sweeps ? [...new Set([...cwds, ...unsure])] : cwds;
}

function standardInput({ from, texts, sources }: Context['input']): Draft['input'] {
  const [text] = texts;
  const known = texts.length === 1 && text !== undefined && from !== 'nothing' && text.pattern !== anything;
  const named = text?.variables === undefined ? {} : { variables: text.variables };
  return known ? { from, text: text.pattern, sources, ...named } : { from, sources, ...named };
}

/** Notes on a command that it runs others which are in the list as well. */
export function markWrapper(reader: Reader, places: readonly number[]): void {
  for (const place of places) {
    const draft = reader.recorder.commands[place];
    if (draft !== undefined) draft.wraps = true;
  }
}

function warnOfInvisible({ recorder }: Reader, words: readonly Word[], { redirections, lenient }: Context): void {
  if (lenient) return;
  for (const text of [...words.map(({ pattern }) => pattern), ...redirections.map(({ target }) => target)]) {
    const found = findInvisible(text);
    if (found !== undefined) recorder.unknown('invisible', found);
  }
}
