import { chargeEvent, makeCall, startHook, wrongRecords } from './hook-calls.mjs';
import { quantile } from './run-worker.mjs';

const countOf = (calls, outcome) => calls.filter(call => call.outcome === outcome).length;

async function clientOf(place, number, calls, options) {
  const done = [];
  for (let index = 0; index < calls; index++) done.push(await makeCall(place, `toolu_${number}_${index}`, options));
  return done;
}

/** Clients that call at the same time, each call a process of its own: what ran reaches the limit exactly. */
export async function raceHooks({ place, clients, callsEach, limit, options }) {
  const began = performance.now();
  const numbers = Array.from({ length: clients }, (_, index) => index);
  const calls = (await Promise.all(numbers.map(number => clientOf(place, number, callsEach, options)))).flat();
  const seconds = (performance.now() - began) / 1000;
  const wrong = [
    ...calls
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ exit, stderr }) => `a call ended with ${exit}: ${stderr}`),
    ...wrongRecords(place),
  ];
  const ran = countOf(calls, 'ran');
  if (ran !== limit) wrong.push(`${ran} calls ran, the limit is ${limit}`);
  const times = calls.map(({ ms }) => ms);
  const spread = `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;
  return { wrong, note: `${ran} of ${calls.length} ran; ${(calls.length / seconds).toFixed(1)} calls/s, ${spread}` };
}

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Starts four hooks at once; kills each after its time, where one is given. */
async function fourHooks(place, round, lives, options) {
  const hooks = [0, 1, 2, 3].map(index => startHook(place, chargeEvent(`toolu_k_${round}_${index}`), options));
  await Promise.all(
    hooks.map(async ({ child }, index) => {
      if (lives === undefined) return;
      await pause(lives[index]);
      child.kill('SIGKILL');
    }),
  );
  return await Promise.all(hooks.map(({ over }) => over));
}

const allowedIn = ended => ended.filter(({ exit }) => exit === 0).length;

/** Hooks are killed at random points of their life: never overspent, and no torn line in the records. */
export async function killHooks({ place, rounds, limit, options }) {
  const whole = await fourHooks(place, 'whole', undefined, options);
  const life = quantile(
    whole.map(({ ms }) => ms),
    1,
  );
  let allowed = allowedIn(whole);
  for (let round = 0; round < rounds; round++) {
    const lives = [0, 1, 2, 3].map(() => Math.random() * life);
    allowed += allowedIn(await fourHooks(place, round, lives, options));
  }
  const wrong = wrongRecords(place);
  let after = 0;
  for (let index = 0; index < limit + 1; index++) {
    const call = await makeCall(place, `toolu_after_${index}`, options);
    if (call.outcome === 'failed') wrong.push(`a call after the kills ended with ${call.exit}: ${call.stderr}`);
    if (call.outcome !== 'ran') break;
    after += 1;
  }
  if (allowed + after > limit) wrong.push(`${allowed} and ${after} calls ran, the limit is ${limit}`);
  const unheard = limit - allowed - after;
  return {
    wrong,
    note: `${allowed} allowed, ${unheard} reserved and killed before they answered, ${after} ran after the kills`,
  };
}
