import type { Redirection as Node } from 'unbash';
import { isOpen, type Pattern } from '../pattern.ts';
import { type Context, deeper, type Input, noInput, type Out, type Reader, rootPath } from './context.ts';
import { addCommand } from './emit.ts';
import { expandParts, expandText } from './expand-word.ts';
import { type Deferred, expansionOf, pipeName } from './expansion.ts';
import { contentOf, placeOrigin } from './files.ts';
import type { Redirection } from './reading.ts';
import { inSubshell, link, runScript } from './run-node.ts';
import type { State } from './state.ts';
import { combine, empty, mergeCommands, open, plain, type Text } from './text.ts';

/** What the redirections of a command come to. */
export interface ReadRedirections {
  readonly own: readonly Redirection[];
  readonly input: Input | undefined;
  /** Where standard output goes, where that is a file, or nowhere. */
  readonly output: { readonly targets: readonly Pattern[]; readonly append: boolean } | undefined;
  readonly deferred: readonly Deferred[];
}

export const noRedirections: ReadRedirections = { own: [], input: undefined, output: undefined, deferred: [] };

/** Reads the redirections of a command, in their order. */
export function readRedirections(
  reader: Reader,
  nodes: readonly Node[],
  state: State,
  context: Context,
): ReadRedirections {
  if (nodes.length === 0) return noRedirections;
  const own: Redirection[] = [];
  const deferred: Deferred[] = [];
  let input: Input | undefined;
  let output: ReadRedirections['output'];
  for (const node of nodes) {
    const expansion = expansionOf(reader, state, context, deferred);
    const descriptor = descriptorOf(node);
    if (node.type === 'HereDoc') {
      const { body, operator, delimiter } = node;
      const texts =
        delimiter?.quoted === true || body.parts === undefined
          ? [plain(body.text)]
          : expandParts(body.parts, expansion);
      const shown =
        operator === '<<-' ? texts.map(text => ({ ...text, pattern: text.pattern.replace(/^\t+/gm, '') })) : texts;
      if ((descriptor ?? 0) === 0) input = textInput(shown);
      continue;
    }
    if (node.target === undefined) continue;
    const targets = expandText(node.target, expansion);
    if (node.type === 'HereString') {
      if ((descriptor ?? 0) === 0) input = textInput(combine(targets, [plain('\n')]));
      continue;
    }
    const { operator } = node;
    if (isCopy(operator, targets)) {
      // What goes to the errors is not printed.
      if (operator === '>&' && (descriptor ?? 1) === 1) output = { targets: [], append: false };
      continue;
    }
    for (const { pattern } of targets) own.push(...redirectionsTo(operator, pattern, descriptor));
    if (operator === '<' && (descriptor ?? 0) === 0) input = fileInput(reader, targets, state);
    else if (operator !== '<' && operator !== '<>' && (descriptor ?? 1) === 1)
      output = { targets: targets.map(({ pattern }) => pattern), append: operator.endsWith('>>') };
  }
  return { own, input, output, deferred };
}

function descriptorOf({ descriptor }: Node): number | undefined {
  if (descriptor === undefined) return undefined;
  return descriptor.type === 'FileDescriptor' ? descriptor.value : 10;
}

function isCopy(operator: string, targets: readonly Text[]): boolean {
  if (operator !== '>&' && operator !== '<&') return false;
  return targets.every(({ pattern }) => isOpen(pattern) || /^(?:\d+-?|-|)$/.test(pattern));
}

function redirectionsTo(operator: string, target: Pattern, descriptor: number | undefined): Redirection[] {
  const read: Redirection = { direction: 'read', target, descriptor: descriptor ?? 0 };
  if (operator === '<' || operator === '<&') return [read];
  // Opened for both, so that later commands may do either through its number.
  if (operator === '<>') return [read, { ...read, direction: 'write' }];
  const both = operator.startsWith('&') || (operator === '>&' && descriptor === undefined);
  const direction = operator.endsWith('>>') ? 'append' : 'write';
  return [{ direction, target, descriptor: both ? 'both' : (descriptor ?? 1) }];
}

function textInput(texts: readonly Text[]): Input {
  const sources = texts.reduce<readonly number[]>((all, { commands }) => mergeCommands(all, commands), []);
  return { from: 'text', texts, sources, readers: [] };
}

function fileInput(reader: Reader, targets: readonly Text[], state: State): Input {
  const [first] = targets;
  if (first?.content !== undefined)
    return { from: 'substitution', texts: first.content, sources: first.commands, readers: [] };
  if (targets.some(({ pattern }) => pattern === '/dev/null')) return noInput();
  const texts = targets.flatMap(target => contentOf(reader, target, state));
  return { from: 'file', texts, sources: [], readers: [] };
}

/** Does what redirections do once a command has been read: files hold what it printed, and `>(…)` reads it. */
export function finishRedirections(
  reader: Reader,
  read: ReadRedirections,
  out: Out,
  start: number,
  state: State,
  context: Context,
): Out {
  const { input, own, output, deferred } = read;
  if (own.length > 0 && reader.recorder.commands.length === start)
    addCommand(reader, [plain(':')], state, { ...context, redirections: own, input: input ?? context.input });
  if (input?.from === 'substitution') {
    const printers = input.texts[0]?.commands ?? [];
    for (const printer of printers) link(reader, printer, input.readers);
  }
  for (const { script } of deferred) runReader(reader, script, out, state, context);
  if (output === undefined) return out;
  for (const target of output.targets) keepText(target, out.texts, output.append, reader, state);
  return { ...out, texts: [empty], commands: [] };
}

/** What stands in `>(…)`, with what the command prints. */
function runReader(reader: Reader, script: Deferred['script'], out: Out, state: State, context: Context): void {
  const readers: number[] = [];
  const known = out.texts.some(({ pattern }) => pattern !== '');
  const texts = known ? out.texts : [open(16, out.commands)];
  const input: Input = { from: 'substitution', texts, sources: out.commands, readers };
  inSubshell(state, inner => runScript(reader, script, inner, { ...deeper(context, undefined), input }));
  for (const source of out.commands) link(reader, source, readers);
}

/** Remembers what a file holds that the text itself writes. */
export function keepText(target: Pattern, texts: readonly Text[], append: boolean, reader: Reader, state: State): void {
  if (target === pipeName || /^\/dev\/(?:null|stdout|stderr|tty|fd\/)/.test(target)) return;
  for (const cwd of state.cwds) {
    const path = rootPath(target, cwd);
    const before = state.files.get(path);
    const known = texts.map(({ pattern, origin, commands }) => ({ pattern, origin, commands }));
    if (append) {
      const earlier = before ?? [empty, ...(isOpen(path) ? [] : [open(placeOrigin(reader, path))])];
      state.files.set(path, combine(earlier, known));
    } else state.files.set(path, isOpen(path) && before !== undefined ? [...before, ...known].slice(-16) : known);
  }
}
