import fs from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { decideUnjudged } from '../../engine/judge-event.ts';
import { renderHttpBody, verdictHeader } from '../../render/http-answer.ts';
import { renderSafely } from '../claude-hook/render-safely.ts';
import { type AccessRules, checkAccess } from './access.ts';
import type { Answer, CallJudge, ServeLog } from './call-judge.ts';
import { type ListenAddress, renderAddress } from './listen-address.ts';
import type { Metrics } from './metrics.ts';
import { CallRefused } from './refused.ts';

/** What a TLS listener shows and asks for, as PEM. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** The authority that signs clients' certificates; absent where none is asked for. */
  readonly clientCa: string | undefined;
}

export interface ListenerOptions {
  readonly address: ListenAddress;
  readonly tls: TlsMaterial | undefined;
  /** The mode of a socket's file. */
  readonly socketMode: number;
  readonly access: AccessRules;
  readonly judge: CallJudge;
  readonly log: ServeLog;
  readonly metrics: Metrics;
  /** Why calls should go elsewhere at the moment; undefined when all is well. */
  readonly notReady: () => Promise<string | undefined>;
}

/** One address that is listened on. */
export interface Listener {
  readonly url: string;
  readonly renewTls: (tls: TlsMaterial) => void;
  /** Takes no further connections, and ends when the last one is closed. */
  readonly close: () => Promise<void>;
  /** Ends connections that wait for a next request. */
  readonly closeIdle: () => void;
  /** Ends all connections. */
  readonly closeAll: () => void;
}

/** How long the head of a request may take to arrive, and a whole request, in milliseconds. */
const [headTimeoutMs, requestTimeoutMs] = [10_000, 60_000];

/** How long an idle connection is kept for the next call, in milliseconds. */
const idleMs = 75_000;

/** Connections past this are not taken: each costs memory, however idle it is. */
const mostConnections = 4_096;

const jsonType = 'application/json; charset=utf-8';

/** Starts to listen. @throws the system's error when the address cannot be had */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { address, tls, log } = options;
  const app = createApp(options);
  if (address.kind === 'socket') {
    await removeStaleSocket(address.path);
    await app.listen({ path: address.path });
    fs.chmodSync(address.path, options.socketMode);
  } else {
    await app.listen({ host: address.host, port: address.port });
  }
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : undefined;
  return {
    url: renderAddress(address, tls !== undefined, port),
    renewTls: material => {
      const server = app.server as unknown as Partial<TlsServer>;
      // The executable's runtime cannot change the certificate of a server that listens.
      if (server.setSecureContext === undefined) log.warn({}, 'new certificates need a new start');
      else server.setSecureContext(tlsOptions(material));
    },
    close: () => app.close(),
    closeIdle: () => app.server.closeIdleConnections(),
    closeAll: () => app.server.closeAllConnections(),
  };
}

function tlsOptions({ cert, key, clientCa }: TlsMaterial): object {
  // A client without a certificate is answered with a denial: a handshake that fails would let its call run.
  const asks = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false };
  return { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: headTimeoutMs, ...asks };
}

function createApp(options: ListenerOptions): FastifyInstance {
  const { judge, log, metrics, notReady, access, tls } = options;
  const times = {
    headersTimeout: headTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: idleMs,
  };
  const app = fastify({
    logger: false,
    // While it goes down, what comes over a connection that is still open is judged like any other.
    return503OnClosing: false,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleMs,
    frameworkErrors: (error: Error, _request: unknown, reply: FastifyReply) => void send(reply, denyAll(error.message)),
    clientErrorHandler: (error: Error, socket: net.Socket) => answerBroken(error, socket, log),
    ...(tls === undefined ? { http: times } : { https: { ...tlsOptions(tls), ...times } }),
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance<Server>;
  app.server.maxConnections = mostConnections;
  app.removeAllContentTypeParsers();
  // The body is read by the handler, within its own limits.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.get('/health', (_request, reply) => reply.type(jsonType).send('{"status":"ok"}'));
  app.get('/ready', async (request, reply) => {
    const why = await notReady();
    const reason = mayRead(request.raw, access) ? { reason: why } : {};
    const body = why === undefined ? { status: 'ready' } : { status: 'not ready', ...reason };
    return reply
      .code(why === undefined ? 200 : 503)
      .type(jsonType)
      .send(JSON.stringify(body));
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request.raw, access)) return reply.code(401).type('text/plain').send('a token is needed\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  const judged = async (raw: IncomingMessage, reply: FastifyReply): Promise<FastifyReply> =>
    send(reply, await judge.answer(raw, access));
  app.post('/*', ({ raw }, reply) => judged(raw, reply));
  app.setNotFoundHandler(async ({ raw }, reply) => {
    const asksOnly = raw.method === 'GET' || raw.method === 'HEAD' || raw.method === 'OPTIONS';
    if (asksOnly) return reply.code(404).type('text/plain').send('not found\n');
    return judged(raw, reply);
  });
  app.setErrorHandler((error, _request, reply) => {
    const detail = error instanceof Error ? error.message : String(error);
    log.error({ err: detail }, 'a fault of the server');
    return send(reply, denyAll(detail));
  });
  return app as unknown as FastifyInstance;
}

/** Sends an answer as a success. */
function send(reply: FastifyReply, { body, verdict, close }: Answer): FastifyReply {
  void reply.code(200).type(jsonType).header(verdictHeader, verdict).header('cache-control', 'no-store');
  if (close) void reply.header('connection', 'close');
  return reply.send(body);
}

/** The answer where not even the event is known. */
function denyAll(detail: string): Answer {
  const decision = decideUnjudged(undefined, {
    kind: 'access',
    detail: `the server could not read the request (${detail})`,
  });
  const body = renderHttpBody('PreToolUse', decision, renderSafely('PreToolUse', decision, undefined), false);
  return { body, verdict: decision.verdict, close: true };
}

/** Answers what is no HTTP, or does not come to an end: still with a decision. */
function answerBroken(error: Error & { readonly code?: string }, socket: net.Socket, log: ServeLog): void {
  log.debug({ code: error.code }, 'a request could not be read');
  // Where something was answered on this connection before, another answer could be taken for that to a later request.
  if (!socket.writable || socket.bytesWritten > 0 || error.code === 'ECONNRESET') return void socket.destroy();
  const { body } = denyAll(error.code ?? error.message);
  const head = ['HTTP/1.1 200 OK', `content-type: ${jsonType}`, `content-length: ${Buffer.byteLength(body)}`];
  socket.end(`${head.join('\r\n')}\r\n${verdictHeader}: deny\r\nconnection: close\r\n\r\n${body}`);
}

function mayRead(request: IncomingMessage, access: AccessRules): boolean {
  try {
    checkAccess(request, undefined, access);
    return true;
  } catch (error) {
    if (error instanceof CallRefused) return false;
    throw error;
  }
}

/** A socket's file outlives a server that was killed. One that somebody answers on is left alone. */
async function removeStaleSocket(path: string): Promise<void> {
  if (fs.lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return;
  const answered = await new Promise<boolean>(resolve => {
    const probe = net.connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
  });
  if (!answered) fs.unlinkSync(path);
}
