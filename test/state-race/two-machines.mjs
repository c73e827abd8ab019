/**
 * Two machines and one PostgreSQL server, each in a network namespace of its own. Runs inside one, as root, and says what was wrong.
 * usage: unshare -n node two-machines.mjs '{"bundle": URL}'
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../scripts/postgres/start-postgres.mjs';
import { chargeEvent, harmlessEvent, makeCall, makePlace, startHook, wrongRecords } from './hook-calls.mjs';
import { readSpent } from './open-store.mjs';
import { quantile, startWorker } from './run-worker.mjs';

const { bundle } = JSON.parse(process.argv[2]);
const ip = (...args) => execFileSync('ip', args, { stdio: 'pipe' });
const limit = 60;
const hookLimit = 8;
const deadlineMs = 1_500;
const account = { ledger: 'managed/weekly', key: '["org"]' };

/** A machine with an address of its own and a line to the server. */
async function startMachine(number) {
  const holder = spawn('unshare', ['-n', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const [inside, outside] = [`m${number}`, `line${number}`];
  const through = ['nsenter', '-t', String(holder.pid), '-n'];
  await untilSeparate(holder.pid);
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside);
  ip('link', 'set', inside, 'netns', String(holder.pid));
  ip('addr', 'add', `10.77.${number}.1/24`, 'dev', outside);
  ip('link', 'set', outside, 'up');
  const ipInside = (...args) => execFileSync(through[0], [...through.slice(1), 'ip', ...args], { stdio: 'pipe' });
  ipInside('addr', 'add', `10.77.${number}.2/24`, 'dev', inside);
  ipInside('link', 'set', inside, 'up');
  const stop = async () => {
    holder.stdin.end();
    await once(holder, 'exit');
  };
  return { number, outside, through, server: `10.77.${number}.1`, stop };
}

/** Waits until a process has left this namespace for its own. */
async function untilSeparate(pid) {
  const namespaceOf = id => execFileSync('readlink', [`/proc/${id}/ns/net`], { encoding: 'utf8' });
  const own = namespaceOf('self');
  for (let tries = 0; tries < 200 && namespaceOf(pid) === own; tries++) await new Promise(done => setTimeout(done, 10));
}

function storeFor(machine, server, options = {}) {
  const url = `postgres://${server.user}@${machine.server}:${server.port}/postgres`;
  return { kind: 'postgres', options: { url, passwordFile: server.passwordFile, ca: server.ca, ...options } };
}

function work(machine, server, calls, options) {
  const spec = { bundle, account, limit, calls, session: `machine-${machine.number}-${calls}` };
  return startWorker({ ...spec, store: storeFor(machine, server, options) }, machine.through).over;
}

const ranOf = ({ calls }) => calls.filter(({ allowed }) => allowed).length;

async function sharedLimit([a, b], server) {
  const results = await Promise.all([a, b, a, b].map((machine, index) => work(machine, server, 40 + index)));
  const ran = results.map(ranOf);
  const total = ran.reduce((sum, one) => sum + one, 0);
  const errors = results.flatMap(({ calls, stderr }) => [...calls.map(({ error }) => error), stderr]).filter(Boolean);
  const wrong = errors.map(error => `a call failed: ${error}`);
  if (total !== limit) wrong.push(`${total} calls ran on both machines, the limit is ${limit}`);
  if (ran[0] + ran[2] === 0 || ran[1] + ran[3] === 0) wrong.push('only one of the machines took part');
  const kept = await readSpent(bundle, storeFor(a, server), account);
  if (kept !== limit) wrong.push(`${kept} was kept, the limit is ${limit}`);
  return { wrong, note: `${ran[0] + ran[2]} and ${ran[1] + ran[3]} calls ran` };
}

async function cutOff([a, b], server) {
  const timeouts = { connectTimeoutMs: deadlineMs, statementTimeoutMs: deadlineMs };
  ip('link', 'set', b.outside, 'down');
  const [near, far] = await Promise.all([work(a, server, 5), work(b, server, 5, timeouts)]);
  ip('link', 'set', b.outside, 'up');
  const back = await work(b, server, 5);
  const slowest = quantile(
    far.calls.map(({ ms }) => ms),
    1,
  );
  const wrong = [];
  if (far.calls.length !== 5 || !far.calls.every(({ error }) => error?.startsWith('StateError: '))) {
    wrong.push(`calls of the machine that is cut off: ${JSON.stringify(far)}`);
  }
  if (slowest > deadlineMs + 500) wrong.push(`a call took ${slowest.toFixed(0)} ms to be refused`);
  for (const [name, { calls }] of Object.entries({ 'the other machine': near, 'the machine that is back': back })) {
    if (calls.length !== 5 || calls.some(({ error }) => error !== undefined)) {
      wrong.push(`calls of ${name}: ${JSON.stringify(calls)}`);
    }
  }
  return { wrong, note: `refused after ${slowest.toFixed(0)} ms at most, with ${deadlineMs} allowed` };
}

/** The user's place on a machine, with the organisation's law. */
function placeOn(machine, server, folder) {
  const url = `postgres://${server.user}@${machine.server}:${server.port}/postgres`;
  const postgres = { url, password_file: server.passwordFile, ca: server.ca, namespace: 'hooks' };
  return makePlace(path.join(folder, String(machine.number)), hookLimit, { postgres });
}

async function sharedLimitOfHooks(machines, places) {
  const calls = await Promise.all(
    machines.flatMap((machine, at) =>
      Array.from({ length: hookLimit }, (_, index) =>
        makeCall(places[at], `toolu_${machine.number}_${index}`, { through: machine.through }),
      ),
    ),
  );
  const ran = calls.filter(({ outcome }) => outcome === 'ran').length;
  const failed = calls.filter(({ outcome }) => outcome === 'failed');
  const wrong = [
    ...failed.map(({ exit, stderr }) => `a call ended with ${exit}: ${stderr}`),
    ...places.flatMap(wrongRecords),
  ];
  if (ran !== hookLimit) wrong.push(`${ran} calls ran on both machines, the limit is ${hookLimit}`);
  return { wrong, note: `${ran} of ${calls.length} calls ran` };
}

async function cutOffHooks([a, b], places) {
  const ask = (machine, at, event) => startHook(places[at], event, { through: machine.through, deadline: '3s' }).over;
  ip('link', 'set', b.outside, 'down');
  const [denied, passed, other] = await Promise.all([
    ask(b, 1, chargeEvent('toolu_cut')),
    ask(b, 1, harmlessEvent('toolu_free')),
    ask(a, 0, chargeEvent('toolu_near')),
  ]);
  ip('link', 'set', b.outside, 'up');
  const wrong = [];
  const text = JSON.stringify(denied);
  if (denied.exit !== 2 || !denied.stderr.includes('BLOCKED:')) wrong.push(`the call that needs the state: ${text}`);
  if (!/cannot be used: it did not answer in time/.test(denied.stderr)) wrong.push(`it does not say why: ${text}`);
  if (denied.ms > 3_500) wrong.push(`it took ${denied.ms.toFixed(0)} ms, with 3000 allowed`);
  if (passed.exit !== 0) wrong.push(`a call that needs no state: ${JSON.stringify(passed)}`);
  if (other.exit !== 2 || !other.stderr.includes('weekly limit'))
    wrong.push(`the other machine: ${JSON.stringify(other)}`);
  return { wrong, note: `denied after ${denied.ms.toFixed(0)} ms, with 3000 allowed` };
}

async function playHooks(machines, server) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-machines-'));
  try {
    const places = machines.map(machine => placeOn(machine, server, folder));
    return { hooks: await sharedLimitOfHooks(machines, places), cutHooks: await cutOffHooks(machines, places) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  ip('link', 'set', 'lo', 'up');
  const machines = [await startMachine(1), await startMachine(2)];
  const server = await startPostgres({ listen: machines.map(machine => machine.server), clients: ['10.77.0.0/16'] });
  try {
    if (server.missing !== undefined || server.ca === undefined) {
      return { missing: server.missing ?? 'no certificate can be made' };
    }
    const workers = { shared: await sharedLimit(machines, server), cut: await cutOff(machines, server) };
    return { ...workers, ...(await playHooks(machines, server)) };
  } finally {
    await server.stop?.();
    for (const machine of machines) await machine.stop();
  }
}

process.stdout.write(`${JSON.stringify(await main())}\n`);
