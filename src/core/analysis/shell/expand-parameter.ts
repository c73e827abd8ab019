import type { DoubleQuotedChild, Word } from 'unbash';
import { anything, isOpen, type Pattern } from '../pattern.ts';
import { type Expansion, expandText, expandWord } from './expand-word.ts';
import { type Chunk, isKnown, joinFields, joinTightly } from './field-builder.ts';
import { removeMatch, replaceMatch } from './match-glob.ts';
import { type Alternative, type Entry, list, scalar, unsetText, type Value } from './state.ts';
import { distinct, empty, type Field, mapText, open, openOf, origin, plain, type Text } from './text.ts';
import { given, lookUp } from './variables.ts';

type Simple = Extract<DoubleQuotedChild, { type: 'SimpleExpansion' }>;
type Parameter = Extract<DoubleQuotedChild, { type: 'ParameterExpansion' }>;
type How = 'quoted' | 'split';

/** What `$x` or `${x…}` could become. */
export function expandParameter(part: Simple | Parameter, how: How, expansion: Expansion): readonly Chunk[] {
  if (part.type === 'SimpleExpansion') {
    const name = part.text.slice(1);
    return chunksOfValue(valueNamed(name, expansion), name === '@' ? 'all' : name === '*' ? 'joined' : 'first', how);
  }
  const { parameter, index, prefix, operation } = part;
  if (prefix === '!') return expandIndirect(part, how, expansion);
  const subscript = index === undefined ? undefined : subscriptOf(index, expansion);
  const all = subscript === '@' || subscript === '*' || parameter === '@' || parameter === '*';
  const value =
    subscript === undefined || all
      ? valueNamed(parameter, expansion)
      : elementOf(valueNamed(parameter, expansion), subscript);
  if (prefix === '#') return [textChunk(lengthOf(value, all), 'quoted')];
  const shape = !all ? 'first' : subscript === '*' || parameter === '*' ? 'joined' : 'all';
  if (operation === undefined) return chunksOfValue(value, shape, how);
  if (operation.type === 'Default') return expandDefault(part, operation, value, shape, how, expansion);
  if (operation.type === 'Slice' && all)
    return chunksOfValue(sliceList(value, operation, parameter === '@' || parameter === '*', expansion), shape, how);
  const change = changeOf(operation, expansion);
  return chunksOfValue(
    value.map(alternative => mapAlternative(alternative, change)),
    shape,
    how,
  );
}

function valueNamed(name: string, { state, surroundings }: Expansion): Value {
  return lookUp(name, state, surroundings);
}

function textChunk(text: Text, how: How): Chunk {
  return { kind: 'text', text, how };
}

type Shape = 'first' | 'all' | 'joined';

function chunksOfValue(value: Value, shape: Shape, how: How): readonly Chunk[] {
  return value.flatMap(alternative => chunksOfAlternative(alternative, shape, how));
}

function chunksOfAlternative(alternative: Alternative, shape: Shape, how: How): readonly Chunk[] {
  if (alternative.kind === 'text') {
    // Of a list that is not known, nobody can say how many words it has.
    const many =
      shape === 'all' && how === 'quoted' && isOpenAlternative(alternative) && alternative.text.pattern !== '';
    return many
      ? [{ kind: 'fields', fields: [{ ...alternative.text, splits: true }] }]
      : [textChunk(alternative.text, how)];
  }
  const { entries } = alternative;
  if (shape === 'first') return [textChunk(firstElement(entries), how)];
  const fields = entries.map(({ field }) => field);
  if (shape === 'joined' && how === 'quoted') return [textChunk(joinTightly(fields, ' '), how)];
  if (how === 'quoted') return [{ kind: 'fields', fields }];
  // Without quotes every element is split again, which joining them by a blank comes to.
  const apart = textChunk(joinFields(fields, ' '), 'split');
  const perhapsNone = fields.length > 1 && fields.some(({ splits }) => splits === true);
  return perhapsNone ? [apart, textChunk(joinTightly(fields, ' '), 'split')] : [apart];
}

