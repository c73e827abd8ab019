import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostgresOptions } from '../../src/adapters/postgres/state-store.ts';
import type { Account, CallRef, StateQuery } from '../../src/core/state/state.ts';
import { StateError, type StateStore } from '../../src/ports/state-store.ts';
import { findTestServer, TestDatabase, type TestServer } from '../support/postgres-server.ts';
import { reserve, spent } from '../support/state-store-suite.ts';
import { TcpGate } from '../support/tcp-gate.ts';

const found = await findTestServer();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const team: Account = { ledger: 'user/weekly', key: '["sales"]' };
const other: Account = { ledger: 'user/weekly', key: '["support"]' };
const call: CallRef = { sessionId: 's-1', callId: 'c-1', via: 'a' };
const one = { account: team, amount: '1', tool: 'refund' };
const teamSpent: StateQuery = { kind: 'spent', account: team, after: null };
const otherSpent: StateQuery = { kind: 'spent', account: other, after: null };

describe.skipIf(found === undefined)('the state in PostgreSQL', () => {
  const server = found as TestServer;
  let database: TestDatabase;
  const open: StateStore[] = [];

  beforeEach(async () => {
    database = await TestDatabase.create(server);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const store of open.splice(0)) await store.close();
    await database.remove();
  });

  async function openStore(options: Partial<PostgresOptions> = {}): Promise<StateStore> {
    const store = await database.open(options);
    open.push(store);
    return store;
  }

  /** A way in over TCP with the password, through a gate. */
  async function openThrough(gate: TcpGate, options: Partial<PostgresOptions> = {}): Promise<StateStore> {
    const url = `postgres://${server.user}@127.0.0.1:${gate.port}/${database.name}`;
    return await openStore({ url, passwordFile: server.passwordFile, ...options });
  }

  describe('its tables', () => {
    it('are made once when many open it for the first time at once', async () => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => openStore()));
      await Promise.all(stores.map((store, index) => reserve(store, { ...call, callId: `c-${index}` }, 1_000, one)));
      expect(await spent(stores[0] as StateStore)).toBe('8');
      expect(await database.query('select version from hooklaw.meta')).toEqual([{ version: 1 }]);
    });

    it('are not made by a user who may not; the text says what to do', async () => {
      const user = `plain_${database.name}`;
      await database.query(`create role ${user} login`);
      const opening = openStore({ url: database.url(user) });
      await expect(opening).rejects.toThrow(StateError);
      await expect(opening).rejects.toThrow(
        /may not make them \(permission denied .*let a user who may create a schema/,
      );
      await openStore();
      await expect(openStore({ url: database.url(user) })).rejects.toThrow(/lacks a privilege \(permission denied/);
      await database.query(
        `grant usage on schema hooklaw to ${user}`,
        `grant select on hooklaw.meta to ${user}`,
        `grant select, insert, update on hooklaw.entry, hooklaw.past_call to ${user}`,
      );
      const store = await openStore({ url: database.url(user) });
      await reserve(store, call, 1_000, one);
      await store.settle(call, 1_001, 'confirmed');
      await store.remember(call, 'succeeded', { tool: 'refund', input: {}, result: {}, at: 1 });
      expect(await spent(store)).toBe('1');
      await store.close();
      await database.query(`drop owned by ${user}`, `drop role ${user}`);
    });

    it('are shared by namespaces that see nothing of each other', async () => {
      const [a, b] = [await openStore({ namespace: 'a' }), await openStore({ namespace: 'b' })];
      await reserve(a, call, 1_000, one);
      await a.remember(call, 'succeeded', { tool: 'refund', input: {}, result: {}, at: 1 });
      const calls: StateQuery = { kind: 'calls', outcome: 'succeeded', tools: ['*'] };
      expect([await spent(a), await spent(b)]).toEqual(['1', '0']);
      expect(await b.transact(call, 1, [], ({ answer }) => answer([calls]))).toMatchObject([{ calls: [] }]);
      expect(await b.listReservations('all', 9)).toEqual([]);
      const [kept] = await a.listReservations('all', 9);
      expect(await b.release(kept?.id ?? '')).toBe(false);
      await b.settle(call, 1_000, 'released');
      expect(await a.release(kept?.id ?? '')).toBe(true);
    });

    it('keep the running totals right through every change', async () => {
      const store = await openStore();
      for (let index = 0; index < 30; index++) {
        const named = { ...call, callId: `c-${index}` };
        await reserve(store, named, 1_000 + index, { ...one, amount: `${index}.01`, releaseAfterMs: 40 });
        if (index % 3 === 0) await store.settle({ ...call, callId: `c-${index / 3}` }, 1_000, 'released');
        if (index % 5 === 0) await store.settle({ ...call, callId: `c-${index / 5}` }, 1_000, 'confirmed');
        if (index % 7 === 0)
          await reserve(store, { ...call, callId: `c-${index - 3}`, via: 'b' }, 1_000, { ...one, amount: '50' });
      }
      await spent(store, { now: 1_055 });
      const wrong = await database.query(`
        select id from (
          select id, running, sum(case when status = 'released' then 0 else amount end) over (order by at, id) as right_sum
          from hooklaw.entry
        ) checked where running <> right_sum`);
      expect(wrong).toEqual([]);
      expect(await database.query(`select count(distinct status)::int as kinds from hooklaw.entry`)).toEqual([
        { kinds: 3 },
      ]);
    });
  });

  describe('its way to the server', () => {
    it.skipIf(server?.ca === undefined)(
      'is encrypted, and only to the server that the authority vouches for',
      async () => {
        const tls = { passwordFile: server.passwordFile, ca: server.ca };
        const store = await openStore({ ...tls, url: database.tcpUrl(), applicationName: 'encrypted' });
        await reserve(store, call, 1_000, one);
        const ssl = `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'encrypted'`;
        expect(await database.query(ssl)).toEqual([{ ssl: true }]);
        const refused = (options: Partial<PostgresOptions>): Promise<void> =>
          expect(openStore({ ...tls, url: database.tcpUrl(), ...options })).rejects.toThrow(/it is not trusted/);
        await refused({ ca: server.otherCa });
        await refused({ ca: undefined, url: `${database.tcpUrl()}?sslmode=require` });
        vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
        await refused({ ca: server.otherCa });
        vi.unstubAllEnvs();
        const elsewhere = await TcpGate.to(server.port, '127.0.0.2');
        const otherName = database.tcpUrl('127.0.0.2').replace(`${server.port}`, `${elsewhere.port}`);
        await refused({ url: otherName });
        elsewhere.close();
      },
    );

    it('is not opened when the server does not encrypt and has to', async () => {
      const plain = net.createServer(socket => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1');
      await new Promise(resolve => plain.once('listening', resolve));
      const { port } = plain.address() as AddressInfo;
      const url = `postgres://me@127.0.0.1:${port}/x?sslmode=verify-full`;
      await expect(openStore({ url })).rejects.toThrow(/it is not trusted \(The server does not support SSL/);
      plain.close();
    });

    it('is taken from the options, whatever the environment says', async () => {
      const hostile = {
        PGHOST: '192.0.2.1',
        PGPORT: '1',
        PGUSER: 'x',
        PGDATABASE: 'x',
        PGPASSWORD: 'x',
        PGSSLMODE: 'disable',
      };
      for (const [name, value] of Object.entries(hostile)) vi.stubEnv(name, value);
      vi.stubEnv('PGOPTIONS', '-c default_transaction_read_only=on');
      vi.stubEnv('PGREPLICATION', 'database');
      const store = await openStore({ url: database.tcpUrl(), passwordFile: server.passwordFile });
      await reserve(store, call, 1_000, one);
      expect(await spent(store)).toBe('1');
    });

    it('needs the right password, which comes from a file', async () => {
      const file = path.join(folder, 'wrong');
      fs.writeFileSync(file, 'wrong\n');
      const url = database.tcpUrl();
      await expect(openStore({ url, passwordFile: file })).rejects.toThrow(/it refuses the password/);
      await expect(openStore({ url })).rejects.toThrow(/asks for a password: put it into a file/);
      vi.stubEnv('PGPASSWORD', fs.readFileSync(server.passwordFile, 'utf8').trim());
      await expect(openStore({ url })).rejects.toThrow(/asks for a password: put it into a file/);
      await expect(openStore({ url, passwordFile: path.join(folder, 'none') })).rejects.toThrow(
        /cannot be read \(ENOENT\)/,
      );
      fs.writeFileSync(file, '\n');
      await expect(openStore({ url, passwordFile: file })).rejects.toThrow(/holds no password/);
    });

    it.each([
      ['nothing listens', 'postgres://me@127.0.0.1:1/x', /nothing answers there/],
      ['there is no socket', 'postgres://me@/x?host=/nowhere', /there is no such socket/],
    ])('fails with a reason when %s', async (_what, url, reason) => {
      const opening = openStore({ url });
      await expect(opening).rejects.toThrow(StateError);
      await expect(opening).rejects.toThrow(reason);
    });

    it('fails with a reason when there is no such database or user', async () => {
      await expect(openStore({ url: database.url('nobody_at_all') })).rejects.toThrow(/nobody_at_all/);
      const url = database.url().replace(database.name, 'no_such_database');
      await expect(openStore({ url })).rejects.toThrow(/there is no database of that name/);
    });
  });

  describe('a server that is cut off', () => {
    let gate: TcpGate;
    beforeEach(async () => {
      gate = await TcpGate.to(server.port);
    });
    afterEach(() => gate.close());

    it('is given up when it accepts the connection and then says nothing', async () => {
      gate.mode = 'silent';
      await expect(openThrough(gate, { connectTimeoutMs: 150 })).rejects.toThrow(/it did not answer in time/);
    });

    it('is given up when it goes silent in the middle; the next one finds it again', async () => {
      const store = await openThrough(gate, { statementTimeoutMs: 1_000 });
      const cut = store.transact(call, 1_000, [teamSpent], async transaction => {
        gate.mode = 'silent';
        return await transaction.answer([otherSpent]);
      });
      await expect(cut).rejects.toThrow(StateError);
      await expect(cut).rejects.toThrow(/it did not answer in time/);
      gate.mode = 'open';
      await reserve(store, call, 1_000, one);
      expect(await spent(store)).toBe('1');
    });

    it('is found again after it has ended all connections', async () => {
      const store = await openThrough(gate);
      await reserve(store, call, 1_000, one);
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hooklaw' and datname = '${database.name}'`,
      );
      await reserve(store, { ...call, callId: 'c-2' }, 1_000, one);
      expect(await spent(store)).toBe('2');
    });

    it.each(['silent', 'cut'] as const)(
      'leaves open whether a decision was kept when it is %s at the end',
      async mode => {
        const store = await openThrough(gate, { statementTimeoutMs: 1_000 });
        gate.watch = data => {
          if (data.includes('commit\0')) gate.mode = mode;
        };
        const lost = reserve(store, call, 1_000, one);
        await expect(lost).rejects.toThrow(StateError);
        await expect(lost).rejects.toThrow(/it may have been kept or not/);
      },
    );

    it('does not hold others up with the locks of a call that it no longer hears', async () => {
      const cutOff = await openThrough(gate, { statementTimeoutMs: 800 });
      const unheard = cutOff.transact(call, 1_000, [teamSpent], async transaction => {
        gate.mode = 'silent';
        return await transaction.answer([otherSpent]);
      });
      const store = await openStore();
      await Promise.all([
        expect(unheard).rejects.toThrow(StateError),
        reserve(store, { ...call, callId: 'c-2' }, 1_000, one),
      ]);
      expect(await spent(store)).toBe('1');
    });

    it('does not keep the store from being closed', async () => {
      const store = await openThrough(gate);
      gate.mode = 'silent';
      await store.close();
      await expect(reserve(store, call, 1_000, one)).rejects.toThrow(StateError);
    });
  });

  describe('a collision', () => {
    it('of two calls that wait for each other is solved by doing one of them again', async () => {
      const [a, b] = [await openStore(), await openStore()];
      let runs = 0;
      const both = (store: StateStore, via: string, order: readonly Account[]): Promise<void> =>
        store.transact({ ...call, via }, 1_000, [], async transaction => {
          runs += 1;
          for (const account of order) {
            await transaction.answer([{ kind: 'spent', account, after: null }]);
            await new Promise(resolve => setTimeout(resolve, 50));
          }
          await transaction.reserve([one]);
        });
      await Promise.all([both(a, 'a', [team, other]), both(b, 'b', [other, team])]);
      expect(runs).toBe(3);
      expect((await a.listReservations('all', 9)).length).toBe(1);
    });

    it('of the kind that calls for another try is tried again, and given up after a few', async () => {
      const store = await openStore();
      await database.query(
        'create sequence public.tries',
        `create function public.collide() returns trigger language plpgsql as $$ begin
           if nextval('public.tries') < 4 then raise sqlstate '40001'; end if; return new;
         end $$`,
        'create trigger collide before insert on hooklaw.entry for each row execute function public.collide()',
      );
      let runs = 0;
      const work = (): Promise<void> =>
        store.transact(call, 1_000, [], async ({ reserve }) => {
          runs += 1;
          await reserve([one]);
        });
      await work();
      expect([runs, await spent(store)]).toEqual([4, '1']);
      await database.query(
        `create or replace function public.collide() returns trigger language plpgsql as $$ begin
           raise sqlstate '40001';
         end $$`,
      );
      await expect(work()).rejects.toThrow(StateError);
      expect([runs, await spent(store)]).toEqual([9, '1']);
    });

    it('with a call that does not end is given up in time', async () => {
      const store = await openStore({ statementTimeoutMs: 300 });
      const holder = await openStore();
      await holder.transact(call, 1_000, [teamSpent], async () => {
        await expect(spent(store)).rejects.toThrow(/it did not answer in time/);
        expect(await spent(store, { account: other })).toBe('0');
      });
      expect(await spent(store)).toBe('0');
    });
  });

  it('keeps nothing of a transaction in which the database has failed, even if nobody minds', async () => {
    const store = await openStore();
    const careless = store.transact(call, 1_000, [], async transaction => {
      await transaction.reserve([one]);
      await transaction.reserve([{ ...one, account: other, amount: 'much' }]);
      await transaction.answer([teamSpent]).catch(() => undefined);
    });
    await expect(careless).rejects.toThrow(StateError);
    expect([await spent(store), await spent(store, { account: other })]).toEqual(['0', '0']);
  });

  it('has one clock for all machines', async () => {
    const ahead = await openStore({ localNow: () => Date.now() + 3_600_000 });
    const difference = (await ahead.now(Date.now() + 3_600_000)) - Date.now();
    expect(Math.abs(difference)).toBeLessThan(60_000);
  });

  it('lets many calls of one server through at once', async () => {
    const store = await openStore({ connections: 4 });
    const calls = Array.from({ length: 40 }, (_, index) =>
      reserve(store, { ...call, callId: `c-${index}` }, 1_000, one),
    );
    await Promise.all(calls);
    expect(await spent(store)).toBe('40');
    const open = `select count(*)::int as open from pg_stat_activity where application_name = 'hooklaw' and datname = '${database.name}'`;
    expect(await database.query(open)).toEqual([{ open: 4 }]);
  });

  it('makes a reservation safe from a crash of the server even where the database is set not to', async () => {
    await openStore();
    await database.query(
      `alter database ${database.name} set synchronous_commit = off`,
      'create table public.seen (setting text)',
      `create function public.look() returns trigger language plpgsql as $$ begin
         insert into public.seen values (current_setting('synchronous_commit')); return new;
       end $$`,
      'create trigger look before insert on hooklaw.entry for each row execute function public.look()',
    );
    await reserve(await openStore(), call, 1_000, one);
    expect(await database.query('select setting from public.seen')).toEqual([{ setting: 'on' }]);
  });

  it('settles and releases only when nobody decides on the account', async () => {
    const store = await openStore();
    const impatient = await openStore({ statementTimeoutMs: 300 });
    await reserve(store, call, 1_000, one);
    const [kept] = await store.listReservations('all', 1);
    await store.transact({ ...call, callId: 'c-2' }, 1_000, [teamSpent], async () => {
      await expect(impatient.settle(call, 1_000, 'released')).rejects.toThrow(/it did not answer in time/);
      await expect(impatient.release(kept?.id ?? '')).rejects.toThrow(/it did not answer in time/);
    });
    expect(await spent(store)).toBe('1');
  });
});
