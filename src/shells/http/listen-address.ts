import net from 'node:net';

/** Where the server listens. */
export type ListenAddress =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number };

/** Reads `HOST:PORT`, `[IPv6]:PORT` or `unix:PATH`; undefined for anything else. */
export function readListenAddress(text: string): ListenAddress | undefined {
  if (text.startsWith('unix:')) return text.length > 5 ? { kind: 'socket', path: text.slice(5) } : undefined;
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text);
  const host = found?.[1] ?? found?.[2];
  const port = Number(found?.[3]);
  if (host === undefined || port > 65_535) return undefined;
  return { kind: 'tcp', host, port };
}

/** Whether only this machine can connect to an address. A name other than `localhost` could be any. */
export function isLoopback(address: ListenAddress): boolean {
  if (address.kind === 'socket') return true;
  const { host } = address;
  return host === 'localhost' || host === '::1' || (net.isIPv4(host) && host.startsWith('127.'));
}

/** An address as a URL begins; for a socket its path. */
export function renderAddress(address: ListenAddress, tls: boolean, port?: number): string {
  if (address.kind === 'socket') return `unix:${address.path}`;
  const host = net.isIPv6(address.host) ? `[${address.host}]` : address.host;
  return `${tls ? 'https' : 'http'}://${host}:${port ?? address.port}`;
}
