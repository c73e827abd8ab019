import {
  type ArithmeticExpression,
  type DoubleQuotedChild,
  type ParsedScript,
  parse,
  type Word,
  type WordPart,
} from 'unbash';
import { anything, isOpen, one, type Pattern, star } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import { evaluateArithmetic } from './arithmetic.ts';
import { expandBraces } from './expand-braces.ts';
import { expandParameter } from './expand-parameter.ts';
import { expandTildes, type WordKind } from './expand-tilde.ts';
import { buildFields, buildText, type Chunk } from './field-builder.ts';
import type { State } from './state.ts';
import { scalar } from './state.ts';
import { type Field, open, openOf, origin, plain, type Text } from './text.ts';
import { lookUp } from './variables.ts';

/** What words are expanded with. */
export interface Expansion {
  readonly state: State;
  readonly surroundings: Surroundings;
  /** Runs a substitution and says what it prints. */
  readonly substitute: (script: ParsedScript | undefined) => readonly Text[];
  /** Runs a process substitution; says the name under which it can be read or written. */
  readonly processSubstitute: (script: ParsedScript | undefined, operator: '<' | '>') => Text;
  /** Runs what the name of a variable hides in an arithmetic expression. */
  readonly runHidden: (text: string) => void;
  readonly tooDeep: () => void;
}

/**
 * The lists of words that a word could become.
 * @param element set where `name=~` is no assignment, as in arrays and lists of loops
 */
export function expandWord(word: Word, expansion: Expansion, element = false): readonly (readonly Field[])[] {
  const sources = braceSources(word);
  if (sources === undefined) return [[{ ...open(origin.other), splits: true }]];
  if (sources.length === 1) return expandSingle(word, expansion, element);
  let lists: readonly (readonly Field[])[] = [[]];
  for (const source of sources) {
    const inner = reparse(source);
    if (inner === undefined) continue;
    // A word that braces have made is no assignment any more.
    const made = expandSingle(inner, expansion, true);
    const [only] = made;
    lists =
      only !== undefined && made.length === 1
        ? lists.map(fields => [...fields, ...only])
        : lists.flatMap(fields => made.map(next => [...fields, ...next])).slice(0, 64);
  }
  return lists;
}

function braceSources(word: Word): readonly string[] | undefined {
  if (!word.text.includes('{')) return [word.text];
  // Of here-documents and texts made by ourselves the source is not there.
  return expandBraces(word.text);
}

function reparse(source: string): Word | undefined {
  if (source === '') return undefined;
  const command = parse(`_ ${source.startsWith('#') ? '\\' : ''}${source}`).commands[0]?.command;
  const [arg] = command?.type === 'Command' ? command.args : [];
  return arg?.type === 'Word' ? arg : undefined;
}

function expandSingle(word: Word, expansion: Expansion, element: boolean): readonly (readonly Field[])[] {
  const { parts } = word;
  if (parts === undefined && !word.text.includes('~') && !word.value.includes(anything)) return [[plain(word.value)]];
  const chunks = chunksOf(word, expansion, element ? 'element' : 'word');
  const lists = separatorsOf(expansion).flatMap(separators => buildFields(chunks, separators));
  return meansHidden(expansion) ? lists.map(fields => fields.flatMap(hiddenToo)) : lists;
}

/** With GLOBIGNORE set, too, `*` stands for hidden names (bash manual, "Filename Expansion"). */
function meansHidden({ state }: Expansion): boolean {
  return state.hiddenToo || state.variables.get('GLOBIGNORE') !== undefined;
}

/**
 * A word in which a name begins with `*` or `?`, and the same for hidden names. Of a folder of the project that is named only what
 * shows itself is meant: `mv app/* .` is how people unpack.
 */
function hiddenToo(field: Field): Field[] {
  const hidden = field.pattern.replace(
    /^((?:\.{1,2}\/)*|[/~].*\/)(?:\uE000|\uE001)/,
    (_all, before: string) => `${before}.${star}`,
  );
  return hidden === field.pattern ? [field] : [field, { ...field, pattern: hidden }];
}

/** A word as one text, as in assignments, redirections and `case`: nothing is split. */
export function expandText(word: Word, expansion: Expansion): readonly Text[] {
  if (word.parts === undefined && !word.text.includes('~')) return [plain(word.value)];
  return buildText(chunksOf(word, expansion, 'text'));
}

/** The text of parts in which only `$` and backticks mean something: a here-document. */
export function expandParts(parts: readonly WordPart[], expansion: Expansion): readonly Text[] {
  return buildText(parts.map(part => chunkOf(part, expansion, true)));
}

/** What parts words: one of these, where that depends on the way that was gone. */
function separatorsOf({ state, surroundings }: Expansion): readonly string[] {
  const texts = lookUp('IFS', state, surroundings).flatMap(one => (one.kind === 'text' ? [one.text.pattern] : []));
  const known = texts.filter(text => !isOpen(text)).slice(0, 4);
  return known.length === texts.length && known.length > 0 ? known : [...known, ' \t\n'];
}

function chunksOf(word: Word, expansion: Expansion, kind: WordKind): readonly (readonly Chunk[])[] {
  const parts = word.parts ?? [{ type: 'Literal', value: word.value, text: word.text, pos: 0, end: 0 } as const];
  const whole = kind === 'text';
  const chunks = parts.map(part => chunkOf(part, expansion, whole));
  const [first] = parts;
  if (first?.type !== 'Literal') return chunks;
  const { text: source, value } = first;
  const start = { source, value, kind, alone: parts.length === 1 };
  const tilded = expandTildes(start, expansion.state, expansion.surroundings);
  return tilded === undefined ? chunks : [tilded.map(literal), ...chunks.slice(1)];
}

