import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';

const keeper = path.join(import.meta.dirname, 'keep-server.mjs');

/**
 * Starts a temporary PostgreSQL server. It ends, and its folder is removed, with `stop` or when this process is gone, however it ended.
 * @param options `listen`: addresses beyond 127.0.0.1, which the certificate names too; `clients`: networks that may connect, with TLS
 * @returns `{ socket, port, user, password, passwordFile, ca, otherCa, stop }`, or `{ missing }` with the reason why there is none;
 *   `ca` is absent where no certificate can be made
 */
export async function startPostgres(options = {}) {
  const child = spawn(process.execPath, [keeper, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const lines = readline.createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    ended.then(() => ['{"missing":"the server did not start"}']),
  ]);
  const server = JSON.parse(line);
  lines.close();
  child.unref();
  child.stdin.unref();
  child.stdout.unref();
  if (server.missing !== undefined) return server;
  const stop = async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
  return { ...server, stop };
}

/** The url of a database of the server, by its socket. */
export function socketUrl({ socket, port, user }, database) {
  return `postgres://${user}@/${database}?host=${socket}&port=${port}`;
}
