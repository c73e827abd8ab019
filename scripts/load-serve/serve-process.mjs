import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import readline from 'node:readline';
import { nodeProgram } from '../shared/hooklaw-program.mjs';

/** Starts `hooklaw serve` on a free port of this machine and waits until it listens. */
export async function startServe(args, { home, cwd = home, env = {}, program = nodeProgram() }) {
  const words = [...program.args, 'serve', '--listen', '127.0.0.1:0', ...args];
  const child = spawn(program.command, words, {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, TZ: 'UTC', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log = [];
  let other = '';
  const ended = once(child, 'close');
  const listening = new Promise((resolve, reject) => {
    readline.createInterface({ input: child.stderr }).on('line', line => {
      if (!line.startsWith('{')) {
        other += `${line}\n`;
        return;
      }
      const entry = JSON.parse(line);
      if (log.length < 10_000) log.push(entry);
      if (entry.message === 'listening') resolve(entry.urls[0]);
    });
    ended.then(([code]) => reject(new Error(`serve ended (${code}): ${other}`)));
  });
  const url = await listening;
  ended.catch(() => undefined);
  return {
    child,
    log,
    url,
    port: Number(new URL(url).port),
    /** Memory in MiB, as the system counts it. */
    memory: () => memoryOf(child.pid),
    /** Milliseconds of a processor that it has used so far: what is left when others slow the machine down. */
    processorMs: () => processorMsOf(child.pid),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

function memoryOf(pid) {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

/** The system counts in hundredths of a second. */
function processorMsOf(pid) {
  const fields = fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