/** The element with the index 0, which an array's bare name means. */
function firstElement(entries: readonly Entry[]): Text {
  const [first] = entries;
  if (first?.field.splits === true) return openOf(entries.map(({ field }) => field));
  return entries.find(({ key }) => key === '0')?.field ?? empty;
}

function subscriptOf(index: Word, expansion: Expansion): Pattern {
  if (index.value === '@' || index.value === '*') return index.value;
  return expandText(index, expansion)[0]?.pattern ?? anything;
}

/** An element of an array; any of them where the index is not known. */
function elementOf(value: Value, subscript: Pattern): Value {
  return value.flatMap((alternative): Alternative[] => {
    if (alternative.kind === 'text')
      return subscript === '0' ? [alternative] : [alternative, { kind: 'text', text: empty }];
    const { entries } = alternative;
    const exact = entries.every(({ field }) => field.splits !== true);
    const key = /^-\d+$/.test(subscript) ? entries.at(Number(subscript))?.key : subscript;
    const found = entries.find(entry => entry.key === key);
    if (
      exact &&
      !isOpen(subscript) &&
      /^-?\d+$|^[^\s$]+$/.test(subscript) &&
      (found !== undefined || /^\d+$/.test(subscript))
    )
      return [{ kind: 'text', text: found?.field ?? empty }];
    return [
      ...entries.map(({ field }): Alternative => ({ kind: 'text', text: field })),
      { kind: 'text', text: openOf(entries.map(({ field }) => field)) },
    ];
  });
}

function lengthOf(value: Value, all: boolean): Text {
  const [only] = value;
  if (value.length !== 1 || only === undefined) return plain(anything);
  if (all) {
    if (only.kind === 'text') return plain(isKnown(only.text) ? '1' : anything);
    return plain(only.entries.some(({ field }) => field.splits === true) ? anything : String(only.entries.length));
  }
  const text = only.kind === 'text' ? only.text : (only.entries[0]?.field ?? empty);
  return plain(isKnown(text) ? String([...text.pattern].length) : anything);
}

/** `${!x}` is what the variable named by `x` holds; `${!x*}` and `${!x[@]}` are names and keys. */
function expandIndirect(part: Parameter, how: How, expansion: Expansion): readonly Chunk[] {
  const { parameter, index, operation } = part;
  const value = valueNamed(parameter, expansion);
  const [only] = value;
  if (index !== undefined && only?.kind === 'list' && value.length === 1)
    return chunksOfValue(list(only.entries.map(({ key }) => plain(key))), 'all', how);
  if (operation !== undefined || index !== undefined) return [{ ...textChunk(open(origin.variable), how) }];
  return value.flatMap(alternative => {
    const name = alternative.kind === 'text' ? alternative.text.pattern : '';
    if (!/^(?:\w+|[@*])$/.test(name)) return [textChunk(open(origin.variable), how)];
    return chunksOfValue(valueNamed(name, expansion), name === '@' ? 'all' : 'first', how);
  });
}

type Operation = NonNullable<Parameter['operation']>;

