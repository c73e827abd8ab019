import { nameOf } from '../path-text.ts';
import { anything, deep, isOpen, type Pattern, star } from '../pattern.ts';
import { type Out, rootPath, type Status } from './context.ts';
import { decode } from './decode.ts';
import { readEscapes } from './escapes.ts';
import { printsEverydayText } from './everyday.ts';
import { joinFields, joinTightly } from './field-builder.ts';
import { contentOf } from './files.ts';
import { pathsOf, readFind } from './find-paths.ts';
import { type Invocation, isWhollyOpen } from './invocation.ts';
import { hasOption, readAll, valuesOf } from './options.ts';
import { printfText } from './output-printf.ts';
import {
  combine,
  distinct,
  empty,
  type Field,
  join,
  mergeCommands,
  open,
  openOf,
  origin,
  plain,
  type Text,
} from './text.ts';

/** What a program prints, as far as that can be told. */
export function outputOf(invocation: Invocation): Out {
  const { name, places } = invocation;
  const printer = Object.hasOwn(printers, name) ? printers[name] : undefined;
  const texts = printer?.(invocation) ?? unknownOutput(invocation);
  const status: Status = name === 'echo' || name === 'pwd' ? 'success' : 'either';
  return {
    texts: texts.map(text => ({ ...text, commands: mergeCommands(text.commands, places) })),
    commands: places,
    status,
  };
}

type Print = (invocation: Invocation) => readonly Text[] | undefined;

/** Programs whose output comes from the network. */
const downloaders = new Set([
  'curl',
  'wget',
  'aria2c',
  'http',
  'https',
  'xh',
  'xhs',
  'fetch',
  'lynx',
  'w3m',
  'links',
  'elinks',
  'nc',
  'ncat',
  'netcat',
  'socat',
  'telnet',
  'ssh',
  'dig',
  'nslookup',
  'host',
  'lwp-request',
  'lwp-download',
  'get',
  'axel',
  'ftp',
  'gsutil',
  'scp',
  'curlie',
  'wget2',
  'ipfs',
  'openssl-s_client',
  'invoke-webrequest',
  'iwr',
  'irm',
]);
/** Programs that make another text of a text. */
const decoders = new Set([
  'base64',
  'base32',
  'basenc',
  'xxd',
  'openssl',
  'gunzip',
  'gzip',
  'zcat',
  'gzcat',
  'bunzip2',
  'bzip2',
  'bzcat',
  'xz',
  'unxz',
  'xzcat',
  'lzma',
  'unlzma',
  'lz4',
  'zstd',
  'unzstd',
  'zstdcat',
  'brotli',
  'unzip',
  'funzip',
  'tar',
  'rev',
  'tr',
  'uudecode',
  'gpg',
  'gpg2',
  'age',
  'od',
  'hexdump',
  'ascii2uni',
  'recode',
  'iconv',
  'b64decode',
  'caesar',
  'rot13',
  '7z',
  'cpio',
  'ar',
]);
/** Programs that hand on what they read, changed or in part. */
const filters = new Set([
  'sed',
  'awk',
  'gawk',
  'mawk',
  'cut',
  'head',
  'tail',
  'sort',
  'uniq',
  'tac',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'jq',
  'yq',
  'perl',
  'python',
  'python3',
  'ruby',
  'node',
  'column',
  'paste',
  'fold',
  'fmt',
  'nl',
  'expand',
  'envsubst',
  'xmllint',
  'pup',
  'pv',
  'less',
  'more',
  'strings',
  'ts',
  'buffer',
  'mbuffer',
  'sponge',
  'dd',
  'parallel',
  'xargs',
  'iconv',
  'dos2unix',
  'bat',
  'busybox',
  'split',
  'csplit',
  'join',
  'comm',
  'cat',
  'tee',
]);
/** Filters that leave whole lines as they are. */
const lineFilters = new Set(['head', 'tail', 'sort', 'uniq', 'tac', 'grep', 'egrep', 'fgrep', 'rg']);
/** Programs that print nothing while all goes well. */
const silentPrograms = new Set([
  'mkdir',
  'touch',
  'rm',
  'rmdir',
  'cp',
  'mv',
  'ln',
  'chmod',
  'chown',
  'chgrp',
  'sleep',
  'true',
  'false',
  ':',
  'cd',
  'pushd',
  'popd',
  'test',
  '[',
  'kill',
  'wait',
  'unset',
  'read',
  'shift',
  'source',
  '.',
  'exit',
  'return',
  'break',
  'continue',
  'trap',
  'install',
  'truncate',
  'unlink',
  'shopt',
  'local',
  'readonly',
  'mapfile',
  'readarray',
  'getopts',
  'alias',
  'unalias',
]);

