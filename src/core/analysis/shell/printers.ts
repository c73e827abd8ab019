import { nameOf } from '../path-text.ts';
import { anything, deep, isOpen, type Pattern, star } from '../pattern.ts';
import { rootPath } from './context.ts';
import { decode } from './decode.ts';
import { readEscapes } from './escapes.ts';
import { joinFields, joinTightly } from './field-builder.ts';
import { contentOf } from './files.ts';
import { pathsOf, readFind } from './find-paths.ts';
import { type Invocation, isWhollyOpen } from './invocation.ts';
import { hasOption, readAll, valuesOf } from './options.ts';
import { printfText } from './output-printf.ts';
import { printFound, printPaths } from './printers-of-paths.ts';
import { combine, distinct, empty, type Field, join, open, openOf, origin, plain, type Text } from './text.ts';

/** What a program prints; undefined where that cannot be told. */
type Print = (invocation: Invocation) => readonly Text[] | undefined;

const echo: Print = ({ args }) => {
  const flags = args.findIndex(({ pattern }) => !/^-[neE]+$/.test(pattern));
  const options = (flags === -1 ? args : args.slice(0, flags)).map(({ pattern }) => pattern).join('');
  const shown = flags === -1 ? [] : args.slice(flags);
  const text = joinFields(shown, ' ');
  const end = options.includes('n') ? '' : '\n';
  const raw = { ...text, pattern: text.pattern + end };
  // Words that are not there leave no blanks either.
  const tight =
    shown.length > 1 && shown.some(({ splits }) => splits === true) ? [join(joinTightly(shown, ' '), plain(end))] : [];
  if (!text.pattern.includes('\\') || options.includes('E')) return [raw, ...tight];
  const read = {
    ...text,
    pattern: readEscapes(text.pattern, true).replace(/\\c[\s\S]*$/, '') + (/\\c/.test(text.pattern) ? '' : end),
  };
  // Some shells read escapes without -e as well.
  return options.includes('e') ? [read] : distinct([raw, read]);
};

/** `cat` and what prints files as they are. */
const cat: Print = ({ args, reader, state, context }) => {
  const changes = args.some(({ pattern }) => /^-[a-zA-Z]*[nbEATvest]/.test(pattern));
  const files = args.filter(({ pattern }) => pattern === '-' || !pattern.startsWith('-'));
  if (changes) return undefined;
  const stdin = context.input.from === 'nothing' ? [open(origin.other)] : context.input.texts;
  const contents = files.map(file =>
    /^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(file.pattern) ? stdin : contentOf(reader, file, state),
  );
  const [only] = contents;
  if (contents.length === 0) return stdin;
  return contents.length === 1 && only !== undefined
    ? only
    : contents.reduce<readonly Text[]>((all, next) => combine(all, next), [empty]);
};

const decodeText: Print = invocation => {
  const { name, args, context } = invocation;
  const words = args.map(({ pattern }) => pattern);
  const from = cat({ ...invocation, args: args.filter(({ pattern }) => !pattern.startsWith('-')) }) ?? [];
  const texts = context.input.from === 'nothing' || name === 'base64' ? from : context.input.texts;
  return texts.map(text => {
    const decoded = isOpen(text.pattern) ? undefined : decode(name, words, text.pattern);
    return decoded === undefined
      ? { ...openOf([text]), origin: text.origin | origin.decoded }
      : { ...text, pattern: decoded, origin: text.origin | origin.decoded };
  });
};

const find: Print = ({ args }) => {
  const words = args.map(({ pattern }) => pattern);
  if (words.some(word => /^-(?:exec|execdir|ok|okdir|printf|ls|fprint)/.test(word))) return [open(origin.other)];
  const end = words.includes('-print0') ? '\0' : '\n';
  return [
    plain(
      pathsOf(readFind(args))
        .map(path => path + end)
        .join(''),
    ),
  ];
};

const ls: Print = ({ args }) => {
  const flags = args
    .filter(({ pattern }) => pattern.startsWith('-'))
    .map(({ pattern }) => pattern)
    .join('');
  if (/[lRsiFp]/.test(flags.replace(/--\w[\w-]*/g, ''))) return [open(origin.other)];
  const operands = args.filter(({ pattern }) => !pattern.startsWith('-'));
  const named = operands.map(({ pattern }) => `${pattern}\n`).join('');
  // Of a folder its content is printed, of a file its name.
  return [plain(operands.length === 0 ? `${anything}\n` : flags.includes('d') ? named : `${named}${anything}\n`)];
};

const git: Print = ({ args, reader }) => {
  const words = args.map(({ pattern }) => pattern);
  const rest = words[0] === '-C' ? words.slice(2) : words;
  if (rest[0] === 'rev-parse' && rest.includes('--show-toplevel')) return [plain(`${reader.surroundings.project}\n`)];
  if (rest[0] === 'ls-files' || rest.includes('--name-only'))
    return [plain(`${deep}${rest.includes('-z') ? '\0' : '\n'}`)];
  return undefined;
};

const operandsOf = (args: readonly Field[]): readonly Field[] => args.filter(({ pattern }) => !/^-./.test(pattern));

