import { anything, isOpen } from '../pattern.ts';
import { callProgram } from './call.ts';
import type { Out } from './context.ts';
import { contentOf } from './files.ts';
import { type Handler, type Invocation, throughOut, within } from './invocation.ts';
import { readLeading, valuesOf } from './options.ts';
import { either, inSubshell } from './run-node.ts';
import { runTexts } from './run-shell.ts';
import { joinWords } from './run-wrapper.ts';
import { type Field, open, origin, plain, type Text } from './text.ts';

const valued = [
  '-I',
  '-n',
  '-P',
  '-L',
  '-d',
  '-s',
  '-a',
  '-E',
  '-J',
  '-R',
  '-S',
  '--delimiter',
  '--max-args',
  '--max-procs',
  '--max-lines',
  '--max-chars',
  '--arg-file',
  '--replace',
  '--eof',
  '--process-slot-var',
];

/** The most words that are taken from an input. */
const mostWords = 256;

/** `xargs` and `parallel`. */
export const runXargs: Handler = invocation => {
  if (invocation.name === 'xargs') return throughXargs(invocation);
  return invocation.name === 'parallel' ? throughParallel(invocation) : undefined;
};

function throughXargs(invocation: Invocation): Out | undefined {
  const { reader, args, state, context } = invocation;
  const { options, rest } = readLeading(args.map(withoutOptional), { valued });
  if (rest.length === 0) return undefined;
  const [file] = valuesOf(options, '-a', '--arg-file');
  const texts = file === undefined ? context.input.texts : contentOf(reader, file, state);
  const zero = options.some(({ name }) => name === '-0' || name === '--null');
  const [delimiter] = valuesOf(options, '-d', '--delimiter');
  const [replace] = valuesOf(options, '-I', '--replace', '-J');
  const place =
    replace?.pattern ?? (options.some(({ name }) => name === '-i' || name === '--replace') ? '{}' : undefined);
  const batches = options.some(({ name }) => ['-n', '-L', '--max-args', '--max-lines'].includes(name));
  const separator = delimiter?.pattern ?? (zero ? '\0' : undefined);
  const own = {
    ...within(invocation, { by: 'xargs' }),
    input: { ...context.input, from: 'nothing' as const, texts: [plain('')] },
  };
  const inputs = context.input.from === 'nothing' && file === undefined ? [open(origin.other)] : texts;
  const commands = inputs.flatMap(text => {
    const items = itemsOf(text, separator, place !== undefined);
    if (place !== undefined) return items.map(item => rest.map(word => replaced(word, place, item)));
    return batches
      ? inBatches(rest, items, Number(valuesOf(options, '-n', '--max-args')[0]?.pattern ?? '1'))
      : [[...rest, ...items]];
  });
  const outs = commands
    .slice(0, 128)
    .map(fields => inSubshell(state, inner => callProgram(reader, fields, inner, own)));
  if (commands.length > 128) outs.push(callProgram(reader, [...rest, anyWord(inputs[0] ?? plain(''))], state, own));
  return outs.length === 0
    ? throughOut(invocation, { texts: [plain('')], commands: [], status: 'either' })
    : throughOut(invocation, outs.reduce(either));
}

/** `-i`, `-l` and `-e` take a value only in the same word. */
function withoutOptional(field: Field): Field {
  return /^-[ile]./.test(field.pattern) && !/^-[ile][-\s]/.test(field.pattern) && !field.pattern.startsWith('--')
    ? { ...field, pattern: field.pattern.startsWith('-i') ? `-I${field.pattern.slice(2)}` : field.pattern }
    : field;
}

function anyWord(text: Text): Field {
  return {
    pattern: anything,
    origin: text.origin === 0 ? origin.other : text.origin === origin.project ? origin.file : text.origin,
    commands: text.commands,
    splits: true,
  };
}

/** A batch could end anywhere, so each word is in one of its own where they are few. */
function inBatches(rest: readonly Field[], items: readonly Field[], size: number): (readonly Field[])[] {
  if (items.some(({ splits }) => splits === true) || !Number.isInteger(size) || size < 1) return [[...rest, ...items]];
  const batches: (readonly Field[])[] = [];
  for (let at = 0; at < items.length; at += size) batches.push([...rest, ...items.slice(at, at + size)]);
  return batches;
}

