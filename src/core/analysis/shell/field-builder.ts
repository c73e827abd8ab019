import { anything, deep, isOpen, one, star } from '../pattern.ts';
import { empty, type Field, join, longestWord, mostAlternatives, openOf, type Text } from './text.ts';

/** A piece of a word: a text, or the words of `"$@"` and the like. */
export type Chunk =
  | { readonly kind: 'text'; readonly text: Text; readonly how: 'literal' | 'quoted' | 'split' }
  | { readonly kind: 'fields'; readonly fields: readonly Field[] };

/** The words that have been made of the pieces so far. */
interface Builder {
  readonly done: Field[];
  current: Text | undefined;
  splits: boolean;
}

/**
 * The lists of words that pieces with alternatives could make: as the shell joins and splits them.
 * @param separators the characters at which texts without quotes are split
 */
export function buildFields(chunks: readonly (readonly Chunk[])[], separators: string): readonly (readonly Field[])[] {
  let builders: Builder[] = [{ done: [], current: undefined, splits: false }];
  for (const alternatives of chunks) {
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1)
      for (const builder of builders) append(builder, only, separators);
    else builders = branch(builders, alternatives, separators);
  }
  return distinctLists(builders.map(finish));
}

function branch(builders: readonly Builder[], alternatives: readonly Chunk[], separators: string): Builder[] {
  const next: Builder[] = [];
  for (const builder of builders) {
    for (const alternative of alternatives) {
      const copy = { ...builder, done: [...builder.done] };
      if (next.length < mostAlternatives - 1) append(copy, alternative, separators);
      else {
        const all = alternatives.flatMap(chunk => (chunk.kind === 'text' ? [chunk.text] : chunk.fields));
        append(copy, { kind: 'text', text: openOf(all), how: 'split' }, separators);
        return [...next, copy];
      }
      next.push(copy);
    }
  }
  return next;
}

function finish(builder: Builder): readonly Field[] {
  close(builder);
  return builder.done;
}

function close(builder: Builder): void {
  const { current } = builder;
  if (current !== undefined) builder.done.push(builder.splits ? { ...current, splits: true } : current);
  builder.current = undefined;
  builder.splits = false;
}

function append(builder: Builder, chunk: Chunk, separators: string): void {
  if (chunk.kind === 'fields') appendFields(builder, chunk.fields);
  else if (chunk.how === 'split') appendSplit(builder, chunk.text, separators);
  else {
    appendText(builder, chunk.text);
    if (chunk.how === 'literal' && chunk.text.pattern.includes(anything)) builder.splits = true;
  }
}

function appendText(builder: Builder, text: Text): void {
  // What is nothing but the name of a pipe keeps what can be read from it.
  builder.current = builder.current === undefined ? text : join(builder.current, text, longestWord);
}

function appendFields(builder: Builder, fields: readonly Field[]): void {
  for (const [at, field] of fields.entries()) {
    if (at > 0) close(builder);
    appendText(builder, field);
    if (field.splits === true) builder.splits = true;
  }
}

/** An expansion without quotes: split at the separators, with `*` and the like standing for files. */
function appendSplit(builder: Builder, text: Text, separators: string): void {
  const { pattern } = text;
  let from = 0;
  let afterMark = true;
  for (let at = 0; at <= pattern.length; at++) {
    const character = pattern[at];
    if (character !== undefined && !separators.includes(character)) continue;
    const piece = pattern.slice(from, at);
    from = at + 1;
    if (piece !== '') appendPiece(builder, { ...text, pattern: piece });
    if (character === undefined) break;
    const blank = character === ' ' || character === '\t' || character === '\n';
    if (piece !== '') afterMark = false;
    if (blank) close(builder);
    else if (builder.current === undefined && afterMark) builder.done.push({ ...text, pattern: '' });
    else close(builder);
    if (!blank) afterMark = true;
  }
}

function appendPiece(builder: Builder, piece: Text): void {
  if (piece.pattern.includes(anything) || piece.pattern.includes(deep)) builder.splits = true;
  appendText(builder, /[*?[]/.test(piece.pattern) ? { ...piece, pattern: globPattern(piece.pattern) } : piece);
}

/** The glob characters of a text that is expanded without quotes. */
function globPattern(text: string): string {
  return text
    .replace(/\[[^\]/[]{1,64}\]/g, one)
    .replaceAll('*', star)
    .replaceAll('?', one);
}

function distinctLists(lists: readonly (readonly Field[])[]): readonly (readonly Field[])[] {
  if (lists.length < 2) return lists;
  const seen = new Map<string, readonly Field[]>();
  for (const fields of lists) {
    const key = fields.map(
      ({ pattern, splits, origin }) => `${String(origin)}${splits === true ? '+' : ' '}${pattern}`,
    );
    seen.set(key.join('\0'), fields);
  }
  return [...seen.values()];
}

/** Pieces as one text, as in an assignment: nothing is split. */
export function buildText(chunks: readonly (readonly Chunk[])[]): readonly Text[] {
  let texts: readonly Text[] = [empty];
  for (const alternatives of chunks) {
    const pieces = alternatives.map(chunk => (chunk.kind === 'text' ? chunk.text : joinFields(chunk.fields, ' ')));
    const [only] = pieces;
    if (only !== undefined && pieces.length === 1)
      texts = texts.map(text => (text === empty ? only : join(text, only, longestWord)));
    else texts = multiplyTexts(texts, pieces);
  }
  return texts;
}

function multiplyTexts(texts: readonly Text[], pieces: readonly Text[]): readonly Text[] {
  const all: Text[] = [];
  for (const text of texts) {
    for (const piece of pieces) {
      if (all.length === mostAlternatives - 1) return [...all, openOf([...texts, ...pieces])];
      all.push(join(text, piece));
    }
  }
  return all;
}

/**
 * Words in a row, as one text.
 * @param separator what stands between them
 */
export function joinFields(fields: readonly Field[], separator: string): Text {
  let all: Text = empty;
  for (const [at, field] of fields.entries()) {
    const { pattern, origin, commands } = field;
    all = join(all, { pattern: at > 0 ? separator + pattern : pattern, origin, commands });
  }
  return all;
}

/** The same, where words that may not be there leave no separator either. */
export function joinTightly(fields: readonly Field[], separator: string): Text {
  let all: Text = empty;
  for (const [at, field] of fields.entries()) {
    const { pattern, origin, commands } = field;
    const apart = at > 0 && field.splits !== true && fields[at - 1]?.splits !== true;
    all = join(all, { pattern: apart ? separator + pattern : pattern, origin, commands });
  }
  return all;
}

/** Whether a text is known through and through. */
export function isKnown(text: Text): boolean {
  return !isOpen(text.pattern);
}
