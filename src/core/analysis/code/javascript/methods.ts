import { anything } from '../../pattern.ts';
import { Call, noValues } from '../call.ts';
import {
  concatAll,
  either,
  elementOf,
  list,
  nothing,
  optionsOf,
  origin,
  plainText,
  some,
  text,
  textsOf,
  type Value,
} from '../value.ts';
import { contentOf } from './files.ts';
import { callName } from './names.ts';
import { answer, connects } from './network.ts';
import { decode, run } from './running.ts';

const overItems = /^(?:forEach|map|filter|find|findLast|some|every|flatMap|reduce|sort)$/;

/** A method of a value. */
export function callMethod(of: Value, call: Call): Value {
  const from = of.from | call.from;
  const [first = nothing] = call.given.positional;
  if (call.name === 'then' || call.name === 'finally')
    return call.reader.apply(first, { ...noValues, positional: [of] });
  if (call.name === 'on' || call.name === 'once' || call.name === 'addEventListener') return listen(of, call);
  if (call.name === 'constructor') {
    if (first.kind === 'text') run(call, first);
    return some(from);
  }
  if (call.name === 'pipe' && isRemote(of) !== isRemote(first)) return pipe(of, first, call);
  if (call.name === '_compile') run(call, first);
  if (call.name === 'require' && of.kind !== 'object') return callName(new Call(call.reader, 'require', call.given));
  if (of.kind !== 'object' && /Sync$/.test(call.name)) return callSync(call, from);
  if (of.kind === 'text') return callText(of, call) ?? some(from);
  if (of.kind === 'list') return callList(of, call) ?? some(from);
  if (of.kind === 'object') return callObject(of, call) ?? some(from);
  if (of.kind === 'method') return callInner(of, call) ?? some(from);
  if (overItems.test(call.name)) {
    call.reader.apply(first, { ...noValues, positional: [some(of.from)] });
    return list([some(of.from)], true);
  }
  return some(from);
}

/** Methods of Node's that do a thing at once have names that say enough, whatever they are called on. */
function callSync(call: Call, from: number): Value {
  const module = /^(?:exec|spawn)/.test(call.name) ? 'child_process' : 'fs';
  const result = callName(new Call(call.reader, `${module}.${call.name.slice(0, -4)}`, call.given));
  return either([result, some(from)]);
}

function isRemote(value: Value): boolean {
  return (value.from & origin.download) !== 0;
}

/** A stream joined to another: content that goes out, or a shell that is commanded from elsewhere. */
function pipe(source: Value, target: Value, call: Call): Value {
  if (isRemote(target)) call.findings.send(source);
  const started = target.kind === 'method' ? target.of : target;
  if (isRemote(source) && started.kind === 'object' && started.object === 'process') {
    call.findings.runsUnknown(origin.download, 'a process');
  }
  return target;
}

function listen(of: Value, call: Call): Value {
  const [, callback] = call.given.positional;
  if (callback !== undefined) call.reader.apply(callback, { ...noValues, positional: [some(of.from)] });
  return of;
}

function callText(of: Value, call: Call): Value | undefined {
  const plain = plainText(of);
  const [first, second] = call.given.positional.map(plainText);
  switch (call.name) {
    case 'toString':
      return decode(of, undefined);
    case 'concat':
      return concatAll([of, ...call.given.positional]);
    case 'trim':
      return plain === undefined ? undefined : text(plain.trim());
    case 'toLowerCase':
      return plain === undefined ? undefined : text(plain.toLowerCase());
    case 'toUpperCase':
      return plain === undefined ? undefined : text(plain.toUpperCase());
    case 'split':
      return plain === undefined || first === undefined
        ? undefined
        : list(
            plain
              .split(first)
              .slice(0, 2_000)
              .map(part => text(part)),
          );
    case 'replace':
    case 'replaceAll':
      if (plain === undefined || first === undefined || second === undefined || first === '' || plain.length > 10_000)
        return undefined;
      return text(call.name === 'replace' ? plain.replace(first, () => second) : plain.replaceAll(first, () => second));
    default:
      return undefined;
  }
}

function callList(of: Value & { readonly kind: 'list' }, call: Call): Value | undefined {
  const [first = nothing] = call.given.positional;
  if (call.name === 'join') return joinItems(of, call.given.positional.length === 0 ? text(',') : first);
  if (call.name === 'reverse') return list(of.items.toReversed(), of.open === true);
  if (call.name === 'slice') {
    const [start, end] = call.given.positional;
    const from = start?.kind === 'number' ? start.number : 0;
    return list(of.items.slice(from, end?.kind === 'number' ? end.number : undefined), of.open === true);
  }
  if (call.name === 'concat')
    return list([
      ...of.items,
      ...call.given.positional.flatMap(value => (value.kind === 'list' ? value.items : [value])),
    ]);
  if (!overItems.test(call.name)) return undefined;
  if (call.name === 'map' && of.open !== true && of.items.length <= 200 && first.kind === 'name') {
    return list(of.items.map(item => call.reader.apply(first, { ...noValues, positional: [item] })));
  }
  const result = call.reader.apply(first, { ...noValues, positional: [elementOf(of)] });
  if (call.name === 'filter' || call.name === 'sort') return of;
  if (call.name === 'find' || call.name === 'findLast') return elementOf(of);
  return list([result], true);
}

function joinItems(of: Value & { readonly kind: 'list' }, mark: Value): Value {
  const separator = plainText(mark);
  if (separator === undefined || of.open === true) return some(of.from);
  return concatAll(of.items.flatMap((item, at) => (at === 0 || separator === '' ? [item] : [text(separator), item])));
}

function callObject(of: Value & { readonly kind: 'object' }, call: Call): Value | undefined {
  const { object } = of;
  if (object === 'content') return /^(?:toString|trim|decode)$/.test(call.name) ? of : undefined;
  if (object === 'bun-file') return callBunFile(of.text ?? nothing, call);
  if (object === 'socket' && call.name === 'connect') return connects(call);
  if (object === 'connection' || object === 'socket') {
    if (/^(?:write|end|send)$/.test(call.name)) call.findings.send(some(call.from));
    return answer;
  }
  if (object === 'variable') return undefined;
  return undefined;
}

function callBunFile(path: Value, call: Call): Value | undefined {
  if (/^(?:text|json|arrayBuffer|bytes|stream)$/.test(call.name)) {
    call.findings.file('read', path, call.name);
    return contentOf(path);
  }
  if (call.name === 'delete' || call.name === 'unlink') call.findings.file('delete', path, call.name);
  if (call.name === 'write' || call.name === 'writer') call.findings.file('write', path, call.name);
  return undefined;
}

/** What is written to the input of a process that was started. */
function callInner(of: Value & { readonly kind: 'method' }, call: Call): Value | undefined {
  const started = of.of;
  if (of.name !== 'stdin' || started.kind !== 'object' || started.object !== 'process') return undefined;
  if (!/^(?:write|end)$/.test(call.name) || started.text === undefined || call.given.positional.length === 0)
    return undefined;
  const [program = anything] = textsOf(started.text);
  for (const input of optionsOf(either(call.given.positional)).flatMap(textsOf)) {
    call.findings.startText(text(`${program} <<< '${input.replaceAll("'", "'\\''")}'`));
  }
  return undefined;
}
