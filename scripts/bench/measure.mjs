import { spawnSync } from 'node:child_process';

const warmUpRounds = 3;

/** A call over HTTP, as the client makes it: by a process that runs already. */
async function ask({ ask: send, denied }) {
  const from = process.hrtime.bigint();
  const { status, verdict } = await send();
  const ms = Number(process.hrtime.bigint() - from) / 1e6;
  if (status !== 200 || (verdict === 'deny') !== denied) throw new Error(`wrong answer: ${status} ${verdict}`);
  return ms;
}

function start({ command, args, env, input }, folder) {
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 60_000,
  };
  const from = process.hrtime.bigint();
  const done = spawnSync(command, args, options);
  return { done, ms: Number(process.hrtime.bigint() - from) / 1e6 };
}

function checkVerdict(contender, { status, signal, stdout, stderr, error }) {
  const denied = String(stdout).includes('"permissionDecision":"deny"');
  const fine = (status === 0 || status === 2) && denied === contender.denied;
  if (fine) return;
  const how = error?.message ?? `exit ${status ?? signal}`;
  throw new Error(`${contender.id}: ${how}, ${denied ? 'denied' : 'not denied'}: ${stdout}${stderr}`);
}

function summarize(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { min: sorted[0], median, max: sorted.at(-1) };
}

async function timeOne(contender, folder) {
  if (contender.ask !== undefined) return ask(contender);
  const { done, ms } = start(contender, folder);
  checkVerdict(contender, done);
  return ms;
}

/**
 * Times whole processes, and calls of a server, one of each contender per round, so that noise hits all alike. The rounds before the first that counts
 * compile the laws and fill the caches.
 * @throws when a contender does not come to the verdict that it must
 */
export async function measure(contenders, rounds, folder) {
  const times = new Map(contenders.map(({ id }) => [id, []]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const contender of contenders) {
      const ms = await timeOne(contender, folder);
      if (round >= 0) times.get(contender.id).push(ms);
    }
  }
  return contenders.map(({ id }) => ({ id, ...summarize(times.get(id)) }));
}
