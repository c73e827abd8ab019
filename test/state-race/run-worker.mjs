import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';

const worker = path.join(import.meta.dirname, 'worker.mjs');

/**
 * Starts a worker. Gives its process, a promise of its being ready, and one of what it has said when it is over.
 * @param spec what `worker.mjs` takes
 * @param through a command that runs the rest of its arguments, such as `nsenter`
 */
export function startWorker(spec, through = []) {
  const [command, ...args] = [...through, process.execPath, worker, JSON.stringify(spec)];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const calls = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', part => {
    stderr += part;
  });
  const ready = new Promise(resolve => {
    readline.createInterface({ input: child.stdout }).on('line', line => {
      const row = JSON.parse(line);
      if (row.ready === true) resolve();
      else calls.push(row);
    });
  });
  const over = once(child, 'close').then(([exit, signal]) => ({ exit, signal, stderr, calls }));
  return { child, ready: Promise.race([ready, over]), over };
}

/** The value below which the given part of the values lies. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
