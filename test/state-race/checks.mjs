import { decide, readSpent } from './open-store.mjs';
import { quantile, startWorker } from './run-worker.mjs';

const count = (rows, fits) => rows.filter(fits).length;

function describe(calls, seconds) {
  const times = calls.map(({ ms }) => ms);
  const rate = (calls.length / seconds).toFixed(0);
  return `${rate} calls/s, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;
}

/** Many processes want one budget: what ran reaches the limit exactly, every call is answered, and nobody hangs. */
export async function raceForOneBudget({ bundle, store, processes, callsEach, limit }) {
  const account = { ledger: 'race/budget', key: '["one"]' };
  const spec = { bundle, store, account, limit, calls: callsEach };
  const began = performance.now();
  const workers = Array.from({ length: processes }, (_, index) => startWorker({ ...spec, session: `s-${index}` }));
  const results = await Promise.all(workers.map(({ over }) => over));
  const seconds = (performance.now() - began) / 1000;
  const calls = results.flatMap(result => result.calls);
  const allowed = count(calls, call => call.allowed);
  const spent = await readSpent(bundle, store, account);
  const wrong = [
    ...results.filter(({ exit }) => exit !== 0).map(({ exit, stderr }) => `a process ended with ${exit}: ${stderr}`),
    ...calls.filter(({ error }) => error !== undefined).map(({ error }) => `a call failed: ${error}`),
  ];
  if (calls.length !== processes * callsEach) wrong.push(`${calls.length} calls were answered`);
  if (allowed !== limit) wrong.push(`${allowed} calls ran, the limit is ${limit}`);
  if (spent !== limit) wrong.push(`${spent} was spent, the limit is ${limit}`);
  return { wrong, note: `${allowed} of ${calls.length} ran; ${describe(calls, seconds)}` };
}

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

async function killRound({ bundle, store, limit }, round) {
  const account = { ledger: 'race/killed', key: `[${round}]` };
  const spec = { bundle, store, account, limit, calls: 1_000 };
  const workers = [0, 1, 2].map(index => startWorker({ ...spec, session: `r-${round}-${index}` }));
  await Promise.all(workers.map(({ ready }) => ready));
  for (const { child } of workers) {
    await pause(Math.random() * 40);
    child.kill('SIGKILL');
  }
  const killed = (await Promise.all(workers.map(({ over }) => over))).flatMap(({ calls }) => calls);
  const ran = count(killed, call => call.allowed);
  const kept = await readSpent(bundle, store, account);
  let after = 0;
  while (await decide(bundle, store, { account, limit, session: `r-${round}-after`, callId: `c-${after}` })) after += 1;
  const spent = await readSpent(bundle, store, account);
  const wrong = killed.filter(({ error }) => error !== undefined).map(({ error }) => `a call failed: ${error}`);
  if (kept > limit || ran + after > limit) wrong.push(`overspent: ${ran} and ${after} ran, ${kept} was kept`);
  if (ran > kept) wrong.push(`${ran} ran, and only ${kept} was kept`);
  if (spent !== limit) wrong.push(`${spent} was spent in the end, the limit is ${limit}`);
  return { wrong: wrong.map(text => `round ${round}: ${text}`), unreported: kept - ran };
}

/** Processes are killed at random points: never overspent, nothing that ran is forgotten, and the store opens again. */
export async function killAtRandom({ bundle, store, rounds, limit }) {
  const wrong = [];
  let unreported = 0;
  for (let round = 0; round < rounds; round++) {
    const result = await killRound({ bundle, store, limit }, round);
    wrong.push(...result.wrong);
    unreported += result.unreported;
  }
  return { wrong, note: `${rounds} rounds; ${unreported} reservations of calls that were killed before they ran` };
}