/** `${x:-y}` and its like. A variable that is nowhere set is taken for unset here: the text says itself what then holds. */
function expandDefault(
  part: Parameter,
  operation: Extract<Operation, { type: 'Default' }>,
  value: Value,
  shape: Shape,
  how: How,
  expansion: Expansion,
): readonly Chunk[] {
  const { operator, operand } = operation;
  const { state, surroundings } = expansion;
  const isSet = state.variables.get(part.parameter) !== undefined;
  const known = isSet || given(part.parameter, state, surroundings) !== undefined;
  const kind = operator.at(-1);
  if (kind === '?') return chunksOfValue(value, shape, how);
  const colon = operator.startsWith(':');
  const blanks = value.filter(alternative => isBlank(alternative, colon));
  const others = value.filter(alternative => !isBlank(alternative, true));
  const perhapsBlank = !known || blanks.length > 0 || others.some(isOpenAlternative);
  const perhapsSet = known && others.length > 0;
  // Without a colon an empty value stays as it is.
  const kept = colon ? others : [...others, ...value.filter(alternative => isBlank(alternative, true))];
  if (kind === '+') {
    const without: Chunk = textChunk(empty, how);
    if (!perhapsSet && colon) return known || how === 'quoted' ? [without] : [without];
    const otherwise = operandChunks(operand, how, expansion);
    return perhapsBlank ? [...otherwise, without] : otherwise;
  }
  if (!perhapsBlank && known) return chunksOfValue(kept, shape, how);
  if (kind === '=') {
    // What is assigned is expanded like any variable: quotes no longer hold.
    const assigned = expandText(operand, expansion).map(text => textChunk(text, how));
    assignDefault(part.parameter, assigned, known ? kept : [], expansion);
    return known ? [...chunksOfValue(kept, shape, how), ...assigned] : assigned;
  }
  const otherwise = operandChunks(operand, how, expansion);
  return known ? [...chunksOfValue(kept, shape, how), ...otherwise] : otherwise;
}

function assignDefault(name: string, otherwise: readonly Chunk[], kept: Value, { state }: Expansion): void {
  const texts = otherwise.map(chunk => (chunk.kind === 'text' ? chunk.text : joinFields(chunk.fields, ' ')));
  state.variables.set(name, [...kept, ...scalar(...texts)]);
}

