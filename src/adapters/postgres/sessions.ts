import type { ClientBase, Client as LibraryClient, Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { PostgresAddress } from './address.ts';

/** One SQL statement. Values never stand in its text. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** What a statement gave: every value as text, or null. */
export interface Rows {
  readonly rows: readonly Readonly<Record<string, string | null>>[];
  /** How many rows it changed or gave. */
  readonly count: number;
  /** The server's word for what was done, such as `COMMIT`. */
  readonly command: string;
}

export interface SessionOptions {
  readonly address: PostgresAddress;
  /** Reads the password; called only when the server asks for one. */
  readonly password: () => string;
  /** The certificates of the authorities that count, as PEM; absent: those that Node comes with. */
  readonly ca: string | undefined;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** When all must be over, by `performance.now()`. */
  readonly until: number;
  readonly applicationName: string;
  /** How many connections at most. */
  readonly most: number;
}

/** A connection that is in use. */
export interface Session {
  /**
   * Sends statements together, so that they cost one round trip. Each sees what was committed when it begins.
   * @throws what the first one that failed has failed with
   */
  readonly run: (statements: readonly Statement[]) => Promise<readonly Rows[]>;
  /** Gives the connection back; `broken` ends it, whatever state it is in. */
  readonly free: (broken: boolean) => void;
}

/** The connections to one server. */
export interface Sessions {
  readonly take: () => Promise<Session>;
  readonly close: () => Promise<void>;
}

/** How long an end is waited for that nobody needs. */
const goodbyeMs = 200;

/**
 * Settings of each session, sent as it starts. The server itself ends what takes too long, and a transaction whose
 * client has gone silent (a machine cut off holds its locks until then).
 */
function sessionSettings(statementTimeoutMs: number): string {
  const ms = Math.max(1, Math.floor(statementTimeoutMs * 0.9));
  const settings = {
    search_path: 'pg_catalog',
    statement_timeout: ms,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: ms,
    jit: 'off',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Every value is given, empty ones too, since what is absent is taken from PG… variables of the environment. */
function clientConfig(options: SessionOptions): Record<string, unknown> {
  const { address, ca } = options;
  const tls = { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) };
  return {
    host: address.host,
    port: address.port,
    user: address.user,
    database: address.database,
    password: options.password,
    ssl: address.tls ? tls : false,
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    application_name: options.applicationName,
    options: sessionSettings(options.statementTimeoutMs),
    connectionTimeoutMillis: options.connectTimeoutMs,
    pipeline: true,
    keepAlive: true,
    types: { getTypeParser: () => (text: string) => text },
  };
}

function toRows({ rows, rowCount, command }: QueryResult): Rows {
  return { rows, count: rowCount ?? 0, command };
}

/** Where the time is over the connection is cut off, and everything that was asked on it fails. */
async function runTogether(
  client: PoolClient,
  statements: readonly Statement[],
  timeoutMs: number,
): Promise<readonly Rows[]> {
  const sent = statements.map(({ text, values }) =>
    client.query({ text, values: [...(values ?? [])], query_timeout: timeoutMs } as QueryConfig),
  );
  const done = await Promise.allSettled(sent);
  return done.map(result => {
    if (result.status === 'rejected') throw result.reason;
    return toRows(result.value);
  });
}

function toSession(client: PoolClient, { statementTimeoutMs, until }: SessionOptions): Session {
  const timeLeft = (): number => Math.max(1, Math.min(statementTimeoutMs, until - performance.now()));
  return {
    run: statements => runTogether(client, statements, timeLeft()),
    free: broken => client.release(broken),
  };
}

function cutOff(client: ClientBase): void {
  const { connection } = client as unknown as { readonly connection?: { readonly stream?: { destroy: () => void } } };
  connection?.stream?.destroy();
}

/** Ends all connections; what does not end in time is cut off. */
async function closePool(pool: Pool, clients: ReadonlySet<ClientBase>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>(resolve => {
    timer = setTimeout(resolve, goodbyeMs);
  });
  await Promise.race([pool.end(), tooLong]);
  clearTimeout(timer);
  for (const client of clients) cutOff(client);
}

interface WithParameters {
  readonly connectionParameters: { replication: unknown };
}

/** The library's client, except that it leaves no half-open connection behind when connecting fails. */
function tidyClient(Client: typeof LibraryClient, clients: Set<ClientBase>): typeof LibraryClient {
  return class extends Client {
    override connect(): Promise<LibraryClient>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<LibraryClient> | undefined {
      if (done === undefined) return super.connect();
      // The one thing that is taken from the environment and cannot be given empty.
      (this as unknown as WithParameters).connectionParameters.replication = undefined;
      clients.add(this);
      this.once('end', () => clients.delete(this));
      // A connection that breaks is told of by what was being run on it, or replaced when nothing was.
      this.on('error', () => undefined);
      super.connect((error: Error | null) => {
        if (error) cutOff(this);
        (done as (error: Error | null) => void)(error);
      });
      return undefined;
    }
  };
}

/** A connection, unless the time is over before there is one. */
function connectInTime(pool: Pool, leftMs: number): Promise<PoolClient> {
  if (leftMs === Number.POSITIVE_INFINITY) return pool.connect();
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Error('timeout before there was a connection'));
    }, leftMs);
    pool.connect().then(
      client => {
        clearTimeout(timer);
        if (late) client.release(true);
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/**
 * Opens connections to a server as they are needed, at most `most` of them. The library is loaded here, and by nobody who does not
 * use it.
 */
export async function openSessions(options: SessionOptions): Promise<Sessions> {
  const { default: pg } = await import('pg');
  const clients = new Set<ClientBase>();
  const pool = new pg.Pool({
    ...clientConfig(options),
    Client: tidyClient(pg.Client, clients),
    max: options.most,
    idleTimeoutMillis: options.most === 1 ? 0 : 30_000,
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined);
  let closing: Promise<void> | undefined;
  return {
    take: async () => toSession(await connectInTime(pool, options.until - performance.now()), options),
    close: () => {
      closing ??= closePool(pool, clients);
      return closing;
    },
  };
}
