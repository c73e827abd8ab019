import {
  type ArithmeticFor,
  type Coproc,
  type If,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirected,
  type Statement,
  type SyntaxNode,
  type TestExpression,
} from 'unbash';
import type { Pattern } from '../pattern.ts';
import {
  type Context,
  deeper,
  type Exits,
  mergeRedirections,
  type Out,
  type Reader,
  type Status,
  silent,
} from './context.ts';
import { evaluate, expandText, runSubscript } from './expand-word.ts';
import { expansionOf } from './expansion.ts';
import { finishRedirections, readRedirections } from './redirections.ts';
import { runAndOr } from './run-and-or.ts';
import { runCommand } from './run-command.ts';
import { runCase, runCounting, runFor, runWhile } from './run-loops.ts';
import { copyState, joinState, keepFiles, type State, type Value } from './state.ts';
import { combine, distinct, mergeCommands, open, openOf, origin, type Text } from './text.ts';
import { inShell } from './traps.ts';
import { given, unknownValue } from './variables.ts';

/** How deep texts, functions and substitutions are followed. */
const deepest = 24;

/** Reads a text and runs it. */
export function runText(reader: Reader, text: Pattern, state: State, context: Context): Out {
  const { recorder } = reader;
  if (context.depth > deepest) {
    if (!context.lenient) recorder.unknown('too-large', 'commands nest too deep');
    return silent;
  }
  recorder.step(1 + text.length / 400);
  const script = parseText(text);
  const error = script === undefined ? 'it nests too deep' : script.errors?.[0]?.message;
  if (error !== undefined) {
    if (context.depth === 0)
      recorder.unreadable ??= { reason: /nest/.test(error) ? 'too-large' : 'invalid', detail: error };
    else if (!context.lenient) recorder.unknown('invalid', `a text that is run is no valid shell: ${error}`);
  }
  return script === undefined ? silent : runList(reader, script.commands, state, context);
}

/** The parser bounds most nesting itself; function and coprocess headers it does not. */
function parseText(text: string): ParsedScript | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

export function runScript(reader: Reader, script: ParsedScript, state: State, context: Context): Out {
  return runList(reader, script.commands, state, context);
}

export function runList(reader: Reader, statements: readonly Statement[], state: State, context: Context): Out {
  let all: Out = silent;
  for (const statement of statements) all = sequence(all, run(reader, statement, state, context));
  return all;
}

/** What two parts leave, one after the other. */
export function sequence(first: Out, second: Out): Out {
  if (first === silent) return second;
  return {
    texts: bounded(combine(first.texts, second.texts)),
    commands: mergeCommands(first.commands, second.commands),
    status: second.status,
  };
}

/** What one part or the other leaves. */
export function either(first: Out, second: Out): Out {
  return {
    texts: bounded([...new Set([...first.texts, ...second.texts])]),
    commands: mergeCommands(first.commands, second.commands),
    status: first.status === second.status ? first.status : 'either',
  };
}

/** The most texts that a part of a script could print. */
const mostTexts = 16;

/** The most characters that alternatives of an output may have together. */
const mostCharacters = 16_384;

function bounded(texts: readonly Text[]): readonly Text[] {
  if (texts.length < 2) return texts;
  if (texts.reduce((sum, { pattern }) => sum + pattern.length, 0) > mostCharacters) return [openOf(texts)];
  const all = distinct(texts);
  return all.length <= mostTexts ? all : [...all.slice(0, mostTexts - 1), openOf(all)];
}

/** What a variable holds that only one of two ways has set. */
export function unsetValue(reader: Reader, state: State): (name: string) => Value {
  return name => given(name, state, reader.surroundings) ?? unknownValue;
}

export function joinInto(reader: Reader, state: State, other: State): void {
  joinState(state, other, unsetValue(reader, state));
}

/** Runs any node of a script. */
export function run(reader: Reader, node: SyntaxNode, state: State, context: Context): Out {
  reader.recorder.step();
  switch (node.type) {
    case 'Statement':
      return node.background === true
        ? runBackground(reader, node, state, context)
        : run(reader, node.command, state, context);
    case 'Command':
      return runCommand(reader, node, state, context);
    case 'Pipeline':
      return runPipeline(reader, node, state, context);
    case 'AndOr':
      return runAndOr(reader, node, state, context);
    case 'CompoundList':
      return runList(reader, node.commands, state, context);
    case 'BraceGroup':
      return runList(reader, node.body.commands, state, context);
    case 'Subshell':
      return inShell(reader, state, context, inner => runList(reader, node.body.commands, inner, context));
    case 'Redirected':
      return runRedirected(reader, node, state, context);
    case 'If':
      return runIf(reader, node, state, context);
    case 'While':
      return runWhile(reader, node, state, context);
    case 'For':
    case 'Select':
      return runFor(reader, node, state, context);
    case 'ArithmeticFor':
      return runArithmeticFor(reader, node, state, context);
    case 'Case':
      return runCase(reader, node, state, context);
    case 'Function':
      state.functions.set(node.name.value, [node.body]);
      return silent;
    case 'Coproc':
      return runCoproc(reader, node, state, context);
    case 'TestCommand':
      visitTest(reader, node.expression, state, context);
      return { ...silent, status: 'either' };
    case 'ArithmeticCommand':
      evaluate(node.expression, expansionOf(reader, state, context));
      return { ...silent, status: 'either' };
    default:
      return silent;
  }
}

