import { anything } from '../../pattern.ts';
import type { Call, Handler } from '../call.ts';
import { decodeBase64, decodeHex } from '../escapes.ts';
import { list, named, nothing, optionsOf, origin, plainText, some, text, textsOf, type Value } from '../value.ts';
import { moduleName } from './member.ts';

/** Code that is run. What is read from a file runs as that file would. */
export function run(call: Call, code: Value): void {
  for (const option of optionsOf(code)) {
    if (option.kind === 'object' && option.object === 'content' && option.text !== undefined) {
      for (const path of textsOf(option.text)) call.findings.startWords([{ pattern: 'node' }, { pattern: path }]);
    } else call.findings.runCode(option, call.name);
  }
}

const runs: Handler = call => {
  run(call, call.need(0));
  return undefined;
};

const makesFunction: Handler = call => {
  const code = call.given.positional.at(-1);
  if (code !== undefined) run(call, code);
  return undefined;
};

/** A timer runs its first argument when that is a text. */
const timer: Handler = call => {
  const [first] = call.given.positional;
  if (first?.kind === 'text') run(call, first);
  if (first?.kind === 'local' || first?.kind === 'name')
    call.reader.apply(first, { positional: call.given.positional.slice(2), named: new Map() });
  return undefined;
};

const requires: Handler = call => {
  const name = plainText(call.need(0));
  if (name === undefined) {
    call.findings.unknown('code', 'a module by a computed name');
    return named('?');
  }
  if (/\.json5?$/.test(name)) {
    call.findings.file('read', text(name), call.name);
    return { kind: 'object', object: 'content', text: text(name), from: origin.file };
  }
  if (/^data:/.test(name)) call.findings.unknown('text', 'a module in a URL');
  if (/^https?:/.test(name)) {
    call.findings.address(text(name));
    call.findings.runsUnknown(origin.download, call.name);
  }
  return named(moduleName(name));
};

/** Shows values to whoever called: the environment as a whole, or a variable of it. */
const prints: Handler = call => {
  for (const value of call.given.positional.flatMap(optionsOf)) {
    call.findings.printed(value);
    if (value.kind !== 'object' || value.object !== 'variable' || value.text === undefined) continue;
    const [name = anything] = textsOf(value.text);
    if (/TOKEN|SECRET|PASS|KEY|CREDENTIAL|AUTH/i.test(name)) {
      call.findings.startWords([{ pattern: 'printenv' }, { pattern: name }]);
    }
  }
  return undefined;
};

const fromBuffer: Handler = call => {
  const encoding = plainText(call.at(1) ?? text('utf8'));
  return decode(call.need(0), encoding);
};

/** A text that was encoded, where it stands there. */
export function decode(value: Value, encoding: string | undefined): Value {
  const plain = plainText(value);
  const wanted = encoding?.toLowerCase();
  if (wanted === 'base64' || wanted === 'base64url' || wanted === 'hex') {
    const result = plain === undefined ? undefined : wanted === 'hex' ? decodeHex(plain) : decodeBase64(plain);
    return result === undefined ? some(value.from | origin.decoded) : text(result, value.from);
  }
  return value;
}

const fromCodes: Handler = call => {
  const codes = call.given.positional.map(value => (value.kind === 'number' ? value.number : -1));
  if (codes.some(code => code < 0 || code > 0x10_ff_ff)) return some(call.from | origin.decoded);
  return text(
    codes
      .slice(0, 10_000)
      .map(code => String.fromCodePoint(code))
      .join(''),
  );
};

export const runHandlers: Readonly<Record<string, Handler>> = {
  eval: runs,
  Function: makesFunction,
  GeneratorFunction: makesFunction,
  AsyncFunction: makesFunction,
  'vm.runInThisContext': runs,
  'vm.runInNewContext': runs,
  'vm.runInContext': runs,
  'vm.Script': runs,
  'vm.compileFunction': runs,
  'module._compile': runs,
  'worker_threads.Worker': call => {
    if (call.given.positional.length > 1) run(call, call.need(0));
    return undefined;
  },
  setTimeout: timer,
  setInterval: timer,
  setImmediate: timer,
  'process.nextTick': timer,
  queueMicrotask: timer,
  'process.binding': call => {
    call.findings.unknown('code', '`process.binding`');
    return undefined;
  },
  'process.dlopen': call => {
    call.findings.unknown('code', '`process.dlopen`');
    return undefined;
  },
  require: requires,
  import: requires,
  'module.createRequire': () => named('require'),
  'console.log': prints,
  'console.info': prints,
  'console.error': prints,
  'console.warn': prints,
  'console.debug': prints,
  'console.table': prints,
  'console.dir': prints,
  'process.stdout.write': prints,
  'process.stderr.write': prints,
  'Object.keys': call => (call.need(0).kind === 'name' ? nothing : undefined),
  'Object.entries': call => entriesOf(call.need(0)),
  'Object.values': call => entriesOf(call.need(0)),
  'Object.assign': call => call.given.positional.at(-1),
  'Promise.all': call => call.at(0),
  'Promise.resolve': call => call.at(0),
  'Array.from': call => call.at(0),
  'Buffer.from': fromBuffer,
  Buffer: fromBuffer,
  atob: call => decode(call.need(0), 'base64'),
  'Bun.inspect': call => call.at(0),
  decodeURIComponent: call => {
    const plain = plainText(call.need(0));
    return plain === undefined ? some(call.from | origin.decoded) : text(decodePercent(plain));
  },
  unescape: call => {
    const plain = plainText(call.need(0));
    return plain === undefined ? some(call.from | origin.decoded) : text(decodePercent(plain));
  },
  'String.fromCharCode': fromCodes,
  'String.fromCodePoint': fromCodes,
  'String.raw': call => call.at(0),
  String: call => call.at(0),
  'zlib.gunzip': call => some(call.from | origin.decoded),
  'zlib.gunzipSync': call => some(call.from | origin.decoded),
  'zlib.inflateSync': call => some(call.from | origin.decoded),
  'Deno.env.toObject': () => some(origin.environment),
  'Deno.env.get': call => {
    const name = plainText(call.need(0));
    return name === 'HOME' ? text(call.reader.home) : some(origin.variable);
  },
  'Reflect.apply': call => {
    const [callee, , args] = call.given.positional;
    return callee === undefined
      ? undefined
      : call.reader.apply(callee, { positional: args?.kind === 'list' ? args.items : [], named: new Map() });
  },
  'Reflect.get': call => {
    const [object, key] = call.given.positional;
    return object?.kind === 'name' ? named(`${object.name}.${plainText(key) ?? '?'}`) : undefined;
  },
};

function decodePercent(value: string): string {
  return value.replaceAll(/%([0-9a-fA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function entriesOf(value: Value): Value {
  if (value.kind !== 'map') return some(value.from);
  return list([...value.entries].map(([key, entry]) => list([text(key), entry])));
}
