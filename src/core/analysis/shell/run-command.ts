import { type ArrayValue, type Assignment, type Command, parse, type Word } from 'unbash';
import type { Pattern } from '../pattern.ts';
import { call } from './call.ts';
import { type Context, type Out, type Reader, silent } from './context.ts';
import { expandBraces } from './expand-braces.ts';
import { type Expansion, expandText, expandWord } from './expand-word.ts';
import { type Deferred, expansionOf } from './expansion.ts';
import { joinFields } from './field-builder.ts';
import { runLater } from './hook-variables.ts';
import { finishRedirections, noRedirections, type ReadRedirections, readRedirections } from './redirections.ts';
import { either, joinInto } from './run-node.ts';
import { copyState, type Entry, joinValues, list, type State, scalar, type Value } from './state.ts';
import { distinct, empty, type Field, join, openOf, plain, type Text } from './text.ts';
import { lookUp } from './variables.ts';

/** The most combinations of words that one command is followed into. */
const mostCombinations = 64;

/** An assignment with what it assigns. */
export interface Assigned {
  readonly name: string;
  readonly value: Value;
  /** What it holds where the name means something new, as one that is local. */
  readonly fresh: Value;
}

/** Reads a simple command. */
export function runCommand(reader: Reader, node: Command, state: State, context: Context): Out {
  const start = reader.recorder.commands.length;
  const deferred: Deferred[] = [];
  const expansion = expansionOf(reader, state, context, deferred);
  const declared: Assigned[] = [];
  const lists = [node.name, ...node.args].flatMap(word =>
    word === undefined ? [] : [argument(word, expansion, declared)],
  );
  const redirections = ownRedirections(reader, node, state, context);
  const read: ReadRedirections = { ...redirections, deferred: [...redirections.deferred, ...deferred] };
  const assignments = node.prefix.flatMap(item => (item.type === 'Assignment' ? [item] : []));
  const own: Context = {
    ...context,
    input: read.input ?? context.input,
    redirections: read.own,
    written: node.name?.text ?? '',
  };
  const out =
    node.name === undefined
      ? assignOnly(reader, assignments, expansion, own)
      : callWith(reader, lists, assignments, declared, state, own, expansion);
  return finishRedirections(reader, read, out, start, state, context);
}

/** What is set while redirections are read (`<<< ${a:=x}`) is lost where a program is started, which nobody knows yet. */
function ownRedirections(reader: Reader, node: Command, state: State, context: Context): ReadRedirections {
  if (node.redirects.length === 0) return noRedirections;
  const before = copyState(state);
  const read = readRedirections(reader, node.redirects, state, context);
  if (state.ended !== before.ended || state.variables.differing(before.variables).length > 0)
    joinInto(reader, state, before);
  return read;
}

