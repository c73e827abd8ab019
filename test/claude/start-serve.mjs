import { spawn } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';

/**
 * Starts `hooklaw serve` beside the client and waits until it listens. `signals` says what it is sent when the model is asked for its
 * nth turn, counted from 1: `{ 2: 'SIGKILL' }` ends it after the first turn's calls are over.
 */
export async function startServe({ command, args, env, cwd, signals = {} }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let stderr = '';
  const listening = new Promise((resolve, reject) => {
    readline.createInterface({ input: child.stderr }).on('line', line => {
      stderr += `${line}\n`;
      if (line.includes('"message":"listening"')) resolve();
    });
    ended.then(() => reject(new Error(`hooklaw serve ended before it listened: ${stderr}`)));
  });
  await listening;
  let turns = 0;
  return {
    turn: () => {
      turns += 1;
      const signal = signals[turns];
      if (signal !== undefined) child.kill(signal);
    },
    stop: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
