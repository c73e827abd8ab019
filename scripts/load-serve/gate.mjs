import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Stands before a PostgreSQL server's socket, and can be closed: then the server is gone for all who come through it. */
export async function openGate(folder, { socket, port }) {
  fs.mkdirSync(folder, { recursive: true });
  const name = `.s.PGSQL.${port}`;
  const own = path.join(folder, name);
  const open = new Set();
  let server;
  const raise = async () => {
    server = net.createServer(client => {
      const inner = net.connect(path.join(socket, name));
      const end = () => {
        client.destroy();
        inner.destroy();
        open.delete(end);
      };
      open.add(end);
      for (const side of [client, inner]) side.on('error', end).on('close', end);
      client.pipe(inner).pipe(client);
    });
    await new Promise(resolve => server.listen(own, resolve));
  };
  await raise();
  return {
    folder,
    shut: () => {
      const closed = new Promise(resolve => server.close(resolve));
      for (const end of [...open]) end();
      return closed;
    },
    raise,
  };
}