/** The words that an input makes. */
export function itemsOf(text: Text, separator: string | undefined, wholeLines: boolean): readonly Field[] {
  const { pattern } = text;
  if (pattern === anything || text.file !== undefined) return [anyWord(text)];
  const quoted = separator === undefined && /["'\\]/.test(pattern);
  if (quoted && isOpen(pattern)) return [anyWord(text)];
  const pieces =
    separator !== undefined
      ? pattern.replace(/\n$/, separator === '\n' ? '' : '\n').split(separator)
      : wholeLines
        ? pattern.split('\n').map(line => (quoted ? unquoteAll(line) : [line.replace(/^[ \t]+/, '')]).join(' '))
        : quoted
          ? unquoteAll(pattern)
          : pattern.split(/\s+/);
  const items = pieces.filter(
    (piece, at) => piece !== '' && !(separator !== undefined && piece === '\n' && at === pieces.length - 1),
  );
  const fields = items.slice(0, mostWords).map((piece): Field => {
    const field = { pattern: piece, origin: text.origin, commands: text.commands };
    return isOpen(piece) ? { ...field, splits: true } : field;
  });
  return items.length > mostWords ? [...fields, anyWord(text)] : fields;
}

/** Words with the quotes of `xargs`, which are not quite those of a shell. */
function unquoteAll(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|[^\s"'\\])+/g))
    words.push(
      match[0].replace(
        /"([^"\n]*)"|'([^'\n]*)'|\\([\s\S])/g,
        (_all, double?: string, single?: string, escaped?: string) => double ?? single ?? escaped ?? '',
      ),
    );
  return words;
}

export function replaced(word: Field, place: string, item: Field): Field {
  if (!word.pattern.includes(place)) return word;
  const pattern = word.pattern.split(place).join(item.pattern);
  return {
    pattern,
    origin: word.origin | item.origin,
    commands: [...word.commands, ...item.commands],
  };
}

const valuedOfParallel = [
  '-j',
  '-P',
  '-n',
  '-N',
  '-L',
  '-a',
  '-d',
  '-I',
  '-S',
  '-C',
  '--jobs',
  '--max-args',
  '--arg-file',
  '--delimiter',
  '--colsep',
  '--delay',
  '--timeout',
  '--joblog',
  '--results',
  '--retries',
  '--sshlogin',
  '--workdir',
  '--wd',
  '--tmpdir',
  '--load',
  '--memfree',
  '--halt',
  '--tagstring',
  '--block',
  '--pipepart',
  '--recstart',
  '--recend',
  '--shellquote',
  '--env',
];

/** The words are joined to a text for a shell, with values behind `:::` or from the input. */
function throughParallel(invocation: Invocation): Out | undefined {
  const { args, state, context, reader } = invocation;
  const { options, rest } = readLeading(args, { valued: valuedOfParallel });
  const at = rest.findIndex(({ pattern }) => /^:::[:+]*$/.test(pattern));
  const command = at === -1 ? rest : rest.slice(0, at);
  const values = at === -1 ? [] : rest.slice(at + 1).filter(({ pattern }) => !/^:::[:+]*$/.test(pattern));
  const [file] = valuesOf(options, '-a', '--arg-file');
  const inputs =
    file !== undefined ? contentOf(reader, file, state) : context.input.from === 'nothing' ? [] : context.input.texts;
  const items = at === -1 ? inputs.flatMap(text => itemsOf(text, '\n', false)) : values;
  const elsewhere = options.some(({ name }) => name === '-S' || name === '--sshlogin');
  const via = elsewhere ? { by: 'parallel', elsewhere: true as const } : { by: 'parallel' };
  // Without a command the values themselves are the commands.
  const texts = command.length === 0 ? items : itemTexts(joinWords(command), items.length === 0 ? [plain('')] : items);
  const outs = texts
    .slice(0, 128)
    .map(text => inSubshell(state, inner => runTexts(invocation, 'parallel', [text], inner, via)));
  return outs.length === 0 ? undefined : throughOut(invocation, outs.reduce(either));
}

function itemTexts(command: Text, items: readonly Field[]): readonly Text[] {
  return items.map(item => {
    const quoted =
      isOpen(item.pattern) || /^[\w./:=@%+,-]*$/.test(item.pattern)
        ? item
        : { ...item, pattern: `'${item.pattern.replaceAll("'", "'\\''")}'` };
    const named = /\{(?:|\.|\/|\/\/|\/\.|#|%|\d+)\}/.test(command.pattern);
    if (!named) return replaced({ ...command, pattern: `${command.pattern} {}` }, '{}', quoted);
    const changed = /\{(?:\.|\/|\/\/|\/\.|#|%)\}/g;
    return replaced(
      { ...command, pattern: command.pattern.replace(changed, anything).replace(/\{\d+\}/g, anything) },
      '{}',
      quoted,
    );
  });
}
