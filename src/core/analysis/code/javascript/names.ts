import type { Call, Handler } from '../call.ts';
import { origin, some, type Value } from '../value.ts';
import { fileHandlers } from './files.ts';
import { networkHandlers } from './network.ts';
import { processHandlers } from './processes.ts';
import { runHandlers } from './running.ts';

const handlers: ReadonlyMap<string, Handler> = new Map([
  ...Object.entries(fileHandlers),
  ...Object.entries(processHandlers),
  ...Object.entries(networkHandlers),
  ...Object.entries(runHandlers),
]);

/** What can do harm by a name that is computed. */
const risky = /^(?:fs|child_process|process|globalThis|global|window|vm|Deno|Bun|)$/;

/** Modules and objects whose functions only compute. */
const computing =
  /^(?:JSON|Math|Date|Object|Array|String|Number|Boolean|RegExp|Map|Set|Promise|Intl|Symbol|Reflect|BigInt|Buffer|console|process|path|os|util|url|crypto|assert|events|querystring|zlib|buffer|perf_hooks|performance|timers|string_decoder|readline|fs|axios|lodash|_|semver|yaml|js-yaml|chalk|typescript|prettier|Bun|Deno|http|https|net|tls|dns)$/;

/** What calling something of a module does and gives. */
export function callName(call: Call): Value {
  const { name } = call;
  const handler = handlers.get(name);
  if (handler !== undefined) return handler(call) ?? some(call.from);
  if (name.endsWith('.?') && risky.test(name.slice(0, -2))) {
    call.findings.unknown('code', `a function of \`${name.slice(0, -2) || 'globalThis'}\` by a computed name`);
  }
  if (/\.(?:then|finally)$/.test(name)) return callThen(call);
  if (/\.(?:call|apply|bind)$/.test(name)) return callThrough(call);
  const [module = '', ...rest] = name.split('.');
  return some(call.from | (rest.length === 0 || computing.test(module) ? 0 : origin.foreign));
}

/** `f.call(this, …)`, `f.apply(this, […])`, `f.bind(this)`. */
function callThrough(call: Call): Value {
  const name = call.name.replace(/\.\w+$/, '');
  const callee: Value = { kind: 'name', name, from: 0 };
  if (call.name.endsWith('.bind')) return callee;
  const [, ...rest] = call.given.positional;
  const [first] = rest;
  const positional = call.name.endsWith('.apply') ? (first?.kind === 'list' ? first.items : []) : rest;
  return call.reader.apply(callee, { positional, named: new Map() });
}

/** `import('fs').then(fs => …)`. */
function callThen(call: Call): Value {
  const module: Value = { kind: 'name', name: call.name.replace(/\.\w+$/, ''), from: 0 };
  const callback = call.at(0);
  return callback === undefined ? module : call.reader.apply(callback, { positional: [module], named: new Map() });
}