const pwd: Print = ({ state }) => state.cwds.map(cwd => plain(`${cwd}\n`));

const realpath: Print = ({ args, state }) => {
  const operands = operandsOf(args);
  if (operands.some(({ pattern }) => isWhollyOpen(pattern))) return undefined;
  return state.cwds.map(cwd => plain(operands.map(({ pattern }) => `${rootPath(pattern, cwd)}\n`).join('')));
};

const dirname: Print = ({ args }) => [
  plain(
    operandsOf(args)
      .map(({ pattern }) => `${folderPart(pattern)}\n`)
      .join(''),
  ),
];

function folderPart(path: Pattern): Pattern {
  const whole = path.replace(/\/+$/, '');
  if (isWhollyOpen(whole)) return anything;
  const at = whole.lastIndexOf('/');
  return at === -1 ? '.' : whole.slice(0, at).replace(/\/+$/, '') || '/';
}

const basename: Print = ({ args }) => {
  const [path, suffix, other] = operandsOf(args);
  if (path === undefined || other !== undefined || args.some(({ pattern }) => /^-./.test(pattern))) return undefined;
  const name = nameOf(path.pattern.replace(/\/+$/, '')) || '/';
  const end = suffix?.pattern ?? '';
  return [
    { ...path, pattern: `${end !== '' && name !== end && name.endsWith(end) ? name.slice(0, -end.length) : name}\n` },
  ];
};

/** Where programs lie is not known, but what they are called. */
const which: Print = ({ name, args }) => {
  const words = args.map(({ pattern }) => pattern);
  if (name === 'command' && !/^-[vV]$/.test(words[0] ?? '')) return undefined;
  if (name === 'type' && !/^-[pP]$/.test(words[0] ?? '')) return undefined;
  const operands = operandsOf(args);
  return operands.length === 0 || operands.some(({ pattern }) => isWhollyOpen(pattern))
    ? undefined
    : [plain(operands.map(({ pattern }) => `${pattern.includes('/') ? '' : `${anything}/`}${pattern}\n`).join(''))];
};

const mktemp: Print = ({ args, reader, state }) => {
  const { options, operands } = readAll(args, { valued: ['-p', '--suffix'] });
  const [folder = undefined] = valuesOf(options, '-p', '--tmpdir');
  const temporary = folder?.pattern ?? reader.surroundings.env('TMPDIR') ?? '/tmp';
  const [template] = operands;
  if (template === undefined) return [plain(`${temporary}/tmp.${anything}\n`)];
  const made = template.pattern.replace(/X{3,}/g, anything);
  const name = made === template.pattern ? `${made}.${anything}` : made;
  const inTemporary = hasOption(options, '-t', '-p', '--tmpdir') && !name.startsWith('/');
  void state;
  return [{ ...template, pattern: `${inTemporary ? `${temporary}/` : ''}${name}\n` }];
};

const seq: Print = ({ args }) => {
  const numbers = args.map(({ pattern }) => (/^-?\d{1,9}$/.test(pattern) ? Number(pattern) : Number.NaN));
  const [first = 1, step, last] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  if (
    numbers.some(Number.isNaN) ||
    step === undefined ||
    last === undefined ||
    step === 0 ||
    Math.abs((last - first) / step) > 64
  )
    return [plain(`${star}\n`)];
  const lines: string[] = [];
  for (let value = first; step > 0 ? value <= last : value >= last; value += step) lines.push(`${String(value)}\n`);
  return [plain(lines.join(''))];
};

/** What programs print, by their names. */
export const printers: Readonly<Record<string, Print>> = {
  echo,
  printf: ({ args }) => [printfText(args)],
  cat,
  tee: ({ context }) => (context.input.from === 'nothing' ? undefined : context.input.texts),
  base64: invocation =>
    invocation.args.some(({ pattern }) => /^(?:-[a-zA-Z]*[dD][a-zA-Z]*|--d(?:ecode)?)$/.test(pattern))
      ? decodeText(invocation)
      : undefined,
  base32: decodeText,
  xxd: invocation =>
    invocation.args.some(({ pattern }) => /^-\w*r/.test(pattern)) ? decodeText(invocation) : undefined,
  rev: decodeText,
  tr: decodeText,
  find,
  ls,
  git,
  ...Object.fromEntries(['rg', 'ag', 'ack', 'fd', 'fdfind', 'tree'].map(name => [name, printPaths])),
  ...Object.fromEntries(['locate', 'mlocate', 'plocate', 'mdfind'].map(name => [name, printFound])),
  pwd,
  realpath,
  readlink: invocation =>
    invocation.args.some(({ pattern }) => /^-[fem]|^--canonicalize/.test(pattern)) ? realpath(invocation) : undefined,
  dirname,
  basename,
  which,
  command: which,
  type: which,
  mktemp,
  seq,
  uname: () => [plain(`${anything}\n`)],
  nproc: () => [plain(`${star}\n`)],
  whoami: ({ reader }) => [plain(`${reader.surroundings.env('USER') ?? anything}\n`)],
};
