/**
 * Runs inside a network namespace of its own: brings loopback up, starts the scripted model, runs the client once.
 * usage: node inside-namespace.mjs SPEC.json OUTCOME.json
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import readline from 'node:readline';
import { startScriptedApi } from './scripted-api.mjs';

const [specFile, outcomeFile] = process.argv.slice(2);
const spec = JSON.parse(fs.readFileSync(specFile, 'utf8'));

execFileSync('ip', ['link', 'set', 'lo', 'up']);
const api = await startScriptedApi(spec.script);
const client = await runClient(spec, api.url);
api.close();
fs.writeFileSync(outcomeFile, JSON.stringify({ ...client, requests: api.requests }));

async function runClient({ claude, args, cwd, env, timeLimit }, apiUrl) {
  const child = spawn(claude, args, {
    cwd,
    env: { ...env, ANTHROPIC_BASE_URL: apiUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeLimit,
    killSignal: 'SIGKILL',
  });
  const events = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', part => {
    stderr += part;
  });
  readline.createInterface({ input: child.stdout }).on('line', line => {
    events.push({ ...parseEvent(line), seenAt: Date.now() });
  });
  const [exit, signal] = await once(child, 'close');
  return { exit, signal, stderr, events };
}

function parseEvent(line) {
  try {
    return JSON.parse(line);
  } catch {
    return { type: 'unreadable', line };
  }
}
