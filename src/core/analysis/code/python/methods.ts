import { anything } from '../../pattern.ts';
import { Call } from '../call.ts';
import { expandHome, globPattern, joinValues } from '../folder.ts';
import {
  concatAll,
  either,
  list,
  nothing,
  optionsOf,
  origin,
  pathText,
  plainText,
  some,
  text,
  textsOf,
  type Value,
} from '../value.ts';
import { contentOf, openFile } from './files.ts';
import { callName } from './names.ts';
import { bodiesOf, callConnection, request, sessionVerb } from './network.ts';
import { decodeAs } from './texts.ts';

/** Methods whose names say enough, whatever they are called on. */
const telling = /^(?:system|popen|getoutput|check_output|check_call|execvp?e?|rmtree)$/;

function tellingName(name: string): string {
  if (name === 'rmtree') return 'shutil.rmtree';
  return /^(?:getoutput|check_)/.test(name) ? `subprocess.${name}` : `os.${name}`;
}

/** A method of a value. */
export function callMethod(of: Value, call: Call): Value {
  const from = of.from | call.from;
  if (of.kind === 'text' && of.path === true) return callPath(of, call) ?? some(from);
  if (of.kind === 'text') return callText(of, call) ?? some(from);
  if (of.kind === 'list') return callList(of, call) ?? some(from);
  if (of.kind === 'map') return callMap(of, call) ?? some(from);
  if (of.kind === 'object') return callObject(of, of.object, call) ?? some(from);
  if (of.kind === 'method' && of.of.kind === 'object' && of.of.object === 'process')
    return callProcess(of.of, call) ?? some(from);
  return telling.test(call.name) ? callName(new Call(call.reader, tellingName(call.name), call.given)) : some(from);
}

function callPath(path: Value, call: Call): Value | undefined {
  const { findings } = call;
  switch (call.name) {
    case 'read_text':
    case 'read_bytes':
      findings.file('read', path, call.name);
      return contentOf(path);
    case 'write_text':
    case 'write_bytes':
    case 'touch':
    case 'mkdir':
      findings.file('write', path, call.name);
      return nothing;
    case 'symlink_to':
    case 'hardlink_to':
      findings.link(call.need(0, 'target'), path);
      return nothing;
    case 'open':
      return openFile(call, path, call.at(0, 'mode'));
    case 'unlink':
    case 'rmdir':
      findings.file('delete', path, call.name);
      return nothing;
    case 'rename':
    case 'replace':
      findings.file('delete', path, call.name, true);
      findings.file('write', call.need(0, 'target'), call.name);
      return call.at(0, 'target');
    default:
      return pathFrom(path, call);
  }
}

function pathFrom(path: Value, call: Call): Value | undefined {
  switch (call.name) {
    case 'glob':
    case 'rglob': {
      const patterns = textsOf(call.need(0, 'pattern')).map(glob =>
        globPattern(call.name === 'rglob' ? `**/${glob}` : glob),
      );
      const found = joinValues([path, either(patterns.map(pattern => text(pattern)))]);
      return list(optionsOf(found).map(asPath));
    }
    case 'iterdir':
      return list([asPath(joinValues([path, text(anything)]))]);
    case 'joinpath':
      return asPath(joinValues([path, ...call.given.positional]));
    case 'expanduser':
      return expandHome(path, call.reader.home);
    case 'resolve':
    case 'absolute':
    case 'as_posix':
    case 'as_uri':
      return path;
    case 'with_name':
      return asPath(joinValues([asParent(path), call.need(0)]));
    case 'with_suffix':
      return asPath(concatAll([withoutSuffix(path), call.need(0)]));
    default:
      return undefined;
  }
}

function asPath(value: Value): Value {
  return either(
    optionsOf(value).map(option =>
      option.kind === 'text' ? { ...option, path: true } : pathText(anything, option.from),
    ),
  );
}

function asParent(path: Value): Value {
  return either(
    textsOf(path).map(whole => pathText(whole.includes('/') ? whole.slice(0, whole.lastIndexOf('/')) || '/' : '.')),
  );
}

function withoutSuffix(path: Value): Value {
  return either(textsOf(path).map(whole => text(whole.replace(/\.[^./]*$/, ''))));
}

