import { anything } from '../../pattern.ts';
import type { Call, Handler } from '../call.ts';
import { concatAll, nothing, optionsOf, origin, some, text, textsOf, type Value } from '../value.ts';

/** What another host answers. */
const answer: Value = { kind: 'object', object: 'response', from: origin.download };

/** Data that may stand in a URL or a header without being an outflow: names and keys from the environment. */
function withoutKeys(value: Value): Value {
  return some(value.from & ~origin.variable);
}

/** A request: where it goes, and what goes there. */
export function request(call: Call, url: Value, bodies: readonly (Value | undefined)[]): Value {
  for (const option of optionsOf(url)) {
    if (option.kind === 'object' && option.object === 'request') continue;
    call.findings.address(option);
    call.findings.send(withoutKeys(option));
  }
  for (const body of bodies) if (body !== undefined) call.findings.send(body);
  const headers = call.at(-1, 'headers', 'cookies');
  if (headers !== undefined) call.findings.send(withoutKeys(headers));
  return answer;
}

/** The arguments that carry data, whatever the library. */
export function bodiesOf(call: Call): readonly (Value | undefined)[] {
  return ['data', 'json', 'files', 'content', 'body', 'params'].map(name => call.at(-1, name));
}

function verb(place: number, bodyPlaces: readonly number[]): Handler {
  return call => request(call, call.need(place, 'url'), [...bodiesOf(call), ...bodyPlaces.map(at => call.at(at))]);
}

const verbs: Readonly<Record<string, Handler>> = {
  get: verb(0, [1]),
  head: verb(0, []),
  options: verb(0, []),
  delete: verb(0, []),
  post: verb(0, [1, 2]),
  put: verb(0, [1]),
  patch: verb(0, [1]),
  request: verb(1, []),
  stream: verb(1, []),
};

/** A method of a session; undefined for one that sends nothing. */
export function sessionVerb(name: string): Handler | undefined {
  return Object.hasOwn(verbs, name) ? verbs[name] : undefined;
}

function session(object: string): Handler {
  return () => ({ kind: 'object', object, from: object === 'socket' ? origin.download : 0 });
}

/** Something that is joined to a host when it is made. */
function connection(object: string): Handler {
  return call => {
    const host = call.at(0, 'host');
    if (host !== undefined) call.findings.address(hostOf(host));
    return { kind: 'object', object, from: origin.download, ...(host === undefined ? {} : { text: host }) };
  };
}

/** `host:port` of a pair, or a host. */
export function hostOf(value: Value): Value {
  if (value.kind !== 'list') return value;
  const [host = nothing, port] = value.items;
  return port === undefined ? host : concatAll([host, text(':'), port]);
}

const resolves: Handler = call => {
  const host = call.need(0, 'host');
  call.findings.address(host);
  call.findings.send(host);
  return some(0);
};

export const networkHandlers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(
    ['requests', 'httpx', 'requests.api'].flatMap(module =>
      Object.entries(verbs).map(([name, handler]): [string, Handler] => [`${module}.${name}`, handler]),
    ),
  ),
  'requests.Session': session('session'),
  'requests.session': session('session'),
  'httpx.Client': session('session'),
  'httpx.AsyncClient': session('session'),
  'aiohttp.ClientSession': session('session'),
  'aiohttp.request': verb(1, []),
  'urllib3.PoolManager': session('session'),
  'urllib3.request': verb(1, []),
  'urllib.request.build_opener': session('session'),
  'urllib.request.Request': call => {
    request(call, call.need(0, 'url'), [call.at(1, 'data')]);
    return { kind: 'object', object: 'request', from: origin.download };
  },
  'urllib.request.urlopen': call => request(call, call.need(0, 'url'), [call.at(1, 'data')]),
  'urllib.urlopen': call => request(call, call.need(0, 'url'), [call.at(1, 'data')]),
  'urllib.request.urlretrieve': call => {
    const target = call.at(1, 'filename');
    if (target !== undefined) call.findings.file('write', target, call.name);
    return request(call, call.need(0, 'url'), []);
  },
  'urllib.urlretrieve': call => {
    const target = call.at(1, 'filename');
    if (target !== undefined) call.findings.file('write', target, call.name);
    return request(call, call.need(0, 'url'), []);
  },
  'wget.download': call => {
    call.findings.file('write', call.at(1, 'out') ?? text(anything), call.name);
    return request(call, call.need(0, 'url'), []);
  },
  'http.client.HTTPConnection': connection('connection'),
  'http.client.HTTPSConnection': connection('connection'),
  'socket.create_connection': call => {
    call.findings.address(hostOf(call.need(0, 'address')));
    return { kind: 'object', object: 'socket', from: origin.download };
  },
  'socket.socket': session('socket'),
  'ssl.wrap_socket': call => call.need(0),
  'asyncio.open_connection': call => {
    call.findings.address(hostOf({ kind: 'list', items: call.given.positional, from: 0 }));
    return { kind: 'object', object: 'socket', from: origin.download };
  },
  'socket.gethostbyname': resolves,
  'socket.getaddrinfo': resolves,
  'smtplib.SMTP': connection('mail'),
  'smtplib.SMTP_SSL': connection('mail'),
  'ftplib.FTP': connection('ftp'),
  'ftplib.FTP_TLS': connection('ftp'),
  'telnetlib.Telnet': connection('socket'),
  'websocket.create_connection': connection('socket'),
  'webbrowser.open': call => request(call, call.need(0, 'url'), []),
  'paramiko.SSHClient': session('ssh'),
};

/** Methods of connections. */
export function callConnection(object: string, call: Call): Value | undefined {
  const data = some(call.from);
  if (object === 'socket' && (call.name === 'connect' || call.name === 'connect_ex')) {
    call.findings.address(hostOf(call.need(0)));
    return some(0);
  }
  if (object === 'ssh' && call.name === 'connect') {
    call.findings.address(call.need(0, 'hostname'));
    return some(0);
  }
  if (object === 'ssh' && call.name === 'exec_command') {
    call.findings.startWords([
      { pattern: 'ssh' },
      { pattern: 'host' },
      { pattern: textsOf(call.need(0))[0] ?? anything },
    ]);
    return some(origin.output);
  }
  if (
    /^(?:send|sendall|sendto|sendfile|write|request|sendmail|send_message|storbinary|storlines|putfile)$/.test(
      call.name,
    )
  ) {
    call.findings.send(data);
    return answer;
  }
  return undefined;
}