function assignOnly(reader: Reader, assignments: readonly Assignment[], expansion: Expansion, context: Context): Out {
  const { state } = expansion;
  if (assignments.length > 0) state.last = scalar(plain(''));
  for (const item of assignments) {
    assign(item, expansion);
    runLater(reader, item.name, state.variables.get(item.name), state, context);
  }
  // `$(< file)` prints the file.
  if (assignments.length === 0 && context.input.from === 'file') return { ...silent, texts: context.input.texts };
  const certain = assignments.every(({ value }) => !/[$`]/.test(value.type === 'Word' ? value.text : ''));
  return certain ? silent : { ...silent, status: 'either' };
}

function argument(word: Word | Assignment, expansion: Expansion, declared: Assigned[]): readonly (readonly Field[])[] {
  if (word.type === 'Word') return expandWord(word, expansion);
  const sources = word.text.includes('{') ? (expandBraces(word.text) ?? []) : [];
  if (sources.length > 1) return declareEach(sources, expansion, declared);
  const value = assignedValue(word, expansion);
  const fresh = word.value.type === 'Word' ? value.map(bareOf) : value;
  declared.push({ name: word.name, value, fresh });
  return value.map(alternative => {
    const shown =
      alternative.kind === 'text'
        ? join(plain(`${word.name}=`), alternative.text)
        : join(
            plain(`${word.name}=(`),
            join(
              joinFields(
                alternative.entries.map(({ field }) => field),
                ' ',
              ),
              plain(')'),
            ),
          );
    return [shown];
  });
}

/** Without the rest of an array that had the same name. */
function bareOf(one: Value[number]): Value[number] {
  return one.kind === 'text' ? one : { kind: 'text', text: one.entries[0]?.field ?? empty };
}

/** `declare a={b,c}` is `declare a=b a=c`. */
function declareEach(
  sources: readonly string[],
  expansion: Expansion,
  declared: Assigned[],
): readonly (readonly Field[])[] {
  let lists: readonly (readonly Field[])[] = [[]];
  for (const source of sources) {
    const command = parse(`declare ${source}`).commands[0]?.command;
    const [item] = command?.type === 'Command' ? command.args : [];
    if (item === undefined) continue;
    const made = argument(item, expansion, declared);
    lists = lists.flatMap(fields => made.map(next => [...fields, ...next])).slice(0, mostCombinations);
  }
  return lists;
}

/** Carries an assignment out. */
function assign(item: Assignment, expansion: Expansion): void {
  const { state } = expansion;
  state.variables.set(item.name, assignedValue(item, expansion));
  if (state.exportsAll) state.exported.set(item.name, true);
}

/** What a variable holds behind an assignment. */
function assignedValue(item: Assignment, expansion: Expansion): Value {
  const { name, value, append, index } = item;
  const before = expansion.state.variables.get(name);
  if (value.type === 'ArrayValue') {
    const entries = readEntries(value, expansion);
    const earlier = append === true ? entriesOf(before) : [];
    if (append === true && earlier === undefined) return openList(before ?? [], entries);
    return [{ kind: 'list', entries: mergeEntries(earlier ?? [], entries) }];
  }
  const texts = distinct(expandText(value, expansion));
  if (index !== undefined) return setElement(before, expandText(index, expansion), texts, append === true);
  if (append !== true) {
    const lists = (before ?? []).filter(({ kind }) => kind === 'list');
    const whole = lists.length === 0 || lists.length < (before ?? []).length ? scalar(...texts) : [];
    return joinValues([...whole, ...lists.flatMap(one => texts.map(text => inPlaceOf(one, text)))]);
  }
  const earlier = before ?? lookUp(name, expansion.state, expansion.surroundings);
  return joinValues(
    earlier.flatMap(one =>
      texts.map((text): Value[number] => {
        if (one.kind === 'text') return { kind: 'text', text: join(one.text, text) };
        const [first, ...rest] = one.entries;
        const field = first === undefined ? text : { ...first.field, ...join(first.field, text) };
        return { kind: 'list', entries: [{ key: first?.key ?? '0', field }, ...rest] };
      }),
    ),
  );
}

/** What is assigned to the bare name of an array becomes its first element. */
function inPlaceOf(before: Value[number], text: Text): Value[number] {
  if (before.kind === 'text') return { kind: 'text', text };
  const others = before.entries.filter(({ key }) => key !== '0');
  return others.length === 0 && before.entries.length === 0
    ? { kind: 'text', text }
    : { kind: 'list', entries: [{ key: '0', field: text }, ...others] };
}

/** The elements of `(a b [k]=v)`. */
function readEntries({ elements }: ArrayValue, expansion: Expansion): readonly Entry[] {
  const entries: Entry[] = [];
  let next = 0;
  for (const element of elements) {
    const keyed = /^\[([^\]]*)\]=/.exec(element.text);
    const alternatives =
      keyed === null ? expandWord(element, expansion, true) : expandText(element, expansion).map(text => [text]);
    const [fields] = alternatives;
    const made =
      alternatives.length === 1 && fields !== undefined
        ? fields
        : [{ ...openOf(alternatives.flat()), splits: true as const }];
    for (const field of made) {
      const [, key, value] = keyed === null ? [] : (/^\[([^\]]*)\]=(.*)$/s.exec(field.pattern) ?? []);
      if (key !== undefined && value !== undefined) entries.push({ key, field: { ...field, pattern: value } });
      else entries.push({ key: String(next), field });
      next = /^\d+$/.test(entries.at(-1)?.key ?? '') ? Number(entries.at(-1)?.key) + 1 : next + 1;
    }
  }
  return entries;
}

function entriesOf(value: Value | undefined): readonly Entry[] | undefined {
  if (value === undefined) return [];
  const [only] = value;
  if (value.length !== 1 || only === undefined) return undefined;
  return only.kind === 'list' ? only.entries : [{ key: '0', field: only.text }];
}

function mergeEntries(earlier: readonly Entry[], later: readonly Entry[]): readonly Entry[] {
  if (earlier.length === 0) return later.slice(0, 1_000);
  const base = earlier.reduce((most, { key }) => (/^\d+$/.test(key) ? Math.max(most, Number(key) + 1) : most), 0);
  const moved = later.map(({ key, field }) => ({ key: /^\d+$/.test(key) ? String(Number(key) + base) : key, field }));
  const keys = new Set(moved.map(({ key }) => key));
  return [...earlier.filter(({ key }) => !keys.has(key)), ...moved].slice(0, 1_000);
}

/** Several lists of which nobody knows which: their elements, in any number. */
function openList(before: Value, entries: readonly Entry[]): Value {
  const fields = before.flatMap(one => (one.kind === 'text' ? [one.text] : one.entries.map(({ field }) => field)));
  return list([{ ...openOf(fields), splits: true }, ...entries.map(({ field }) => field)]);
}

function setElement(before: Value | undefined, index: readonly Text[], texts: readonly Text[], append: boolean): Value {
  const earlier = entriesOf(before);
  const [key] = index;
  const [text] = texts;
  if (
    earlier === undefined ||
    index.length !== 1 ||
    texts.length !== 1 ||
    key === undefined ||
    text === undefined ||
    /[\uE000-\uE003]/.test(key.pattern)
  )
    return openList(
      before ?? [],
      texts.map(field => ({ key: '0', field })),
    );
  const old = earlier.find(entry => entry.key === key.pattern);
  const field = append && old !== undefined ? join(old.field, text) : text;
  const entries = [...earlier.filter(entry => entry !== old), { key: key.pattern, field }];
  const numeric = entries.every(entry => /^\d+$/.test(entry.key));
  if (numeric) entries.sort((one, two) => Number(one.key) - Number(two.key));
  return [{ kind: 'list', entries }];
}

/** Calls a program with its words; assignments in front of it hold for that call only. */
function callWith(
  reader: Reader,
  lists: readonly (readonly (readonly Field[])[])[],
  items: readonly Assignment[],
  declared: readonly Assigned[],
  state: State,
  context: Context,
  expansion: Expansion,
): Out {
  const saved = items.map(({ name }) => ({
    name,
    value: state.variables.get(name),
    exported: state.exported.get(name),
  }));
  const assignments: { name: string; value: Pattern }[] = [];
  for (const item of items) {
    assign(item, expansion);
    state.exported.set(item.name, true);
    assignments.push({ name: item.name, value: shownValue(state.variables.get(item.name)) });
  }
  const own = { ...context, assignments: [...context.assignments, ...assignments] };
  const out = callEach(reader, combinations(lists), declared, state, own);
  for (const { name, value, exported } of saved) {
    if (value === undefined) state.variables.delete(name);
    else state.variables.set(name, value);
    if (exported === undefined) state.exported.delete(name);
  }
  return out;
}

function shownValue(value: Value | undefined): Pattern {
  const [only] = value ?? [];
  if (only?.kind !== 'text') return '';
  return value?.length === 1 ? only.text.pattern : openOf([]).pattern;
}

function callEach(
  reader: Reader,
  lists: readonly (readonly Field[])[],
  declared: readonly Assigned[],
  state: State,
  context: Context,
): Out {
  const [first = [], ...others] = lists;
  const before = others.length === 0 ? undefined : copyState(state);
  let all = call(reader, first, state, context, declared);
  for (const fields of others) {
    const inner = copyState(before ?? state);
    all = either(all, call(reader, fields, inner, context, declared));
    joinInto(reader, state, inner);
  }
  remember(lists, state);
  return all;
}

/** `$_` is the last word of the command before. */
function remember(lists: readonly (readonly Field[])[], state: State): void {
  const last = lists.flatMap(fields => fields.at(-1) ?? []);
  if (last.length > 0) state.last = scalar(...last);
}

/**
 * The lists of words that words with alternatives make. Where they are too many, every alternative of every word is in one of them.
 */
function combinations(words: readonly (readonly (readonly Field[])[])[]): readonly (readonly Field[])[] {
  const count = words.reduce((product, alternatives) => product * Math.max(1, alternatives.length), 1);
  if (count === 1) return [words.flatMap(([fields = []]) => fields)];
  if (count <= mostCombinations) {
    let lists: readonly (readonly Field[])[] = [[]];
    for (const alternatives of words) lists = lists.flatMap(fields => alternatives.map(next => [...fields, ...next]));
    return lists;
  }
  const base = words.map(([fields = []]) => fields);
  const singles = words.flatMap((alternatives, at) => alternatives.map(fields => base.with(at, fields).flat()));
  const open = words.map(alternatives =>
    alternatives.length === 1 ? (alternatives[0] ?? []) : [{ ...openOf(alternatives.flat()), splits: true as const }],
  );
  return [...singles.slice(0, 256), open.flat()];
}
