import { requestBytes } from './connection-pool.mjs';

export const preToolUse = '/hook/PreToolUse';

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

function summarize(times, seconds) {
  const sorted = Float64Array.from(times).sort();
  const at = share => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), max: sorted.at(-1), count: times.length };
}

/** One call; throws when its verdict is not the one that it must be. */
async function call(pool, { body, denied }) {
  const answer = await pool.send(requestBytes(preToolUse, JSON.stringify(body)));
  if (answer.status !== 200 || (answer.verdict === 'deny') !== denied)
    throw new Error(`wrong answer ${answer.status} ${answer.verdict}: ${answer.body} to ${JSON.stringify(body)}`);
}

/** As many calls as the server takes, from so many callers that each wait for their answer. */
export async function atFullSpeed(pool, next, { seconds, callers = 16 }) {
  const times = [];
  const from = performance.now();
  const until = from + seconds * 1000;
  const run = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await call(pool, next());
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, run));
  return summarize(times, (performance.now() - from) / 1000);
}

/** Calls at a steady rate, whatever the answers take; times count from when a call was due. */
export async function atRate(pool, next, { seconds, rate }) {
  const times = [];
  const from = performance.now();
  const total = seconds * rate;
  const under = new Set();
  let failed;
  for (let sent = 0; sent < total && failed === undefined; ) {
    const due = Math.min(total, Math.floor(((performance.now() - from) * rate) / 1000));
    for (; sent < due; sent++) {
      const at = from + (sent * 1000) / rate;
      const one = call(pool, next())
        .then(() => times.push(performance.now() - at))
        .catch(error => {
          failed ??= error;
        })
        .finally(() => under.delete(one));
      under.add(one);
    }
    await sleep(1);
  }
  await Promise.all(under);
  if (failed !== undefined) throw failed;
  return summarize(times, (performance.now() - from) / 1000);
}
