import { isWithin } from '../path-text.ts';
import { anything, isOpen } from '../pattern.ts';
import { builtinOf } from './builtins.ts';
import { type Context, deeper, type Out, type Reader, rootPath, silent } from './context.ts';
import { addCommand, programOf } from './emit.ts';
import { isWhollyOpen, shown } from './invocation.ts';
import type { Assigned } from './run-command.ts';
import { fedSource, reportFed } from './run-fed.ts';
import { collectExits, either, joinInto, run, runText } from './run-node.ts';
import { runProgram } from './run-program.ts';
import { copyState, type Functions, list, type State } from './state.ts';
import { type Field, open, origin } from './text.ts';

/** How often a function may be inside itself before it is no longer followed. */
const deepestRecursion = 3;

/** Calls whatever a list of words names: an alias, a function, a builtin or a program. */
export function call(
  reader: Reader,
  fields: readonly Field[],
  state: State,
  context: Context,
  declared: readonly Assigned[] = [],
): Out {
  const [first] = fields;
  reader.recorder.step(1 + fields.length / 32);
  if (first === undefined) return silent;
  const name = first.pattern;
  if (programOf(name) === undefined) return callUnknown(reader, first, fields, state, context);
  const alias = state.aliases.get(name);
  if (alias !== undefined) return callAlias(reader, name, fields, state, context, declared);
  const bodies = state.functions.get(name);
  if (bodies !== undefined) return callFunction(reader, name, bodies, fields, state, context);
  return callDirectly(reader, fields, state, context, declared);
}

/** Calls a builtin or a program: neither alias nor function. */
export function callDirectly(
  reader: Reader,
  fields: readonly Field[],
  state: State,
  context: Context,
  declared: readonly Assigned[] = [],
): Out {
  const builtin = builtinOf(fields[0]?.pattern ?? '');
  return builtin === undefined
    ? callProgram(reader, fields, state, context)
    : builtin({ reader, args: fields.slice(1), words: fields, state, context, declared });
}

/** Calls a program, as another program does. */
export function callProgram(reader: Reader, fields: readonly Field[], state: State, context: Context): Out {
  const [first] = fields;
  if (first === undefined) return silent;
  if (programOf(first.pattern) === undefined) return callUnknown(reader, first, fields, state, context);
  return runProgram(reader, fields, state, context);
}

/** A program whose name is not known. */
function callUnknown(reader: Reader, first: Field, fields: readonly Field[], state: State, context: Context): Out {
  const places = addCommand(reader, fields, state, context);
  if (!context.lenient && !isOfProject(reader, first.pattern, state) && first.pattern !== '') {
    const { written, open: text } = context;
    const from = first.origin === 0 ? (text?.origin ?? origin.variable) : first.origin;
    if (fedSource(from) === 'variable' || (first.origin === 0 && text === undefined))
      reader.recorder.unknown('program', `\`${written === '' ? shown(first.pattern) : written}\``);
    else reportFed(reader, text?.by ?? 'shell', from, context);
    if (fedSource(from) === 'variable' && text !== undefined) reportFed(reader, text.by, from, context);
  }
  const out: Out = { texts: [open(origin.other, places)], commands: places, status: 'either' };
  const rest = fields.slice(1);
  // Without quotes and empty it is not there, and what follows is the program.
  if (
    first.splits !== true ||
    !isWhollyOpen(first.pattern) ||
    rest.length === 0 ||
    isOpen(rest[0]?.pattern ?? anything)
  )
    return out;
  const inner = copyState(state);
  const without = call(reader, rest, inner, context);
  joinInto(reader, state, inner);
  return either(out, without);
}

/** Programs of the project are free, whichever of them it is. */
function isOfProject({ surroundings }: Reader, path: string, state: State): boolean {
  if (!path.includes('/') || path.startsWith(anything)) return false;
  return state.cwds.every(cwd => {
    const rooted = rootPath(path, cwd);
    return !rooted.startsWith(anything) && isWithin(rooted, surroundings.project);
  });
}

function callAlias(
  reader: Reader,
  name: string,
  fields: readonly Field[],
  state: State,
  context: Context,
  declared: readonly Assigned[],
): Out {
  const texts = state.aliases.get(name) ?? [];
  state.aliases.delete(name);
  const rest = fields.slice(1).map(quoteField).join(' ');
  // Whether aliases are expanded depends on how the shell is set, so the name itself counts too.
  const before = copyState(state);
  let all = call(reader, fields, state, context, declared);
  for (const text of texts) {
    const inner = copyState(before);
    const out = runText(reader, `${text.pattern} ${rest}`, inner, deeper(context, { by: `alias ${name}` }));
    all = either(all, out);
    joinInto(reader, state, inner);
  }
  state.aliases.set(name, texts);
  return all;
}

/** A word as source of the shell. */
export function quoteField({ pattern, splits }: Field): string {
  return splits === true || /^[\w./:=@%+,-]+$/.test(pattern) ? pattern : `'${pattern.replaceAll("'", "'\\''")}'`;
}

export function callFunction(
  reader: Reader,
  name: string,
  bodies: Functions,
  fields: readonly Field[],
  state: State,
  context: Context,
): Out {
  const running = context.functions.filter(other => other === name).length;
  if (running > 0 && context.forks >= 2 && !context.lenient)
    reader.recorder.unknown('endless', `the function \`${name}\` starts itself again and again`);
  if (running >= deepestRecursion || context.depth > 24)
    return { texts: [open(origin.other)], commands: [], status: 'either' };
  const before = copyState(state);
  let all: Out | undefined;
  for (const body of bodies) {
    const inner = copyState(before);
    const out =
      body === 'program'
        ? callDirectly(reader, fields, inner, context)
        : runBody(reader, name, body, fields, inner, context);
    if (all === undefined) Object.assign(state, copyState(inner));
    else joinInto(reader, state, inner);
    all = all === undefined ? out : either(all, out);
  }
  return all ?? silent;
}

function runBody(
  reader: Reader,
  name: string,
  body: Exclude<Functions[number], 'program'>,
  fields: readonly Field[],
  state: State,
  context: Context,
): Out {
  const locals = new Map([['@', state.variables.get('@')]]);
  state.variables.set('@', list(fields.slice(1)));
  const out = collectExits(reader, state, exits => {
    const own = deeper(context, { by: `function ${name}` });
    return run(reader, body, state, {
      ...own,
      outer: [...context.redirections, ...context.outer],
      functions: [...context.functions, name],
      returns: exits,
      locals,
      loops: [],
    });
  });
  for (const [variable, value] of locals) {
    if (value === undefined) state.variables.delete(variable);
    else state.variables.set(variable, value);
  }
  return { ...out, status: 'either' };
}