function operandChunks(operand: Word, how: How, expansion: Expansion): readonly Chunk[] {
  if (how === 'quoted') return expandText(operand, expansion).map(text => textChunk(text, 'quoted'));
  // Blanks of the operand itself part words, quotes in it hold.
  return expandWord(operand, expansion, true).flatMap((fields): Chunk[] => {
    const [only] = fields;
    if (fields.length === 1 && only !== undefined)
      return [/["'\\]/.test(operand.text) ? { kind: 'fields', fields } : textChunk(only, 'split')];
    return fields.length === 0 ? [textChunk(empty, 'split')] : [{ kind: 'fields', fields }];
  });
}

function isBlank(alternative: Alternative, colon: boolean): boolean {
  if (alternative.kind === 'list') return alternative.entries.length === 0;
  return (colon || alternative.text === unsetText) && alternative.text.pattern === '';
}

function isOpenAlternative(alternative: Alternative): boolean {
  if (alternative.kind === 'list') return alternative.entries.some(({ field }) => field.splits === true);
  return /^[\uE000-\uE003]*$/.test(alternative.text.pattern);
}

function mapAlternative(alternative: Alternative, change: (text: Text) => Text): Alternative {
  if (alternative.kind === 'text') return { kind: 'text', text: change(alternative.text) };
  const entries = alternative.entries.map(({ key, field }): Entry => ({ key, field: { ...field, ...change(field) } }));
  return { kind: 'list', entries };
}

/** A part of `"$@"` or an array. */
function sliceList(
  value: Value,
  operation: Extract<Operation, { type: 'Slice' }>,
  positional: boolean,
  expansion: Expansion,
): Value {
  const offset = numberOf(operation.offset, expansion);
  const length = operation.length === undefined ? undefined : numberOf(operation.length, expansion);
  return value.map(alternative => {
    if (alternative.kind === 'text') return { kind: 'text', text: openOf([alternative.text]) };
    const fields = alternative.entries.map(({ field }) => field);
    const exact = fields.every(field => field.splits !== true) && offset !== undefined;
    if (!exact || (operation.length !== undefined && length === undefined) || (positional && offset === 0)) {
      const any: Field = { ...openOf(fields), splits: true };
      return { kind: 'list', entries: [{ key: '0', field: any }] };
    }
    const start = positional && offset > 0 ? offset - 1 : offset;
    const rest = fields.slice(start);
    const kept = length === undefined ? rest : rest.slice(0, length);
    return { kind: 'list', entries: kept.map((field, at) => ({ key: String(at), field })) };
  });
}

function numberOf(word: Word, expansion: Expansion): number | undefined {
  const texts = expandText(word, expansion);
  const text = texts[0]?.pattern.trim() ?? '';
  if (texts.length === 1 && /^-?\d{1,9}$/.test(text)) return Number(text);
  const named = /^[A-Za-z_]\w*$/.test(text) ? valueNamed(text, expansion)[0] : undefined;
  return named?.kind === 'text' && /^\d{1,9}$/.test(named.text.pattern) ? Number(named.text.pattern) : undefined;
}

/** What an operation makes of one text; open where that cannot be told. */
function changeOf(operation: Operation, expansion: Expansion): (text: Text) => Text {
  const unknown = (text: Text): Text => openOf([text.origin === 0 ? { ...text, origin: origin.other } : text]);
  const known = (text: Text, pattern: Pattern | undefined): Text =>
    pattern === undefined ? unknown(text) : mapText(text, () => pattern);
  switch (operation.type) {
    case 'Remove': {
      const pattern = oneText(operation.operand, expansion);
      return text => known(text, pattern && removeMatch(text.pattern, operation.operator, pattern.pattern));
    }
    case 'Replace': {
      const pattern = oneText(operation.pattern, expansion);
      const by = oneText(operation.replacement, expansion);
      if (pattern === undefined || by === undefined) return unknown;
      return text => {
        const changed = replaceMatch(text.pattern, operation.operator, pattern.pattern, by.pattern);
        return changed === undefined
          ? unknown(text)
          : { ...mapText(text, () => changed), origin: text.origin | by.origin };
      };
    }
    case 'Slice': {
      const offset = numberOf(operation.offset, expansion);
      const length = operation.length === undefined ? Number.POSITIVE_INFINITY : numberOf(operation.length, expansion);
      if (offset === undefined || length === undefined) return unknown;
      return text => (isKnown(text) ? known(text, slice(text.pattern, offset, length)) : unknown(text));
    }
    case 'CaseModification': {
      if (operation.operand !== undefined && operation.operand.text !== '') return unknown;
      const { operator } = operation;
      const change = (text: string): string => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase());
      return text =>
        mapText(text, all => (operator.length === 2 ? change(all) : change(all.slice(0, 1)) + all.slice(1)));
    }
    case 'Transform':
      return text => {
        // `@P` expands a text as a prompt.
        if (operation.operand.value === 'P' && /\$\(|`/.test(text.pattern)) expansion.runHidden(text.pattern);
        return transformed(text, operation.operand.value, unknown);
      };
    default:
      return unknown;
  }
}

function transformed(text: Text, operator: string, unknown: (text: Text) => Text): Text {
  if (operator === 'U' || operator === 'L')
    return mapText(text, all => (operator === 'U' ? all.toUpperCase() : all.toLowerCase()));
  if (operator === 'Q' && isKnown(text) && !text.pattern.includes("'")) return mapText(text, all => `'${all}'`);
  return unknown(text);
}

function slice(text: string, offset: number, length: number): string {
  const characters = [...text];
  const start = offset < 0 ? Math.max(0, characters.length + offset) : offset;
  const end = length < 0 ? characters.length + length : Math.min(characters.length, start + length);
  return characters.slice(start, Math.max(start, end)).join('');
}

/** A word as one text; undefined where it could be several. */
function oneText(word: Word, expansion: Expansion): Text | undefined {
  // A class such as `[a-z]` stands for less than any character.
  if (/(^|[^\\])\[/.test(word.text)) {
    expandText(word, expansion);
    return undefined;
  }
  const texts = distinct(expandText(word, expansion));
  return texts.length === 1 ? texts[0] : undefined;
}
