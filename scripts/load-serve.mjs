/**
 * How many decisions a second `hooklaw serve` gives, and how long they take; with `--minutes` whether it holds under hours' worth of bad
 * days: laws that change, callers that are slow or send rubbish, a database that is killed.
 * usage: node scripts/load-serve.mjs [--seconds 10] [--rate 1000] [--only PATTERN] [--minutes N [--soak-rate 400]] [--format text|json]
 * env: CI (what this machine cannot do has failed; without it, it is skipped and counted)
 * Exits 1 when an answer was wrong, a line is missing or a limit was passed. A timing is never a failure.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConnectionPool } from './load-serve/connection-pool.mjs';
import { forbidden, harmless, makePlace, refund, writeLaw } from './load-serve/places.mjs';
import { startServe } from './load-serve/serve-process.mjs';
import { soak } from './load-serve/soak.mjs';
import { atFullSpeed, atRate } from './load-serve/traffic.mjs';
import { socketUrl, startPostgres } from './postgres/start-postgres.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '0' },
    'soak-rate': { type: 'string', default: '400' },
    format: { type: 'string', default: 'text' },
  },
});
const [seconds, rate, minutes, soakRate] = [values.seconds, values.rate, values.minutes, values['soak-rate']].map(
  Number,
);
const wanted = new RegExp(values.only);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-load-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
const rows = [];

/** One call in twenty is denied, as a busy agent's might be. */
let sent = 0;
const stateless = () => {
  sent += 1;
  return sent % 20 === 0 ? { body: forbidden(), denied: true } : { body: harmless(), denied: false };
};
const stateful = () => ({ body: refund(), denied: false });

async function measure(title, { law, next, calm }) {
  if (!wanted.test(title)) return;
  const place = makePlace(folder, title.replace(/\W+/g, '-'));
  writeLaw(place, law);
  const server = await startServe(place.args, { home: place.home });
  const pool = new ConnectionPool({ host: '127.0.0.1', port: server.port });
  try {
    await atFullSpeed(pool, next, { seconds: Math.min(2, seconds) });
    const before = server.processorMs();
    const full = await atFullSpeed(pool, next, { seconds });
    const processorMs = (server.processorMs() - before) / full.count;
    const steady = await atRate(pool, next, { seconds, rate: calm });
    rows.push({ title, full, processorMs, calm, steady, memory: server.memory() });
    counts.passed += 1;
  } catch (error) {
    counts.failed += 1;
    console.log(`failed  ${title}\n        ${error.message}`);
  } finally {
    pool.close();
    await server.stop();
  }
}

function table() {
  const figure = (number, digits = 1) => number.toFixed(digits);
  const heads = ['', 'a second, at most', 'processor ms each', 'at a rate of', 'p50 ms', 'p99 ms', 'max ms', 'MiB'];
  const lines = rows.map(({ title, full, processorMs, calm, steady, memory }) => [
    title,
    figure(full.perSecond, 0),
    figure(processorMs, 2),
    String(calm),
    ...[steady.p50, steady.p99, steady.max, memory].map(number => figure(number)),
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.map(line => line[at].length)));
  const pad = (cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]));
  return [heads, ...lines].map(line => line.map(pad).join('  ').trimEnd()).join('\n');
}

function skip(title, why) {
  counts[process.env.CI ? 'failed' : 'skipped'] += 1;
  console.log(`${process.env.CI ? 'failed' : 'skipped'} ${title}: ${why}`);
}

const postgres = await startPostgres();
try {
  await measure('stateless law', { law: {}, next: stateless, calm: rate });
  await measure('budgets in SQLite', { law: { limit: 1_000_000_000 }, next: stateful, calm: Math.ceil(rate / 10) });
  const shared = { url: postgres.missing ?? socketUrl(postgres, 'postgres'), namespace: 'load' };
  if (postgres.missing === undefined) {
    const law = { limit: 1_000_000_000, state: shared };
    await measure('budgets in PostgreSQL', { law, next: stateful, calm: Math.ceil(rate / 10) });
  } else if (wanted.test('budgets in PostgreSQL')) {
    skip('budgets in PostgreSQL', postgres.missing);
  }
  if (rows.length > 0 && values.format === 'text')
    console.log(`${table()}\n${seconds} s each, Node ${process.version}`);
  if (minutes > 0) {
    if (postgres.missing === undefined) {
      const { wrong, notes } = await soak({ folder: path.join(folder, 'soak'), postgres, minutes, rate: soakRate });
      counts[wrong.length === 0 ? 'passed' : 'failed'] += 1;
      const lines = [...wrong.slice(0, 20), ...notes].map(line => `\n        ${line}`).join('');
      console.log(`${wrong.length === 0 ? 'passed' : 'failed'}  ${minutes} minutes of bad days${lines}`);
    } else {
      skip('bad days', postgres.missing);
    }
  }
  if (values.format === 'json') console.log(JSON.stringify({ node: process.version, seconds, rows }, null, 2));
} finally {
  await postgres.stop?.();
  if (!process.env.HOOKLAW_KEEP) fs.rmSync(folder, { recursive: true, force: true });
}
const { passed, failed, skipped } = counts;
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
if (failed > 0 || passed + failed + skipped === 0) process.exitCode = 1;
