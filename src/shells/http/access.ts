import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { sha256 } from '../../adapters/digest.ts';
import { anybody, findPrincipal, namePattern, type Principal, type Tokens } from '../../adapters/served/tokens.ts';
import { CallRefused } from './refused.ts';

/** What one listener asks of those who connect to it. */
export interface AccessRules {
  /** Undefined where no token is asked for. */
  readonly tokens: () => Tokens | undefined;
  /** Whether a certificate of the clients' authority is asked for. */
  readonly clientCertificate: boolean;
  /** Whether only this machine can connect, by TCP. */
  readonly loopback: boolean;
}

/**
 * Finds out who asks.
 * @param event the event that the URL names
 * @throws {CallRefused}
 */
export function checkAccess(request: IncomingMessage, event: string | undefined, rules: AccessRules): Principal {
  const refuse = (detail: string): never => {
    throw new CallRefused({ kind: 'access', detail }, event);
  };
  const { headers } = request;
  // Pages in a browser can send requests to this machine too; they always say where they come from.
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    refuse('the request comes from a web page');
  const tokens = rules.tokens();
  if (rules.loopback && tokens === undefined && !isLoopbackHost(headers.host))
    refuse('the request is for another host than this machine');
  const certificate = rules.clientCertificate ? certificateName(request) : undefined;
  if (rules.clientCertificate && certificate === undefined)
    refuse('the client showed no certificate that the server trusts');
  if (tokens === undefined) return certificate === undefined ? anybody : { ...anybody, name: certificate };
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined)
    return refuse('the request brings no token (is `HOOKLAW_TOKEN` set where Claude Code was started?)');
  return findPrincipal(tokens, token) ?? refuse('the server does not know this token');
}

function isLoopbackHost(host: string | undefined): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host ?? '');
}

/** The subject of the client's certificate as a name; undefined without one that was verified. */
function certificateName({ socket }: IncomingMessage): string | undefined {
  const tls = socket as TLSSocket;
  if (!tls.authorized) return undefined;
  const { CN } = tls.getPeerCertificate().subject;
  const subject = Array.isArray(CN) ? CN.join() : (CN ?? '');
  return namePattern.test(subject) && !/^cert-/.test(subject) ? subject : `cert-${sha256(subject).slice(0, 16)}`;
}
