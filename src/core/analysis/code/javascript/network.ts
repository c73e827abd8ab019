import { anything } from '../../pattern.ts';
import type { Call, Handler } from '../call.ts';
import { concatAll, nothing, optionsOf, origin, some, text, type Value } from '../value.ts';
import { callBack, optionOf } from './options.ts';

/** What another host answers. */
export const answer: Value = { kind: 'object', object: 'response', from: origin.download };

function withoutKeys(value: Value): Value {
  return some(value.from & ~origin.variable);
}

/** Where a request goes; its options may say it part by part. */
function addressOf(call: Call, given: Value): Value {
  if (given.kind !== 'map') return given;
  const url = given.entries.get('url') ?? given.entries.get('href');
  if (url !== undefined) return url;
  const host = given.entries.get('hostname') ?? given.entries.get('host') ?? nothing;
  const port = given.entries.get('port');
  const path = given.entries.get('path');
  if (path !== undefined) call.findings.send(withoutKeys(path));
  return port === undefined ? host : concatAll([host, text(':'), port]);
}

function request(call: Call, url: Value, bodies: readonly (Value | undefined)[]): Value {
  for (const option of optionsOf(url)) {
    const address = addressOf(call, option);
    call.findings.address(address);
    call.findings.send(withoutKeys(address));
  }
  for (const body of [...bodies, optionOf(call, 'body', 'data', 'json', 'form', 'searchParams', 'params')]) {
    if (body !== undefined) call.findings.send(body);
  }
  const headers = optionOf(call, 'headers');
  if (headers !== undefined) call.findings.send(withoutKeys(headers));
  callBack(call, [answer]);
  return answer;
}

const requests: Handler = call => request(call, call.need(0), []);
const posts: Handler = call => request(call, call.need(0), [call.at(1)]);

/** A request whose body is written to what it gives. */
const opens: Handler = call => {
  request(call, call.need(0), []);
  return { kind: 'object', object: 'connection', from: origin.download };
};

/** `net.connect(port, host)`, `net.connect({port, host})`. */
export const connects: Handler = call => {
  const [first = nothing, host] = call.given.positional;
  if (first.kind === 'map') call.findings.address(addressOf(call, first));
  else
    call.findings.address(
      host === undefined || host.kind === 'local' ? text('localhost') : concatAll([host, text(':'), first]),
    );
  callBack(call, []);
  return { kind: 'object', object: 'connection', from: origin.download };
};

const resolves: Handler = call => {
  call.findings.address(call.need(0));
  call.findings.send(call.need(0));
  return undefined;
};

function verbsOf(module: string): readonly [string, Handler][] {
  return [
    [module, requests],
    ...['get', 'head', 'delete', 'options', 'request', 'stream'].map((verb): [string, Handler] => [
      `${module}.${verb}`,
      requests,
    ]),
    ...['post', 'put', 'patch'].map((verb): [string, Handler] => [`${module}.${verb}`, posts]),
  ];
}

export const networkHandlers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(['axios', 'got', 'superagent', 'ky', 'needle', 'request'].flatMap(verbsOf)),
  fetch: requests,
  'node-fetch': requests,
  'undici.fetch': requests,
  'undici.request': requests,
  'navigator.sendBeacon': posts,
  'http.request': opens,
  'https.request': opens,
  'http.get': opens,
  'https.get': opens,
  'net.connect': connects,
  'net.createConnection': connects,
  'tls.connect': connects,
  'net.Socket': () => ({ kind: 'object', object: 'socket', from: origin.download }),
  'dns.lookup': resolves,
  'dns.resolve': resolves,
  'dns.resolve4': resolves,
  'dns.resolveTxt': resolves,
  WebSocket: call => {
    call.findings.address(call.need(0));
    return { kind: 'object', object: 'connection', from: origin.download };
  },
  ws: call => {
    call.findings.address(call.need(0));
    return { kind: 'object', object: 'connection', from: origin.download };
  },
  URL: call => call.at(0) ?? text(anything),
  'Deno.connect': call => {
    call.findings.address(addressOf(call, call.need(0)));
    return { kind: 'object', object: 'connection', from: origin.download };
  },
};
