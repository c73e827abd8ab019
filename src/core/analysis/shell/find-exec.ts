import { isOpen } from '../pattern.ts';
import { callProgram } from './call.ts';
import { noInput, type Out } from './context.ts';
import { pathsOf, readFd, readFind } from './find-paths.ts';
import { type Handler, type Invocation, throughOut, within } from './invocation.ts';
import { readAll } from './options.ts';
import { either, inSubshell } from './run-node.ts';
import type { Field } from './text.ts';
import { mostAlternatives, plain } from './text.ts';

/** `find … -exec COMMAND {} ;` and `fd … -x COMMAND`. */
export const runFoundCommands: Handler = invocation => {
  const { name } = invocation;
  if (name === 'find' || name === 'gfind') return runFind(invocation);
  return name === 'fd' || name === 'fdfind' ? runFd(invocation) : undefined;
};

function runFind(invocation: Invocation): Out | undefined {
  const { args } = invocation;
  const found = pathsOf(readFind(args));
  const outs: Out[] = [];
  for (let at = 0; at < args.length; at++) {
    const { pattern } = args[at] ?? plain('');
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(pattern)) continue;
    const rest = args.slice(at + 1);
    const end = rest.findIndex(
      (word, place) => word.pattern === ';' || (word.pattern === '+' && rest[place - 1]?.pattern === '{}'),
    );
    const command = end === -1 ? rest : rest.slice(0, end);
    const together = end !== -1 && rest[end]?.pattern === '+';
    const inFolder = pattern.endsWith('dir');
    outs.push(...runOn(invocation, command, found, together, `find ${pattern}`, inFolder));
    at += command.length;
  }
  return outs.length === 0 ? undefined : throughOut(invocation, outs.reduce(either));
}

function runFd(invocation: Invocation): Out | undefined {
  const args = invocation.args.flatMap(splitExec);
  const at = args.findIndex(({ pattern }) => /^(?:-[HIuasLp0lq]*[xX]|--exec|--exec-batch)$/.test(pattern));
  if (at === -1) return undefined;
  const valued = [
    '-e',
    '-t',
    '-d',
    '-E',
    '-S',
    '-c',
    '-j',
    '-g',
    '--extension',
    '--type',
    '--max-depth',
    '--exclude',
    '--size',
    '--color',
    '--threads',
    '--changed-within',
    '--changed-before',
    '--base-directory',
    '--search-path',
    '--owner',
    '--min-depth',
    '--max-results',
  ];
  const before = readAll(args.slice(0, at), { valued: valued.filter(name => name !== '-g') });
  const rest = args.slice(at + 1);
  const end = rest.findIndex(({ pattern }) => pattern === ';');
  const command = end === -1 ? rest : rest.slice(0, end);
  if (command.length === 0) return undefined;
  const named = command.some(({ pattern }) => /\{(?:|\/|\/\/|\.|\/\.)\}/.test(pattern))
    ? command
    : [...command, plain('{}')];
  const outs = runOn(invocation, named, pathsOf(readFd(before.operands)), false, 'fd -x', false);
  return throughOut(invocation, outs.reduce(either));
}

/** `--exec=rm` is `--exec rm`. */
function splitExec(word: Field): Field[] {
  const [, name, value] = /^(--exec(?:-batch)?)=(.*)$/s.exec(word.pattern) ?? [];
  return name === undefined || value === undefined ? [word] : [plain(name), { ...word, pattern: value }];
}

/** Runs a command on what is found: for each pattern of paths once, or on all together. */
function runOn(
  invocation: Invocation,
  command: readonly Field[],
  found: readonly string[],
  together: boolean,
  by: string,
  inFolder: boolean,
): Out[] {
  const { reader, state } = invocation;
  if (command.length === 0) return [];
  const own = { ...within(invocation, { by }), input: noInput() };
  const paths = found
    .slice(0, mostAlternatives)
    .map(pattern => plain(inFolder ? `./${pattern.slice(pattern.lastIndexOf('/') + 1)}` : pattern));
  const lists = together
    ? [together ? joinFound(command, paths) : []]
    : paths.map(path => command.flatMap(word => withFound(word, [path])));
  return lists.map(fields =>
    inSubshell(state, inner => {
      if (inFolder) inner.cwds = inner.cwds.map(() => '\uE002');
      return callProgram(reader, fields, inner, own);
    }),
  );
}

function joinFound(command: readonly Field[], paths: readonly Field[]): readonly Field[] {
  return command.flatMap(word =>
    withFound(word, paths).map(field =>
      word.pattern === '{}' && isOpen(field.pattern) ? { ...field, splits: true as const } : field,
    ),
  );
}

function withFound(word: Field, paths: readonly Field[]): Field[] {
  if (!/\{(?:|\/|\/\/|\.|\/\.)\}/.test(word.pattern)) return [word];
  return paths.map(path => ({
    ...word,
    pattern: word.pattern
      .replace(/\{(?:\/|\/\/|\.|\/\.)\}/g, '\uE002')
      .split('{}')
      .join(path.pattern),
  }));
}
