import type { Case, For, Select, While } from 'unbash';
import type { Context, Exits, Out, Reader } from './context.ts';
import { silent } from './context.ts';
import { expandText, expandWord } from './expand-word.ts';
import { expansionOf } from './expansion.ts';
import { either, joinInto, run, sequence } from './run-node.ts';
import { copyState, differences, joinValues, type State, scalar, widen } from './state.ts';
import { type Field, openOf } from './text.ts';
import { lookUp } from './variables.ts';

/** The most values that a loop is followed through one by one. */
const mostTurns = 32;
/** How often a loop is tried before all that changes in it is given up. */
const mostRounds = 4;

type RunBody = (state: State, context: Context) => Out;

/** `for` and `select`: turn by turn where the values are known and few. */
export function runFor(reader: Reader, node: For | Select, state: State, context: Context): Out {
  const expansion = expansionOf(reader, state, context);
  const words = node.wordlist?.map(word => expandWord(word, expansion)) ?? positional(reader, state);
  const fields = words.flatMap(alternatives => alternatives.flat());
  const name = node.name.value;
  const exact =
    node.type === 'For' &&
    words.every(alternatives => alternatives.length === 1) &&
    fields.every(({ splits }) => splits !== true) &&
    fields.length <= mostTurns;
  if (exact)
    return runTurns(reader, name, fields, state, context, (inner, within) => run(reader, node.body, inner, within));
  return runCounting(reader, state, context, (inner, within) => {
    // Of a word that may become several, the others have nothing to do with how it looks.
    const values = fields.flatMap(({ pattern, origin, commands, splits }) => {
      const value = { pattern, origin, commands };
      return splits === true ? [value, openOf([value])] : [value];
    });
    inner.variables.set(name, values.length === 0 ? scalar(openOf([])) : joinValues(scalar(...values)));
    return run(reader, node.body, inner, within);
  });
}

function positional(reader: Reader, state: State): readonly (readonly (readonly Field[])[])[] {
  return lookUp('@', state, reader.surroundings).map(one => [
    one.kind === 'text' ? [one.text] : one.entries.map(({ field }) => field),
  ]);
}

function runTurns(
  reader: Reader,
  name: string,
  fields: readonly Field[],
  state: State,
  context: Context,
  body: RunBody,
): Out {
  let all: Out = silent;
  const left: Exits = { states: [] };
  for (const field of fields) {
    state.variables.set(name, scalar(field));
    const turn: Exits = { states: [] };
    const out = body(state, { ...context, loops: [...context.loops, turn] });
    const whole = sequence(all, out);
    all = turn.states.length === 0 ? whole : either(whole, all);
    left.states.push(...turn.states);
    for (const ended of turn.states) joinInto(reader, state, ended);
    if (left.states.length > 64) left.states.length = 64;
  }
  for (const ended of left.states) joinInto(reader, state, ended);
  return { ...all, status: 'either' };
}

/** `while` and `until`. */
export function runWhile(reader: Reader, node: While, state: State, context: Context): Out {
  return runCounting(reader, state, context, (inner, within) =>
    sequence(run(reader, node.clause, inner, within), run(reader, node.body, inner, within)),
  );
}

/**
 * A loop whose turns cannot be counted: its body is run with all that could hold at any turn. That is found by trying until
 * nothing changes any more; what changes again and again is given up.
 */
export function runCounting(reader: Reader, state: State, context: Context, body: RunBody): Out {
  const { recorder } = reader;
  const mark = recorder.mark();
  const readers = context.input.readers.length;
  let entry = copyState(state);
  for (let round = 0; ; round++) {
    const inner = copyState(entry);
    const exits: Exits = { states: [] };
    const out = body(inner, { ...context, loops: [...context.loops, exits] });
    for (const left of exits.states) joinInto(reader, inner, left);
    const next = copyState(entry);
    joinInto(reader, next, inner);
    const changed = differences(entry, next);
    if (changed === undefined || round >= mostRounds * 3) {
      // It may have run any number of times, or not at all.
      joinInto(reader, state, next);
      const repeated = out.texts.every(({ pattern }) => pattern === '') ? out.texts : [openOf(out.texts)];
      return { texts: repeated, commands: out.commands, status: 'either' };
    }
    recorder.back(mark);
    context.input.readers.length = readers;
    if (round >= 1) widen(next, changed);
    entry = next;
  }
}

export function runCase(reader: Reader, node: Case, state: State, context: Context): Out {
  expandText(node.word, expansionOf(reader, state, context));
  const before = copyState(state);
  let all: Out = silent;
  let through: State | undefined;
  for (const item of node.items) {
    const inner = copyState(before);
    if (through !== undefined) joinInto(reader, inner, through);
    for (const word of item.pattern) expandText(word, expansionOf(reader, inner, context));
    const out = run(reader, item.body, inner, context);
    all = either(all, sequence(all, out));
    through = item.terminator === ';&' || item.terminator === ';;&' ? copyState(inner) : undefined;
    joinInto(reader, state, inner);
  }
  return { ...all, status: 'either' };
}
