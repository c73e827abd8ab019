import net from 'node:net';
import { StateError } from '../../ports/state-store.ts';

/** Where a server is, and whether the way to it is encrypted. */
export interface PostgresAddress {
  /** A host name, an IP address, or the folder of a Unix socket (it starts with `/`). */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** With TLS both the certificate and the name in it are checked; there is no weaker kind. */
  readonly tls: boolean;
}

const knownParameters = ['host', 'port', 'user', 'sslmode'];

/** Modes that promise TLS; each of them gets the strictest, `verify-full`. */
const tlsModes = ['require', 'verify-ca', 'verify-full'];

/** Modes under which a server, or someone before it, can have the connection unencrypted. */
const plainModes = ['disable', 'allow', 'prefer'];

function isLocal(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return true;
  return net.isIPv4(host) && host.startsWith('127.');
}

function parseUrl(text: string): URL {
  try {
    // The parser refuses a user without a host (`//me@/db?host=/run/postgresql`), which is how sockets are written.
    const url = new URL(text.replace('@/', '@localhost/'));
    if (url.protocol === 'postgres:' || url.protocol === 'postgresql:') return url;
  } catch {
    // The parser's own error repeats the url.
  }
  throw new StateError('the url of the PostgreSQL server is none: it looks like `postgres://user@host:5432/database`');
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StateError(`the ${what} in the url of the PostgreSQL server has a broken %-escape`);
  }
}

function readPort(text: string): number {
  const port = text === '' ? 5432 : Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StateError(`\`${text}\` in the url of the PostgreSQL server is no port`);
}

function decideTls(mode: string | null, host: string, hasCa: boolean): boolean {
  const local = isLocal(host);
  if (mode === null) return !host.startsWith('/') && (hasCa || !local);
  if (tlsModes.includes(mode)) return true;
  if (!plainModes.includes(mode)) {
    throw new StateError(`sslmode \`${mode}\` is not known: use \`verify-full\`, or leave it out`);
  }
  if (local && !hasCa) return false;
  throw new StateError(
    `sslmode \`${mode}\` would let others read and change what is kept: only a server on this machine may go without TLS`,
  );
}

/**
 * Reads the url of a server. Everything is taken from it and nothing from the environment, which a project can set.
 *
 * TLS: always with `verify-full` unless the server is on this machine (a Unix socket or loopback). Where the url names a weaker
 * mode that still promises TLS (`require`, `verify-ca`), the strictest is used; one that does not promise it is refused.
 * @param url such as `postgres://user@host:5432/database?sslmode=verify-full`, or
 *   `postgres://user@/database?host=/run/postgresql`
 * @param hasCa whether a certificate authority was named, which asks for TLS
 * @throws {StateError} without repeating the url, in which there may be a password
 */
export function readAddress(url: string, hasCa: boolean): PostgresAddress {
  const parsed = parseUrl(url);
  const parameters = parsed.searchParams;
  const unknown = [...parameters.keys()].find(name => !knownParameters.includes(name));
  if (unknown !== undefined) {
    throw new StateError(
      `\`${unknown}\` in the url of the PostgreSQL server is not known: ${knownParameters.join(', ')}`,
    );
  }
  if (parsed.password !== '') {
    throw new StateError(
      'the url of the PostgreSQL server holds a password: put it into a file that only you can read, and name that as password_file',
    );
  }
  const host = parameters.get('host') ?? decode(parsed.hostname.replace(/^\[(.*)\]$/, '$1'), 'host');
  const user = parameters.get('user') ?? decode(parsed.username, 'user');
  const database = decode(parsed.pathname.slice(1), 'database');
  for (const [what, value] of Object.entries({ host, user, database })) {
    if (value === '' || value.includes('\0')) throw new StateError(`the url of the PostgreSQL server names no ${what}`);
  }
  const port = readPort(parameters.get('port') ?? parsed.port);
  return { host, port, user, database, tls: decideTls(parameters.get('sslmode'), host, hasCa) };
}
