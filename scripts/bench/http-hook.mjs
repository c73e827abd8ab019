import fs from 'node:fs';
import path from 'node:path';
import { ConnectionPool, requestBytes } from '../load-serve/connection-pool.mjs';
import { startServe } from '../load-serve/serve-process.mjs';
import { nodeProgram } from '../shared/hooklaw-program.mjs';
import { compileAhead } from './contenders.mjs';
import { generateLaw } from './generate-law.mjs';

/**
 * `hooklaw serve` with a law of so many rules, and a contender for each call: what an HTTP hook costs where a command hook
 * would start a process.
 */
export async function startHttpContenders(work, calls, ruleCounts) {
  const contenders = [];
  const servers = [];
  for (const count of ruleCounts) {
    const project = path.join(work, `served-${count}`);
    fs.mkdirSync(path.join(project, '.git'), { recursive: true });
    const law = path.join(project, 'hooklaw.yaml');
    const state = path.join(work, `served-state-${count}`);
    fs.writeFileSync(law, generateLaw(count));
    compileAhead(nodeProgram(), ['hook', 'PreToolUse', '--law', law, '--state-dir', state], calls[0].input);
    const server = await startServe(['--project', project, '--law', law, '--state-dir', state], { home: work });
    const pool = new ConnectionPool({ host: '127.0.0.1', port: server.port });
    servers.push({ server, pool });
    for (const { name, input, denied } of calls) {
      const bytes = requestBytes('/hook/PreToolUse', input);
      contenders.push({ id: `http hook | ${name} | ${count} rules`, denied, ask: () => pool.send(bytes) });
    }
  }
  const stop = async () => {
    for (const { server, pool } of servers) {
      pool.close();
      await server.stop();
    }
  };
  return { contenders, stop };
}