function literal(pattern: Pattern): Chunk {
  return { kind: 'text', text: plain(pattern), how: 'literal' };
}

function chunkOf(part: WordPart, expansion: Expansion, whole: boolean): readonly Chunk[] {
  switch (part.type) {
    case 'Literal':
      return [literal(part.value)];
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ kind: 'text', text: plain(part.value), how: 'quoted' }];
    case 'DoubleQuoted':
    case 'LocaleString':
      return quotedChunk(part.parts, expansion);
    case 'Glob':
      return part.kind === 'star' ? [literal(star)] : bracketChunk(part, expansion, whole);
    case 'ExtendedGlob':
      // `@(a|b)` fits names that stand there.
      if (!whole && part.operator === '@' && /^[\w.|~-]+$/.test(part.pattern))
        return part.pattern.split('|').map(literal);
      return [
        { kind: 'text', text: { ...innerText(part.parts, expansion, whole), pattern: anything }, how: 'literal' },
      ];
    case 'BraceExpansion':
      return bracesAsWritten(part.parts, part.text, expansion, whole);
    case 'ProcessSubstitution':
      return [{ kind: 'text', text: expansion.processSubstitute(part.script, part.operator), how: 'quoted' }];
    default:
      return expansionChunks(part, expansion, whole ? 'quoted' : 'split');
  }
}

/** `[…]` and `?`: what stands inside is expanded first, and where no file fits, the word stays as that makes it. */
function bracketChunk(
  part: Extract<WordPart, { type: 'Glob' }>,
  expansion: Expansion,
  whole: boolean,
): readonly Chunk[] {
  const inner = part.kind === 'bracket' ? part.parts : undefined;
  if (inner === undefined || inner.every(({ type }) => type === 'Literal')) return [literal(one)];
  const text = innerText(inner, expansion, whole);
  return [
    { kind: 'text', text: { ...text, pattern: one }, how: 'literal' },
    { kind: 'text', text: { ...text, pattern: `[${text.pattern}]` }, how: 'literal' },
  ];
}

function innerText(parts: readonly WordPart[] | undefined, expansion: Expansion, whole: boolean): Text {
  const texts = buildText((parts ?? []).map(part => chunkOf(part, expansion, whole)));
  const [only] = texts;
  return texts.length === 1 && only !== undefined ? only : openOf(texts);
}

/** Braces that are not expanded, as in assignments. */
function bracesAsWritten(
  parts: readonly WordPart[] | undefined,
  text: string,
  expansion: Expansion,
  whole: boolean,
): readonly Chunk[] {
  if (parts === undefined) return [literal(text)];
  const inner = buildText(parts.map(part => chunkOf(part, expansion, whole)));
  const [open = '', close = ''] = [text.startsWith('{') ? '{' : '', text.endsWith('}') ? '}' : ''];
  return inner.map(one => ({ kind: 'text', text: { ...one, pattern: open + one.pattern + close }, how: 'literal' }));
}

/** A text in double quotes stays one word, unless `"$@"` stands in it. */
function quotedChunk(parts: readonly DoubleQuotedChild[], expansion: Expansion): readonly Chunk[] {
  const chunks = parts.map(part =>
    part.type === 'Literal' ? [literal(part.value)] : expansionChunks(part, expansion, 'quoted'),
  );
  if (!chunks.some(alternatives => alternatives.some(({ kind }) => kind === 'fields')))
    return buildText(chunks).map(text => ({ kind: 'text', text, how: 'quoted' }));
  return buildFields(chunks, '').map(fields => ({ kind: 'fields', fields }));
}

type Expanded = Extract<
  DoubleQuotedChild,
  { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' | 'ArithmeticExpansion' }
>;

function expansionChunks(part: Expanded, expansion: Expansion, how: 'quoted' | 'split'): readonly Chunk[] {
  if (part.type === 'CommandExpansion') {
    const printed = expansion.substitute(part.script);
    return printed.map(text => ({ kind: 'text', text: stripLines(text), how }));
  }
  if (part.type === 'ArithmeticExpansion') {
    const value = evaluate(part.expression, expansion);
    return [{ kind: 'text', text: plain(value === undefined ? anything : String(value)), how: 'quoted' }];
  }
  return expandParameter(part, how, expansion);
}

function stripLines(text: Text): Text {
  if (!text.pattern.endsWith('\n')) return text;
  let end = text.pattern.length;
  while (end > 0 && text.pattern[end - 1] === '\n') end--;
  return { ...text, pattern: text.pattern.slice(0, end) };
}

/** Runs what stands in the subscript of a name that is only read as one later, such as `a[$(x)]`. */
export function runSubscript({ pattern }: Text, expansion: Expansion): void {
  if (/\[.*(?:\$\(|`)/s.test(pattern)) expansion.runHidden(pattern);
}

/** Works an arithmetic expression out, with what it assigns and what stands in it. */
export function evaluate(expression: ArithmeticExpression | undefined, expansion: Expansion): number | undefined {
  const { state, surroundings } = expansion;
  return evaluateArithmetic(expression, {
    numberOf: name => {
      const value = lookUp(name, state, surroundings);
      const [only] = value;
      if (only?.kind !== 'text' || value.length !== 1) return undefined;
      if (/\$\(|`/.test(only.text.pattern)) expansion.runHidden(only.text.pattern);
      return /^\d{1,15}$/.test(only.text.pattern) ? Number(only.text.pattern) : undefined;
    },
    assign: (name, value) => {
      state.variables.set(name, scalar(plain(value === undefined ? anything : String(value))));
    },
    visit: node => {
      if (node.type === 'ArithmeticCommandExpansion') expansion.substitute(node.script);
      else if (node.parts !== undefined) expandParts(node.parts, expansion);
    },
    tooDeep: expansion.tooDeep,
  });
}
