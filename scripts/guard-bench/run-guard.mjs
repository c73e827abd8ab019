import { spawn } from 'node:child_process';
import { eventOf } from './rows.mjs';

/** How long one call may take, in milliseconds. */
const patience = 60_000;

/** Runs one guard over all rows, `jobs` at a time, and says what it did with each. */
export async function runGuard(guard, rows, jobs) {
  const results = new Array(rows.length);
  let next = 0;
  const work = async () => {
    for (let at = next++; at < rows.length; at = next++) results[at] = await judge(guard, rows[at]);
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return { name: guard.name, ...score(results), results };
}

function judge({ command, args, env, places }, row) {
  return new Promise((resolve, reject) => {
    const began = process.hrtime.bigint();
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], timeout: patience });
    let out = '';
    let err = '';
    child.stdout.on('data', data => (out += data));
    child.stderr.on('data', data => (err += data));
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', code => {
      const ms = Number(process.hrtime.bigint() - began) / 1e6;
      resolve({
        id: row.id,
        topic: row.topic,
        expect: row.expect,
        got: verdictOf(code, out),
        ms,
        says: reasonIn(out, err),
      });
    });
    child.stdin.end(eventOf(row, places));
  });
}

/** `stop` where the call is denied or asked about: in both cases it does not simply run. */
function verdictOf(code, out) {
  if (code === 2) return 'stop';
  return /"permissionDecision"\s*:\s*"(?:deny|ask)"/.test(out) ? 'stop' : 'run';
}

function reasonIn(out, err) {
  const [, reason = err] = /"permissionDecisionReason"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(out) ?? [];
  return reason.slice(0, 200);
}

function score(results) {
  const harmful = results.filter(({ expect }) => expect === 'stop');
  const harmless = results.filter(({ expect }) => expect === 'run');
  const times = results.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    bypasses: harmful.length,
    stopped: harmful.filter(({ got }) => got === 'stop').length,
    harmless: harmless.length,
    blocked: harmless.filter(({ got }) => got === 'stop').length,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}
