import { anything, deep, isOpen, one, type Pattern, star } from '../pattern.ts';

/** What is known of the other end of an exchange. */
export interface Peer {
  /** Lower case, without port, user and trailing dot; may be open. */
  readonly host: Pattern;
  /** Whether it is certainly this machine. */
  readonly isLocal: boolean;
}

const withScheme = /^([a-z][a-z0-9+.-]*):\/\//i;

/** The host of a URL, of `user@host:path`, of `host:port`, or a bare host, as far as it is known. */
export function peerOf(address: Pattern): Peer {
  const scheme = withScheme.exec(address);
  if (scheme?.[1]?.toLowerCase() === 'unix') return { host: 'localhost', isLocal: true };
  const host = canonicalHost(hostText(scheme === null ? address : address.slice(scheme[0].length), scheme !== null));
  return { host, isLocal: !isOpen(host) && isLocalHost(host) };
}

/** The host as written. */
function hostText(rest: Pattern, afterScheme: boolean): Pattern {
  const authority = rest.slice(0, end(rest, afterScheme));
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1];
  if (bracketed !== undefined) return bracketed;
  return host.split(':').length > 2 ? host : host.replace(/:.*$/s, '');
}

function end(rest: Pattern, afterScheme: boolean): number {
  const at = rest.search(afterScheme ? /[/\\?#]/ : /[/?#]/);
  return at === -1 ? rest.length : at;
}

/** The form in which hosts are compared: `0x7f.1` and `2130706433` are `127.0.0.1`. What is no host stays as it is. */
export function canonicalHost(host: Pattern): Pattern {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (isOpen(plain) || plain === '') return withoutDot(plain);
  const text = plain.includes(':') ? `[${plain.replace(/%.*$/s, '')}]` : plain;
  if (/[/\\?#@\s]/.test(text)) return withoutDot(plain);
  const url = `http://${text}/`;
  return URL.canParse(url) ? withoutDot(new URL(url).hostname.replace(/^\[|\]$/g, '')) : withoutDot(plain);
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** Hosts that are this machine, or the machine that a container runs on. Source: RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3. */
function isLocalHost(host: string): boolean {
  if (/^(?:.*\.)?localhost$/.test(host) || host === 'localhost.localdomain') return true;
  if (/^127\.\d+\.\d+\.\d+$/.test(host) || host === '0.0.0.0' || host === '::1' || host === '::') return true;
  if (/^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host)) return true;
  return host === 'host.docker.internal' || host === 'ip6-localhost' || host === 'ip6-loopback';
}

/** A pattern as a person reads it: what is open is `…`. */
export function showPattern(pattern: Pattern): string {
  return pattern.replaceAll(openRun, run => (run === star ? '*' : run === one ? '?' : '…'));
}

const openRun = new RegExp(`${star}|${one}|[${anything}${deep}]+`, 'g');
