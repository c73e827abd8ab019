import { isOpen, type Pattern } from '../../pattern.ts';
import type { Command, Word } from '../../shell/reading.ts';
import { hasOption, readArguments, valuesOf } from '../arguments.ts';
import { linesOf } from '../input-lists.ts';
import { type Describe, entries, type NetworkUse, read, type Use, write } from '../use.ts';

const curlValued =
  '-A -b -c -C -d -D -e -E -F -h -H -K -m -o -P -Q -r -t -T -u -U -w -x -X -y -Y -z --abstract-unix-socket --alt-svc --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config --connect-timeout --connect-to --continue-at --cookie --cookie-jar --create-file-mode --data --data-ascii --data-binary --data-raw --data-urlencode --dns-servers --doh-url --dump-header --etag-compare --etag-save --expect100-timeout --form --form-string --header --hsts --interface --ipfs-gateway --json --keepalive-time --key --key-type --limit-rate --local-port --location-trusted-to --login-options --mail-from --mail-rcpt --max-filesize --max-redirs --max-time --netrc-file --noproxy --oauth2-bearer --output --output-dir --parallel-max --pass --pinnedpubkey --proto --proto-default --proto-redir --proxy --proxy-header --proxy-user --pubkey --quote --range --rate --referer --request --request-target --resolve --retry --retry-delay --retry-max-time --sasl-authzid --service-name --socks5 --socks5-hostname --speed-limit --speed-time --stderr --telnet-option --tls-max --tlsuser --tlspassword --trace --trace-ascii --unix-socket --upload-file --url --url-query --user --user-agent --variable --write-out';

const curlSet = new Set(curlValued.split(' '));
const curlWrites = '-D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc'.split(
  ' ',
);
const data = '-d --data --data-ascii --data-binary --json --url-query'.split(' ');

/** What a body is made of: words that stand in the command, files, or the input. */
interface Body {
  readonly files: readonly Pattern[];
  readonly input: boolean;
}

const isInput = (path: Pattern): boolean =>
  path === '-' || path === '.' || path === '/dev/stdin' || path === '/dev/fd/0';

function bodyOf(paths: readonly Pattern[]): Body {
  return { files: paths.filter(path => !isInput(path)), input: paths.some(isInput) };
}

/** `@file`, and `name@file` where the option allows for it. */
function atFile(word: Pattern, named: boolean): Pattern[] {
  if (word.startsWith('@')) return [word.slice(1)];
  const at = named ? /^[^=@]*@(.*)$/s.exec(word)?.[1] : undefined;
  return at === undefined ? [] : [at];
}

/** `name=@file;type=…`, `name=<file`, several files with commas. */
function formFiles(word: Pattern): Pattern[] {
  const value = /^[^=]*=[@<](.*)$/s.exec(word)?.[1];
  if (value === undefined) return [];
  return value
    .split(/[;]/, 1)
    .flatMap(list => list.split(','))
    .map(path => path.replace(/^"|"$/g, ''));
}

/** What stands in a file of options, one on a line (`-K -`). Source: curl(1), `--config`. */
function configWords(command: Command): Word[] {
  return linesOf(command).flatMap(line => {
    const [, name, value] = /^\s*(-*[\w-]+)\s*[=:\s]?\s*"?(.*?)"?\s*$/s.exec(line) ?? [];
    if (name === undefined || line.trimStart().startsWith('#')) return [];
    const option = name.startsWith('-') ? name : `--${name}`;
    return (value === undefined || value === '' ? [option] : [option, value]).map(pattern => ({ pattern }));
  });
}

const curl: Describe = ({ args, command }) => {
  const plain = readArguments(args, curlSet);
  const fed = valuesOf(plain, ['-K', '--config']).some(({ pattern }) => isInput(pattern));
  const given = fed ? readArguments([...args, ...configWords(command)], curlSet) : plain;
  const value = (names: readonly string[]): Pattern[] => valuesOf(given, names).map(({ pattern }) => pattern);
  const urls = [...given.operands, ...valuesOf(given, ['--url'])];
  const body = bodyOf([
    ...value(data).flatMap(word => atFile(word, false)),
    ...value(['--data-urlencode', '--url-query']).flatMap(word => atFile(word, true)),
    ...value(['-F', '--form']).flatMap(formFiles),
    ...value(['-T', '--upload-file']).flatMap(expandList),
    ...value(['-H', '--header', '--proxy-header']).flatMap(word => atFile(word, false)),
    ...value(['--variable']).flatMap(word => atFile(word, true)),
  ]);
  const carried = [
    ...urls,
    ...valuesOf(given, [...data, '--data-raw', '--data-urlencode', '--form-string', '-F', '--form', '-A', '-e']),
    ...valuesOf(given, ['--user-agent', '--referer', '-b', '--cookie']),
    ...valuesOf(given, ['-H', '--header']).filter(isCarrier),
  ];
  return [
    ...body.files.map(path => read(path)),
    ...value(['-K', '--config']).flatMap(path => (isInput(path) ? [] : [read(path)])),
    ...value(['-b', '--cookie']).flatMap(word => (word.includes('=') || word === '' ? [] : [read(word)])),
    ...value(curlWrites).map(path => write(path)),
    ...[
      ...value(['-o', '--output']).map(path => write(path)),
      ...(hasOption(given, ['-O', '--remote-name', '--remote-name-all'])
        ? urls.flatMap(({ pattern }) => saved(pattern))
        : []),
    ].map(use => under(use, value(['--output-dir']).at(-1))),
    ...urls.flatMap(({ pattern }) => fileUrl(pattern)),
    ...talk(urls, { files: body.files, sendsInput: body.input, carries: carried }),
  ];
};