function unknownOutput(invocation: Invocation): readonly Text[] {
  const { name, args, context } = invocation;
  const verbose = args.some(({ pattern }) => /^-\w*[vp]/.test(pattern) || pattern === '--verbose');
  if (silentPrograms.has(name) && !verbose) return [empty];
  if ((name === 'export' || name === 'declare' || name === 'set') && args.length > 0 && !verbose) return [empty];
  if (printsEverydayText(name, args)) return [open(origin.everyday)];
  const piped = context.input.from === 'nothing' ? [] : context.input.texts;
  if (lineFilters.has(name) && piped.length > 0 && piped.every(hasOpenLines))
    return piped.map(text => filterLines(name, args, text));
  let from = isDownloader(name, args) ? origin.download : 0;
  for (const text of piped) from |= text.origin;
  if (decoders.has(name)) from |= origin.decoded;
  else if (filters.has(name)) from |= filterOrigin(invocation, piped);
  else if (from === 0) from = origin.other;
  return [
    open(from & ~(filters.has(name) || decoders.has(name) ? 0 : origin.project | origin.everyday) || origin.other),
  ];
}

function isDownloader(name: string, args: readonly Field[]): boolean {
  const words = args.map(({ pattern }) => pattern);
  if (name === 'gh')
    return words[0] === 'api' || words[0] === 'gist' || (words[0] === 'release' && words[1] === 'download');
  if (name === 'aws') return words[0] === 's3' || words[0] === 's3api';
  if (name === 'openssl') return words[0] === 's_client';
  if (name === 'git') return words[0] === 'archive' && words.some(word => word.startsWith('--remote'));
  return downloaders.has(name);
}

/** Whether some lines are patterns already: what is left of them by a filter is no less known. */
function hasOpenLines({ pattern }: Text): boolean {
  return pattern !== anything && pattern.split('\n').some(line => line !== '' && isOpen(line));
}

/** The lines that a filter could leave. */
function filterLines(name: string, args: readonly Field[], text: Text): Text {
  if (/^(?:sort|uniq|tac)$/.test(name)) return text;
  const wanted = /grep|rg/.test(name) ? literalOf(args) : undefined;
  const lines = text.pattern.split('\n').map(line => {
    if (line === '') return line;
    if (!isOpen(line))
      return wanted === undefined || line.includes(wanted.replaceAll(deep, '')) ? `${line}${star}` : '';
    return wanted !== undefined && line.endsWith(deep) ? line + wanted : line;
  });
  return { ...text, pattern: lines.join('\n') };
}

/** What a path has in it that a simple expression finds. */
function literalOf(args: readonly Field[]): Pattern | undefined {
  const operands = args.filter(({ pattern }) => !pattern.startsWith('-'));
  const inverted = args.some(({ pattern }) => /^-\w*[vLcoli]/.test(pattern) || pattern.startsWith('--'));
  const [only] = operands;
  if (inverted || operands.length !== 1 || only === undefined) return undefined;
  const [, text, end] = /^((?:[\w/-]|\\\.)+)(\$?)$/.exec(only.pattern) ?? [];
  if (text === undefined) return undefined;
  return `${text.replaceAll('\\.', '.')}${end === '$' ? '' : deep}`;
}

/** What a filter makes of a text that stands in the command is as good as decoded; of a file, it is the file. */
function filterOrigin({ name, args, reader, state }: Invocation, piped: readonly Text[]): number {
  if (piped.some(text => text.origin === 0 && !isOpen(text.pattern))) return origin.decoded;
  if (piped.length > 0) return origin.other;
  const files = args
    .slice(name === 'head' || name === 'tail' || name === 'cat' ? 0 : 1)
    .filter(({ pattern }) => !pattern.startsWith('-') && /[./]/.test(pattern));
  return (
    files.flatMap(file => contentOf(reader, file, state)).reduce((bits, text) => bits | text.origin, 0) || origin.other
  );
}

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

const printers: Readonly<Record<string, Print>> = {
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
