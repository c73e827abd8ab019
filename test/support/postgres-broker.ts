import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPostgres } from '../../scripts/postgres/start-postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Who asks there is told where the PostgreSQL server for tests is. */
    readonly postgresBroker: string;
  }
}

export interface PostgresBroker {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts one server for all test files, and only when one of them asks for it. */
export async function startPostgresBroker(): Promise<PostgresBroker> {
  let server: ReturnType<typeof startPostgres> | undefined;
  const http = createServer((_request, response) => {
    server ??= startPostgres();
    server.then(
      answer => response.end(JSON.stringify(answer)),
      (error: unknown) => response.end(JSON.stringify({ missing: String(error) })),
    );
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    http.close();
    const started = await server;
    await started?.stop?.();
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}