/** Who may ask is told in such headers; whatever stands in others is content. */
function isCarrier({ pattern }: Word): boolean {
  return !/^(?:(?:proxy-)?authorization|[\w-]*(?:token|key|auth|secret|csrf)[\w-]*)\s*:/i.test(pattern);
}

/** `-T "{a,b}"` sends several. */
function expandList(word: Pattern): Pattern[] {
  const found = /^(.*)\{([^{}]*)\}(.*)$/.exec(word);
  return found === null ? [word] : (found[2] ?? '').split(',').map(part => `${found[1] ?? ''}${part}${found[3] ?? ''}`);
}

function fileUrl(url: Pattern): Use[] {
  const path = /^file:(?:\/\/(?:localhost)?)?(\/.*)$/i.exec(url)?.[1];
  return path === undefined ? [] : [read(decode(path))];
}

/** `%2e` is a dot also in a file's address. */
export function decode(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function saved(url: Pattern): Use[] {
  const name = url.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\//i, '');
  const last = name.includes('/') ? name.slice(name.lastIndexOf('/') + 1) : '';
  return last === '' ? [] : [write(last)];
}

function talk(urls: readonly Word[], more: Omit<NetworkUse, 'does' | 'address'>): NetworkUse[] {
  return urls
    .filter(({ pattern }) => !/^file:/i.test(pattern))
    .map(({ pattern }) => ({ does: 'talk', address: pattern, ...more }));
}

const wgetValued = new Set(
  '-a -A -B -D -e -I -i -l -o -O -P -Q -R -t -T -U -w -X --accept --append-output --base --body-data --body-file --bind-address --ca-certificate --certificate --connect-timeout --cut-dirs --default-page --directory-prefix --domains --dns-timeout --exclude-directories --exclude-domains --execute --header --http-user --http-password --include-directories --input-file --level --limit-rate --load-cookies --local-encoding --max-redirect --method --output-document --output-file --password --post-data --post-file --private-key --progress --quota --read-timeout --referer --reject --save-cookies --timeout --tries --user --user-agent --wait --waitretry'.split(
    ' ',
  ),
);

const wget: Describe = ({ args }) => {
  const given = readArguments(args, wgetValued);
  const value = (names: readonly string[]): Pattern[] => valuesOf(given, names).map(({ pattern }) => pattern);
  const body = bodyOf(value(['--post-file', '--body-file']));
  const lists = value(['-i', '--input-file']).filter(path => !isInput(path));
  const out = value(['-O', '--output-document']).filter(path => path !== '-');
  const folder = value(['-P', '--directory-prefix']).at(-1);
  const urls = given.operands;
  return [
    ...[...body.files, ...lists, ...value(['--load-cookies'])].map(path => read(path)),
    ...[...out, ...value(['-o', '--output-file', '-a', '--append-output', '--save-cookies'])].map(path => write(path)),
    ...(out.length > 0 || hasOption(given, ['-O'])
      ? []
      : urls.flatMap(({ pattern }) => saved(pattern)).map(use => under(use, folder))),
    ...talk(urls, {
      files: [...body.files, ...lists],
      sendsInput: body.input,
      carries: [
        ...urls,
        ...valuesOf(given, ['--post-data', '--body-data', '-U', '--user-agent', '--referer']),
        ...valuesOf(given, ['--header']).filter(isCarrier),
      ],
    }),
  ];
};

function under(use: Use, folder: Pattern | undefined): Use {
  return folder === undefined || use.does === 'talk' ? use : { ...use, path: `${folder}/${use.path}` };
}

const httpieValued = new Set(
  '-a --auth -A --auth-type -o --output -s --style -p --print --session --timeout --proxy --verify --cert --cert-key -b'.split(
    ' ',
  ),
);

/** `http POST host field=value field@file field:=@file`. */
const httpie: Describe = ({ args, command }) => {
  const given = readArguments(args, httpieValued);
  const [first, ...others] = given.operands;
  const rest = first !== undefined && /^[A-Z]+$/.test(first.pattern) ? others : given.operands;
  const [url, ...items] = rest;
  if (url === undefined) return [];
  const files = items.flatMap(({ pattern }) => {
    const path = /^[^=:@]*(?:@|:?=@)(.+)$/.exec(pattern)?.[1];
    return path === undefined ? [] : [path.replace(/;type=.*$/, '')];
  });
  return [
    ...files.map(path => read(path)),
    ...valuesOf(given, ['-o', '--output']).map(({ pattern }) => write(pattern)),
    ...talk([url], {
      files,
      sendsInput: items.length === 0 && command.input.from !== 'nothing',
      carries: [url, ...items.filter(isCarrier)],
    }),
  ];
};

/** Browsers of the terminal and loaders: the address is all they need. */
const simple: Describe = ({ args }) => {
  const given = readArguments(args, new Set('-o --out -d --dir -U -x -s -O --output -P'.split(' ')));
  const urls = given.operands;
  return [
    ...urls.flatMap(({ pattern }) => (/^[a-z]+:\/\//i.test(pattern) ? fileUrl(pattern) : localFile(pattern))),
    ...valuesOf(given, ['-o', '--out', '--output']).map(({ pattern }) => write(pattern)),
    ...talk(
      urls.filter(({ pattern }) => /^[a-z]+:\/\//i.test(pattern) || isOpen(pattern)),
      { carries: urls },
    ),
  ];
};

function localFile(path: Pattern): Use[] {
  return /^[./~]/.test(path) ? [read(path)] : [];
}

export const web: Readonly<Record<string, Describe>> = {
  ...entries('curl curlie', curl),
  ...entries('wget wget2', wget),
  ...entries('http https httpie xh xhs', httpie),
  ...entries('lynx links elinks w3m aria2c axel yt-dlp youtube-dl', simple),
};
