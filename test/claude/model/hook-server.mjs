import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';

/** Where HTTP hooks of scenarios are served; each run has loopback for itself. */
const port = 8931;

/**
 * Answers HTTP hooks by path: `{ '/path': { status, headers, body, gzip, delay (ms), reset } }`. `requests` tells what
 * was asked: method, path, headers by lower-case name, body.
 */
export async function startHookServer(routes) {
  const requests = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    const {
      status = 200,
      headers = {},
      body: answer = '',
      gzip,
      delay = 0,
      reset,
    } = routes[request.url] ?? { status: 404 };
    await sleep(delay);
    if (reset) return request.socket.resetAndDestroy();
    response.writeHead(status, gzip ? { 'content-encoding': 'gzip', ...headers } : headers);
    return response.end(gzip ? zlib.gzipSync(answer) : answer);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { requests, close: () => server.close().closeAllConnections() };
}