function callText(of: Value, call: Call): Value | undefined {
  const plain = plainText(of);
  switch (call.name) {
    case 'encode':
    case 'decode':
      return decodeAs(call, plainText(call.at(0, 'encoding') ?? text('utf8')) ?? 'utf8', of);
    case 'join':
      return join(of, call.need(0));
    case 'format':
      return format(plain, call);
    case 'replace': {
      const [first, second] = call.given.positional.map(plainText);
      if (plain === undefined || first === undefined || second === undefined || first === '') return undefined;
      return text(plain.length > 10_000 ? anything : plain.replaceAll(first, () => second), of.from);
    }
    case 'strip':
    case 'lstrip':
    case 'rstrip':
      return call.given.positional.length > 0 || plain === undefined ? undefined : text(plain.trim(), of.from);
    case 'lower':
      return plain === undefined ? undefined : text(plain.toLowerCase(), of.from);
    case 'upper':
      return plain === undefined ? undefined : text(plain.toUpperCase(), of.from);
    case 'split': {
      const mark = call.at(0, 'sep');
      const separator = mark === undefined ? /\s+/ : plainText(mark);
      if (plain === undefined || separator === undefined || separator === '') return undefined;
      return list(
        plain
          .split(separator)
          .slice(0, 2_000)
          .map(part => text(part, of.from)),
      );
    }
    default:
      return undefined;
  }
}

function join(mark: Value, items: Value): Value {
  const separator = plainText(mark);
  if (separator === undefined || items.kind !== 'list' || items.open === true) return some(items.from);
  return concatAll(
    items.items.flatMap((item, at) => (at === 0 || separator === '' ? [item] : [text(separator), item])),
  );
}

function format(plain: string | undefined, call: Call): Value {
  if (plain === undefined) return some(call.from);
  let next = 0;
  const parts = plain.split(/(\{\{|\}\}|\{\w*\})/);
  return concatAll(
    parts.map((part): Value => {
      if (part === '{{') return text('{');
      if (part === '}}') return text('}');
      const name = /^\{(\w*)\}$/.exec(part)?.[1];
      if (name === undefined) return text(part);
      return (
        (/^\d*$/.test(name) ? call.at(name === '' ? next++ : Number(name)) : call.at(-1, name)) ??
        text(anything, call.from)
      );
    }),
  );
}

function callList(of: Value & { readonly kind: 'list' }, call: Call): Value | undefined {
  if (call.name === 'copy') return of;
  if (call.name === 'pop') return of.items.at(-1);
  return undefined;
}

function callMap(of: Value & { readonly kind: 'map' }, call: Call): Value | undefined {
  if (call.name === 'values') return list([...of.entries.values()]);
  if (call.name === 'items') return list([...of.entries].map(([key, value]) => list([text(key), value])));
  if (call.name === 'keys') return list([...of.entries.keys()].map(key => text(key)));
  if (call.name === 'get') return of.entries.get(plainText(call.need(0)) ?? '');
  return undefined;
}

function callObject(of: Value & { readonly kind: 'object' }, object: string, call: Call): Value | undefined {
  if (object === 'file') return callFile(of, call);
  if (object === 'session') return callSession(call);
  if (object === 'content' && /^(?:decode|encode|strip|rstrip)$/.test(call.name)) return of;
  if (object === 'process') return callProcess(of, call);
  if (object === 'archive') return callArchive(call);
  if (object === 'variable' && /^(?:strip|encode|decode)$/.test(call.name)) return of;
  return callConnection(object, call);
}

function callFile(file: Value & { readonly kind: 'object' }, call: Call): Value | undefined {
  if (/^(?:read|readlines|readline)$/.test(call.name))
    return file.text === undefined ? some(origin.file) : contentOf(file.text);
  if (call.name === 'truncate' && file.text !== undefined) call.findings.file('delete', file.text, call.name);
  if (call.name === '__enter__') return file;
  return undefined;
}

function callSession(call: Call): Value | undefined {
  const handler = sessionVerb(call.name);
  if (handler !== undefined) return handler(call);
  return call.name === 'open' || call.name === 'urlopen'
    ? request(call, call.need(0), [call.at(1, 'data'), ...bodiesOf(call)])
    : undefined;
}

/** What is written to a process that was started: its program text, where it is a shell. */
function callProcess(started: Value & { readonly kind: 'object' }, call: Call): Value | undefined {
  const input = call.at(0, 'input');
  if (!/^(?:communicate|write)$/.test(call.name) || input === undefined) return some(origin.output);
  const command = started.text;
  if (command?.kind === 'list' || command?.kind === 'text') {
    const [program = anything] = textsOf(command.kind === 'list' ? (command.items[0] ?? nothing) : command);
    for (const given of textsOf(input)) {
      call.findings.startText(text(`${program} <<< '${given.replaceAll("'", "'\\''")}'`));
    }
  }
  return some(origin.output);
}

function callArchive(call: Call): Value | undefined {
  if (/^(?:add|write)$/.test(call.name)) call.findings.file('read', call.need(0, 'name', 'filename'), call.name, true);
  if (/^(?:extract|extractall)$/.test(call.name)) {
    call.findings.file('write', call.at(call.name === 'extract' ? 1 : 0, 'path') ?? text('.'), call.name, true);
  }
  return undefined;
}
