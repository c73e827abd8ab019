import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { executableProgram, nodeProgram } from '../shared/hooklaw-program.mjs';
import { fetchPackage } from '../shared/npm-package.mjs';
import { generateLaw } from './generate-law.mjs';
import { statefulContenders } from './stateful.mjs';
import { toolCall } from './tool-call.mjs';
import { packContenders } from './with-packs.mjs';

export const peer = {
  name: 'cc-safety-net',
  version: '2.4.5',
  integrity: 'sha512-NxVJYOyXsqI6+xX18nk5AiHilhgIR3thwBgDzXeEHuxKPrUhutD40tOGX3kgYDyqBwHPASyn7UOm05pAzhTsPw==',
};

export const ruleCounts = [20, 1_000];

/** The three calls that are timed; `denied` says what must come of each. */
export function calls(cwd) {
  return [
    { name: 'no rule', input: toolCall(cwd, 'Read', { file_path: path.join(cwd, 'src', 'main.ts') }), denied: false },
    { name: 'allowed', input: toolCall(cwd, 'Bash', { command: 'npm run build -- --mode production' }), denied: false },
    { name: 'denied', input: toolCall(cwd, 'Bash', { command: 'cd app && git reset --hard HEAD~3' }), denied: true },
  ];
}

function peerContenders(work) {
  const script = path.join(fetchPackage(peer), 'dist', 'bin', 'cc-safety-net.js');
  return calls(work).map(call => ({
    id: `${peer.name} | ${call.name}`,
    command: process.execPath,
    args: [script, 'hook', '--claude-code'],
    env: { CC_SAFETY_NET_HOME: path.join(work, 'peer') },
    ...call,
  }));
}

/** Compiles a law ahead, with all the time that this needs, as its first use would. */
export function compileAhead(program, words, input) {
  const args = [...program.args, ...words, '--deadline', '10m'];
  const done = spawnSync(program.command, args, { input, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`the law cannot be compiled: ${done.stderr}`);
}

function hooklawContenders(work, program, label) {
  return ruleCounts.flatMap(count => {
    const law = path.join(work, `law-${count}.yaml`);
    if (!fs.existsSync(law)) fs.writeFileSync(law, generateLaw(count));
    const words = ['hook', 'PreToolUse', '--law', law, '--state-dir', path.join(work, `state-${count}`)];
    compileAhead(program, words, calls(work)[0].input);
    return calls(work).map(call => ({
      id: `${label} | ${call.name} | ${count} rules`,
      command: program.command,
      args: [...program.args, ...words],
      env: {},
      ...call,
    }));
  });
}

/** All that is timed, in the order of the table. `work` is a folder that may be written to. */
export function listContenders(work, { withExecutable }) {
  return [
    { id: 'sh -c true', command: 'sh', args: ['-c', 'true'], env: {}, input: '', denied: false },
    { id: 'node -e 0', command: process.execPath, args: ['-e', '0'], env: {}, input: '', denied: false },
    ...peerContenders(work),
    ...(withExecutable ? hooklawContenders(work, executableProgram(), 'executable') : []),
    ...(withExecutable ? statefulContenders(work, executableProgram(), 'executable') : []),
    ...(withExecutable ? packContenders(work, executableProgram(), 'executable') : []),
    ...hooklawContenders(work, nodeProgram(), 'node build'),
  ];
}