/** Runs something in a shell of its own: of what it changes only what is on the disk stays. */
export function inSubshell(state: State, runInner: (inner: State) => Out): Out {
  const inner = copyState(state);
  const out = runInner(inner);
  keepFiles(state, inner);
  return out;
}

function runBackground(reader: Reader, node: Statement, state: State, context: Context): Out {
  const own = { ...context, forks: context.forks + 1 };
  const out = inShell(reader, state, own, inner => run(reader, node.command, inner, own));
  return { ...out, status: 'success' };
}

function runCoproc(reader: Reader, node: Coproc, state: State, context: Context): Out {
  // It is written to by whoever likes.
  const input = { from: 'pipe' as const, texts: [open(origin.other)], sources: [], readers: [] };
  const own = { ...deeper(context, { by: 'coproc' }), input };
  inShell(reader, state, own, inner => run(reader, node.body, inner, own));
  return silent;
}

/** The most feeds that are kept for one command. */
const mostFeeds = 256;

function runPipeline(reader: Reader, node: Pipeline, state: State, context: Context): Out {
  const [only] = node.commands;
  const negated = node.prefixes.some(({ type }) => type === 'Negation');
  if (only !== undefined && node.commands.length === 1) {
    const out = run(reader, only, state, context);
    return negated ? { ...out, status: negate(out.status) } : out;
  }
  let before: Out | undefined;
  let sources: readonly number[] = context.input.sources;
  for (const [at, command] of node.commands.entries()) {
    const readers: number[] = [];
    const input =
      before === undefined ? context.input : { from: 'pipe' as const, texts: before.texts, sources, readers };
    const isLast = at === node.commands.length - 1;
    const outer = isLast ? context.outer : context.outer.filter(({ descriptor }) => descriptor !== 1);
    const stage = { ...context, input, outer, forks: context.forks + 1 };
    const out = inShell(reader, state, stage, inner => run(reader, command, inner, stage));
    for (const source of before?.commands ?? []) link(reader, source, readers);
    sources = [...out.commands, ...sources].slice(0, mostFeeds);
    before = out;
  }
  const out = before ?? silent;
  return { ...out, status: negated ? negate(out.status) : out.status };
}

/** Notes that what a command prints goes to others. */
export function link(reader: Reader, source: number, readers: readonly number[]): void {
  const feeds = reader.recorder.commands[source]?.feeds;
  for (const place of readers)
    if (feeds !== undefined && feeds.length < mostFeeds && place !== source) feeds.push(place);
}

function negate(status: Status): Status {
  if (status === 'either') return status;
  return status === 'failure' ? 'success' : 'failure';
}

function runRedirected(reader: Reader, node: Redirected, state: State, context: Context): Out {
  const read = readRedirections(reader, node.redirects, state, context);
  const start = reader.recorder.commands.length;
  const out = run(reader, node.command, state, {
    ...context,
    input: read.input ?? context.input,
    outer: mergeRedirections(read.own, context.outer),
  });
  return finishRedirections(reader, read, out, start, state, context);
}

function runIf(reader: Reader, node: If, state: State, context: Context): Out {
  let before = run(reader, node.clause, state, context);
  let rest = copyState(state);
  let all = sequence(before, run(reader, node.then, state, context));
  for (const branch of node.elif) {
    before = sequence(before, run(reader, branch.clause, rest, context));
    const inner = copyState(rest);
    all = either(all, sequence(before, run(reader, branch.then, inner, context)));
    joinInto(reader, state, inner);
  }
  if (node.else === undefined) all = either(all, before);
  else all = either(all, sequence(before, run(reader, node.else, rest, context)));
  joinInto(reader, state, rest);
  rest = state;
  return { ...all, status: 'either' };
}

function runArithmeticFor(reader: Reader, node: ArithmeticFor, state: State, context: Context): Out {
  evaluate(node.initialize, expansionOf(reader, state, context));
  return runCounting(reader, state, context, (inner, within) => {
    evaluate(node.test, expansionOf(reader, inner, within));
    const out = run(reader, node.body, inner, within);
    evaluate(node.update, expansionOf(reader, inner, within));
    return out;
  });
}

function visitTest(reader: Reader, expression: TestExpression, state: State, context: Context): void {
  const pending: TestExpression[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    reader.recorder.step();
    if (next.type === 'TestLogical') pending.push(...[...next.operands].reverse());
    else if (next.type === 'TestNot') pending.push(next.operand);
    else if (next.type === 'TestGroup') pending.push(next.expression);
    else {
      const words = next.type === 'TestUnary' ? [next.operand] : [next.left, next.right];
      const expansion = expansionOf(reader, state, context);
      const counts = /^-(?:v|eq|ne|lt|le|gt|ge)$/.test(next.operator);
      for (const word of words)
        for (const text of expandText(word, expansion)) if (counts) runSubscript(text, expansion);
    }
  }
}

/** Runs a function's body; what `return` leaves early counts as well. */
export function collectExits(reader: Reader, state: State, runInner: (exits: Exits) => Out): Out {
  const exits: Exits = { states: [] };
  const out = runInner(exits);
  for (const left of exits.states) joinInto(reader, state, left);
  return out;
}
