import { anything, isOpen } from '../pattern.ts';
import { callProgram } from './call.ts';
import { isElsewhere, type Out, rootPath } from './context.ts';
import { type Handler, type Invocation, throughOut, within } from './invocation.ts';
import { hasOption, isAssignment, type Option, readAll, readLeading, valuesOf } from './options.ts';
import type { Via } from './reading.ts';
import { either, inSubshell } from './run-node.ts';
import { runTexts } from './run-shell.ts';
import { childState, keepFiles, type State, scalar } from './state.ts';
import { type Field, join, plain, type Text } from './text.ts';
import { type Wrapper, wrappers } from './wrapper-table.ts';
import { itemsOf } from './xargs.ts';

/** Programs that run the command in their own words. */
export const runWrapper: Handler = invocation => {
  const { name, args, context } = invocation;
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (wrapper === undefined) return undefined;
  const via: Via = wrapper.elsewhere === true || isElsewhere(context) ? { by: name, elsewhere: true } : { by: name };
  const rest = wordsAfter(wrapper, args);
  if (rest === undefined) return undefined;
  const split = name === 'env' || name === 'genv' ? splitWords(rest, wrapper) : undefined;
  return runRest(invocation, wrapper, split ?? rest, via);
};

/** The words behind the one that has to come first; undefined where it is not there. */
function wordsAfter({ after }: Wrapper, args: readonly Field[]): readonly Field[] | undefined {
  if (after === undefined) return args;
  const at = args.findIndex(({ pattern }) => after.includes(pattern));
  return at === -1 ? undefined : args.slice(at + 1);
}

/** `env -S 'A=1 rm -rf'`: the text is parted into words, which stand in its place. */
function splitWords(args: readonly Field[], { valued = [] }: Wrapper): readonly Field[] | undefined {
  const { options, rest } = readLeading(args, { valued: [...valued, '-S', '--split-string'] });
  const [text] = valuesOf(options, '-S', '--split-string');
  if (text === undefined) return undefined;
  // `env` puts variables in, too.
  const filled = text.pattern.replace(/\$\{\w+\}/g, anything);
  const words = itemsOf({ ...text, pattern: filled }, undefined, false);
  const before = options.flatMap(({ name, value }) =>
    /^(?:-S|--split-string)$/.test(name) ? [] : value === undefined ? [plain(name)] : [plain(name), value],
  );
  return [...before, ...words, ...rest];
}

function runRest(invocation: Invocation, wrapper: Wrapper, words: readonly Field[], via: Via): Out | undefined {
  const table = { valued: [...(wrapper.valued ?? []), ...(wrapper.text ?? [])] };
  const state = childState(invocation.state);
  const named = readAll(words, table).options;
  const leading = readLeading(words, table);
  const isBehind = (wrapper.own ?? 0) > 0;
  const { options } = isBehind ? { options: named } : leading;
  if (hasOption(options, ...(wrapper.idle ?? []))) return undefined;
  const texts = valuesOf(options, ...(wrapper.text ?? []));
  moveTo(options, wrapper, state);
  const outs: Out[] = texts.map(text =>
    runTexts(invocation, invocation.name, [text], state, { ...via, by: `${invocation.name} -c` }),
  );
  const command = commandOf(wrapper, leading.rest, words);
  const out = texts.length > 0 && isBehind ? undefined : runCommandWords(invocation, wrapper, command, state, via);
  if (out !== undefined) outs.push(out);
  keepFiles(invocation.state, state);
  return outs.length === 0 ? undefined : throughOut(invocation, outs.reduce(either));
}

function moveTo(options: readonly Option[], { folder = [] }: Wrapper, state: State): void {
  const [to] = valuesOf(options, ...folder);
  if (to !== undefined) state.cwds = state.cwds.map(cwd => rootPath(to.pattern, cwd));
}

/** The command's own words. */
function commandOf(wrapper: Wrapper, rest: readonly Field[], all: readonly Field[]): readonly Field[] {
  if (wrapper.dashed === true) {
    const at = all.findIndex(({ pattern }) => pattern === '--');
    return at === -1 ? [] : all.slice(at + 1);
  }
  if (wrapper.own === undefined) return rest;
  const own = rest.slice(wrapper.own);
  // Options may stand behind the wrapper's own words, as in `flock FILE -c TEXT`.
  return own[0]?.pattern === '--' ? own.slice(1) : own;
}

function runCommandWords(
  invocation: Invocation,
  wrapper: Wrapper,
  words: readonly Field[],
  state: State,
  via: Via,
): Out | undefined {
  const { reader, name } = invocation;
  let rest = words;
  const assignments = [...invocation.context.assignments];
  if (wrapper.assigns === true) {
    for (let [first] = rest; first !== undefined && isAssignment(first); [first] = rest) {
      const at = first.pattern.indexOf('=');
      const value = { ...first, pattern: first.pattern.slice(at + 1) };
      assignments.push({ name: first.pattern.slice(0, at), value: value.pattern });
      state.variables.set(first.pattern.slice(0, at), scalar(value));
      state.exported.set(first.pattern.slice(0, at), true);
      rest = rest.slice(1);
    }
    if (rest[0]?.pattern === '--') rest = rest.slice(1);
  }
  const [first] = rest;
  if (first === undefined) return undefined;
  if (wrapper.texts === true) {
    const outs = rest.map(text => runTexts(invocation, name, [text], state, via));
    return outs.reduce(either);
  }
  if (wrapper.joins === true) return runTexts(invocation, name, [joinWords(rest)], state, via);
  if (wrapper.single === true && rest.length === 1 && /\s/.test(first.pattern))
    return runTexts(invocation, name, [first], state, via);
  const context = { ...within(invocation, via), assignments };
  return inSubshell(state, inner => callProgram(reader, unversioned(name, rest), inner, context));
}

/** Words as a shell gets them that is sent them in a row. */
export function joinWords(words: readonly Field[]): Text {
  return words.reduce<Text>((all, word, at) => (at === 0 ? word : join(join(all, plain(' ')), word)), plain(''));
}

const packageRunners = new Set(['npx', 'pnpx', 'bunx', 'uvx', 'npm', 'pnpm', 'yarn', 'bun', 'pipx', 'uv']);

/** `npx rimraf@5 …` runs `rimraf`. */
function unversioned(name: string, words: readonly Field[]): readonly Field[] {
  const [first, ...rest] = words;
  if (first === undefined || !packageRunners.has(name) || isOpen(first.pattern)) return words;
  const program = first.pattern.replace(/(.)(?:@|==)[^/]*$/, '$1');
  return [{ ...first, pattern: program }, ...rest];
}
