import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgresStateStore, type PostgresOptions } from '../../src/adapters/postgres/state-store.ts';
import type { StateStore } from '../../src/ports/state-store.ts';

/** The temporary server that all tests share. */
export interface TestServer {
  /** The folder of its socket, over which nobody needs a password. */
  readonly socket: string;
  /** On 127.0.0.1, with a password. */
  readonly port: number;
  readonly user: string;
  readonly passwordFile: string;
  /** The authority that signed its certificate, and one that did not; absent without openssl. */
  readonly ca?: string;
  readonly otherCa?: string;
}

/** Gives the shared server, which the first test file that asks for it starts; undefined where there is no PostgreSQL. */
export async function findTestServer(): Promise<TestServer | undefined> {
  const response = await fetch(inject('postgresBroker'));
  const answer = (await response.json()) as TestServer | { readonly missing: string };
  if (!('missing' in answer)) return answer;
  if (process.env['CI']) throw new Error(`${answer.missing}, and CI must have one`);
  console.warn(`tests against PostgreSQL are skipped: ${answer.missing}`);
  return undefined;
}

/** A database of its own, and whoever opens it. */
export class TestDatabase {
  readonly name: string = `test_${randomUUID().replaceAll('-', '')}`;
  readonly server: TestServer;

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async create(server: TestServer): Promise<TestDatabase> {
    const database = new TestDatabase(server);
    await database.#as('postgres', `create database ${database.name}`);
    return database;
  }

  url(user: string = this.server.user): string {
    return `postgres://${user}@/${this.name}?host=${this.server.socket}&port=${this.server.port}`;
  }

  /** The same database over TCP, where the server asks for a password. */
  tcpUrl(host = '127.0.0.1'): string {
    return `postgres://${this.server.user}@${host}:${this.server.port}/${this.name}`;
  }

  open(options: Partial<PostgresOptions> = {}): Promise<StateStore> {
    return openPostgresStateStore({
      url: this.url(),
      namespace: 'test',
      connectTimeoutMs: 20_000,
      statementTimeoutMs: 20_000,
      ...options,
    });
  }

  /** Runs statements as the server's owner. */
  async query(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    return await this.#as(this.name, ...statements);
  }

  async remove(): Promise<void> {
    await this.#as('postgres', `drop database ${this.name} with (force)`);
  }

  async #as(database: string, ...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({
      host: this.server.socket,
      port: this.server.port,
      user: this.server.user,
      database,
    });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  }
}
