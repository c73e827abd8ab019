import { anything, deep, isOpen, type Pattern, star } from '../pattern.ts';
import type { Out, Status } from './context.ts';
import { printsEverydayText } from './everyday.ts';
import { contentOf } from './files.ts';
import type { Invocation } from './invocation.ts';
import { printers } from './printers.ts';
import { empty, type Field, mergeCommands, open, origin, type Text } from './text.ts';

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

/** Programs whose output comes from the network. */
const downloaders = new Set(
  `curl wget aria2c http https xh xhs fetch lynx w3m links elinks nc ncat netcat socat telnet ssh dig nslookup
  host lwp-request lwp-download get axel ftp gsutil scp curlie wget2 ipfs openssl-s_client invoke-webrequest
  iwr irm`.split(/\s+/),
);
/** Programs that make another text of a text. */
const decoders = new Set(
  `base64 base32 basenc xxd openssl gunzip gzip zcat gzcat bunzip2 bzip2 bzcat xz unxz xzcat lzma unlzma lz4
  zstd unzstd zstdcat brotli unzip funzip tar rev tr uudecode gpg gpg2 age od hexdump ascii2uni recode iconv
  b64decode caesar rot13 7z cpio ar`.split(/\s+/),
);
/** Programs that hand on what they read, changed or in part. */
const filters = new Set(
  `sed awk gawk mawk cut head tail sort uniq tac grep egrep fgrep rg jq yq perl python python3 ruby node column
  paste fold fmt nl expand envsubst xmllint pup pv less more strings ts buffer mbuffer sponge dd parallel xargs
  iconv dos2unix bat busybox split csplit join comm cat tee`.split(/\s+/),
);
/** Filters that leave whole lines as they are. */
const lineFilters = new Set(['head', 'tail', 'sort', 'uniq', 'tac', 'grep', 'egrep', 'fgrep', 'rg']);
/** Programs that print nothing while all goes well. */
const silentPrograms = new Set(
  `mkdir touch rm rmdir cp mv ln chmod chown chgrp sleep true false : cd pushd popd test [ kill wait unset read
  shift source . exit return break continue trap install truncate unlink shopt local readonly mapfile readarray
  getopts alias unalias`.split(/\s+/),
);

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
