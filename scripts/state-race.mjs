/**
 * Real processes race for budgets, are killed, and are cut off from the server; no budget is ever overspent.
 * usage: node scripts/state-race.mjs [--processes 8] [--calls 200] [--rounds 100] [--only PATTERN]
 * env: CI (what this machine cannot do has failed; without it, it is skipped and counted)
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleStores } from '../test/state-race/bundle-stores.mjs';
import { killAtRandom, raceForOneBudget } from '../test/state-race/checks.mjs';
import { makePlace } from '../test/state-race/hook-calls.mjs';
import { killHooks, raceHooks } from '../test/state-race/hook-checks.mjs';
import { socketUrl, startPostgres } from './postgres/start-postgres.mjs';
import { root } from './shared/hooklaw-program.mjs';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '8' },
    calls: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
  },
});
const [processes, callsEach, rounds] = [values.processes, values.calls, values.rounds].map(Number);
const wanted = new RegExp(values.only);
const counts = { passed: 0, failed: 0, skipped: 0 };

function report(verdict, title, details) {
  counts[verdict] += 1;
  console.log(
    `${verdict.padEnd(7)} ${title}${details
      .slice(0, 10)
      .map(line => `\n        ${line}`)
      .join('')}`,
  );
}

/** Runs one check; `obstacle` is why this machine cannot. */
async function check(title, obstacle, run) {
  if (!wanted.test(title)) return;
  if (obstacle !== undefined) return report(process.env.CI ? 'failed' : 'skipped', title, [obstacle]);
  const began = performance.now();
  const { wrong, note } = await run().catch(error => ({ wrong: [error.stack ?? String(error)] }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  report(wrong.length === 0 ? 'passed' : 'failed', `${title} (${seconds} s)`, [
    ...wrong,
    ...(note === undefined ? [] : [note]),
  ]);
}

async function checkStore(name, obstacle, bundle, store) {
  const limit = Math.ceil((processes * callsEach) / 3);
  await check(`${name}: ${processes} processes with ${callsEach} calls each reach one limit exactly`, obstacle, () =>
    raceForOneBudget({ bundle, store, processes, callsEach, limit }),
  );
  await check(`${name}: processes that are killed never overspend`, obstacle, () =>
    killAtRandom({ bundle, store, rounds, limit: 12 }),
  );
}

async function checkHooks(name, obstacle, folder, state) {
  const [limit, killLimit] = [20, 40];
  const place =
    obstacle === undefined ? makePlace(path.join(folder, `${name}-race`), limit, state?.('race')) : undefined;
  await check(`hooks on ${name}: calls of 8 clients reach one limit exactly`, obstacle, () =>
    raceHooks({ place, clients: 8, callsEach: 6, limit }),
  );
  const killed =
    obstacle === undefined ? makePlace(path.join(folder, `${name}-kill`), killLimit, state?.('kill')) : undefined;
  await check(`hooks on ${name}: hooks that are killed never overspend, nor tear a record`, obstacle, () =>
    killHooks({ place: killed, rounds: Math.ceil(rounds / 5), limit: killLimit }),
  );
}

/** Why two machines cannot be made here. */
function findObstacle() {
  if (process.platform !== 'linux') return 'network namespaces need Linux';
  const probe = spawnSync('unshare', ['-n', 'ip', 'link', 'add', 'line1', 'type', 'veth', 'peer', 'name', 'line2'], {
    encoding: 'utf8',
  });
  if (probe.status === 0) return undefined;
  return `network namespaces cannot be made: ${probe.error?.message ?? probe.stderr.trim()}`;
}

async function checkTwoMachines(bundle, missing) {
  const obstacle = missing ?? findObstacle();
  let outcome;
  const play = () => {
    const script = path.join(root, 'test', 'state-race', 'two-machines.mjs');
    const args = ['-n', process.execPath, script, JSON.stringify({ bundle })];
    outcome ??= JSON.parse(execFileSync('unshare', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
    if (outcome.missing !== undefined) throw new Error(outcome.missing);
    return outcome;
  };
  await check('two machines share one limit', obstacle, async () => play().shared);
  await check('a machine that is cut off is refused in time, and the other goes on', obstacle, async () => play().cut);
  await check('hooks on two machines share the limit of the week', obstacle, async () => play().hooks);
  await check(
    'hooks on a machine that is cut off deny in time what needs the state, and nothing else',
    obstacle,
    async () => play().cutHooks,
  );
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-race-'));
const bundle = await bundleStores();
const server = await startPostgres();
try {
  const sqlite = { kind: 'sqlite', file: path.join(folder, 'state.db') };
  await checkStore('SQLite', undefined, bundle, sqlite);
  const postgres =
    server.missing === undefined ? { kind: 'postgres', options: { url: socketUrl(server, 'postgres') } } : undefined;
  await checkStore('PostgreSQL', server.missing, bundle, postgres);
  await checkHooks('SQLite', undefined, folder, undefined);
  await checkHooks('PostgreSQL', server.missing, folder, namespace => ({
    postgres: { url: socketUrl(server, 'postgres'), namespace },
  }));
  await checkTwoMachines(bundle, server.missing);
} finally {
  await server.stop?.();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(fileURLToPath(bundle), { force: true });
}
const { passed, failed, skipped } = counts;
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
if (failed > 0 || passed + failed + skipped === 0) process.exitCode = 1;
