import { anything, isOpen } from '../pattern.ts';
import type { Builtin, BuiltinCall } from './builtins.ts';
import { record } from './builtins.ts';
import { deeper } from './context.ts';
import { isKnown } from './field-builder.ts';
import { hasOption, readLeading, valuesOf } from './options.ts';
import { inSubshell } from './run-node.ts';
import { runOneText } from './run-shell.ts';
import { joinValues, list, scalar, type Value } from './state.ts';
import { distinct, type Field, open, openOf, origin, plain, type Text } from './text.ts';

/** `read`: the lines of its input, parted among its names. */
export const read: Builtin = call => {
  const { args, state, context } = call;
  const { out, places } = record(call);
  const { options, rest } = readLeading(args, { valued: ['-a', '-d', '-i', '-n', '-N', '-p', '-t', '-u'] });
  const raw = hasOption(options, '-r');
  const [whole] = valuesOf(options, '-d');
  const other = hasOption(options, '-u', '-n', '-N');
  const lines = other ? [open(origin.other, places)] : linesOf(call, whole?.pattern, raw, places);
  const [array] = valuesOf(options, '-a');
  if (array !== undefined) {
    state.variables.set(
      array.pattern,
      lines.flatMap(line => list(wordsOf(line, call))),
    );
    return { ...out, status: 'either' };
  }
  const names = rest.length === 0 ? ['REPLY'] : rest.map(({ pattern }) => pattern);
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const texts = lines.map(line =>
      names.length === 1 ? trimmed(line, rest.length === 0, call) : partOf(line, at, isLast, call),
    );
    state.variables.set(name, joinValues(scalar(...distinct(texts))));
  }
  return { ...out, texts: [plain('')], status: context.input.from === 'nothing' ? 'either' : 'either' };
};

/** What one call could read: any line where it is one of many, the first where the input is its own. */
function linesOf(
  call: BuiltinCall,
  delimiter: string | undefined,
  raw: boolean,
  places: readonly number[],
): readonly Text[] {
  const { input, loops } = call.context;
  if (input.from === 'nothing') return [open(origin.other, places)];
  const separator = delimiter === undefined ? '\n' : delimiter === '' ? '\0' : delimiter[0];
  const all = input.texts.flatMap((text): Text[] => {
    if (text.file !== undefined || isWhole(text)) return [open(text.origin | origin.other, places)];
    if (!raw && text.pattern.includes('\\')) return [open(origin.other, places)];
    const lines = text.pattern.split(separator ?? '\n', 256);
    if (lines.length > 1 && lines.at(-1) === '') lines.pop();
    if (lines.length >= 256) lines.push(anything);
    const own = call.context.redirections.length > 0 || input.from === 'text';
    const kept = own && loops.length === 0 && !lines.some(isOpen) ? lines.slice(0, 1) : lines;
    return kept.map(pattern => ({ pattern, origin: text.origin, commands: [...text.commands, ...places] }));
  });
  return distinct(all);
}

function isWhole({ pattern }: Text): boolean {
  return pattern === anything;
}

function separatorsOf({ state }: BuiltinCall): string {
  const [only] = state.variables.get('IFS') ?? [];
  return only?.kind === 'text' && isKnown(only.text) ? only.text.pattern : ' \t\n';
}

function trimmed(line: Text, whole: boolean, call: BuiltinCall): Text {
  const blanks = [...separatorsOf(call)].filter(character => /\s/.test(character));
  if (whole || blanks.length === 0) return line;
  // What is open at an end could be empty, and the blanks beside it then go too.
  let pattern = line.pattern.replace(/[ \t]+(?=\uE002+$)/, '').replace(/(?<=^\uE002+)[ \t]+/, '');
  while (pattern !== '' && blanks.includes(pattern[0] ?? '')) pattern = pattern.slice(1);
  while (pattern !== '' && blanks.includes(pattern.at(-1) ?? '')) pattern = pattern.slice(0, -1);
  const others = [...separatorsOf(call)].filter(character => !/\s/.test(character));
  if (
    others.length === 1 &&
    pattern.endsWith(others[0] ?? '') &&
    pattern.indexOf(others[0] ?? '') === pattern.length - 1
  )
    pattern = pattern.slice(0, -1);
  return { ...line, pattern };
}

function wordsOf(line: Text, call: BuiltinCall): readonly Field[] {
  const separators = separatorsOf(call);
  const pieces: string[] = [];
  let current = '';
  let pending = false;
  for (const character of line.pattern) {
    if (!separators.includes(character)) {
      current += character;
      pending = true;
      continue;
    }
    if (/\s/.test(character)) {
      if (pending) pieces.push(current);
      pending = false;
    } else {
      pieces.push(current);
      pending = false;
    }
    current = '';
  }
  if (pending) pieces.push(current);
  return pieces.map(pattern => (isOpen(pattern) ? { ...line, pattern, splits: true as const } : { ...line, pattern }));
}

/** The word at a place of a line; the last name gets all that is left. */
function partOf(line: Text, at: number, isLast: boolean, call: BuiltinCall): Text {
  if (isOpen(line.pattern)) return openOf([line]);
  const words = wordsOf(line, call);
  if (!isLast) return { ...line, pattern: words[at]?.pattern ?? '' };
  const separators = separatorsOf(call);
  const rest = words.slice(at);
  if (rest.length <= 1) return { ...line, pattern: rest[0]?.pattern ?? '' };
  if ([...separators].every(character => /\s/.test(character))) {
    // Blanks between the words that are left stay as they are.
    let from = 0;
    for (let skip = 0; skip <= at; skip++) {
      while (separators.includes(line.pattern[from] ?? '\0')) from++;
      if (skip < at) while (from < line.pattern.length && !separators.includes(line.pattern[from] ?? '')) from++;
    }
    return trimmed({ ...line, pattern: line.pattern.slice(from) }, false, call);
  }
  return openOf([line]);
}

/** `mapfile`: a list of the lines of its input. */
export const readArray: Builtin = call => {
  const { args, state } = call;
  const { out, places } = record(call);
  const { options, rest } = readLeading(args, { valued: ['-d', '-n', '-O', '-s', '-u', '-C', '-c'] });
  const name = rest[0]?.pattern ?? 'MAPFILE';
  const strip = hasOption(options, '-t');
  const others = options.some(option => option.name !== '-t');
  for (const text of valuesOf(options, '-C'))
    inSubshell(state, inner =>
      runOneText(call.reader, 'mapfile -C', text, inner, deeper(call.context, { by: 'mapfile -C' })),
    );
  const value = call.context.input.texts.flatMap((text): Value => {
    if (isWhole(text) || text.file !== undefined || others)
      return list([{ ...openOf([text]), commands: [...text.commands, ...places], splits: true }]);
    const lines = text.pattern.split('\n');
    if (lines.at(-1) === '') lines.pop();
    return list(
      lines.slice(0, 1_000).map(pattern => {
        const field: Field = { ...text, pattern: strip ? pattern : `${pattern}\n` };
        return isOpen(pattern) ? { ...field, splits: true } : field;
      }),
    );
  });
  state.variables.set(name, value);
  return { ...out, status: 'either' };
};
