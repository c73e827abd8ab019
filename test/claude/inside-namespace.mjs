/**
 * Runs inside namespaces of its own: brings loopback up, starts the scripted model, runs the client once.
 * usage: node inside-namespace.mjs SPEC.json OUTCOME.json
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import readline from 'node:readline';
import { startConversation } from './conversation.mjs';
import { startHookServer } from './model/hook-server.mjs';
import { mountManagedSettings } from './model/managed-settings.mjs';
import { startScriptedApi } from './scripted-api.mjs';
import { startServe } from './start-serve.mjs';

const [specFile, outcomeFile] = process.argv.slice(2);
const spec = JSON.parse(fs.readFileSync(specFile, 'utf8'));

execFileSync('ip', ['link', 'set', 'lo', 'up']);
if (spec.managed !== undefined) mountManagedSettings(spec.managed);
const hookServer = spec.http === undefined ? undefined : await startHookServer(spec.http);
const serve = spec.serve === undefined ? undefined : await startServe(spec.serve);
const api = await startScriptedApi(spec.script, () => serve?.turn());
const client = await runClient(spec, api.url);
api.close();
hookServer?.close();
await serve?.stop();
fs.writeFileSync(outcomeFile, JSON.stringify({ ...client, requests: api.requests, http: hookServer?.requests }));

async function runClient({ claude, args, cwd, env, timeLimit, prompts, answer }, apiUrl) {
  const child = spawn(claude, args, {
    cwd,
    env: { ...env, ANTHROPIC_BASE_URL: apiUrl },
    stdio: [prompts === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    timeout: timeLimit,
    killSignal: 'SIGKILL',
  });
  const events = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', part => {
    stderr += part;
  });
  const converse = prompts === undefined ? () => {} : startConversation(child.stdin, prompts, answer);
  readline.createInterface({ input: child.stdout }).on('line', line => {
    const event = parseEvent(line);
    events.push({ ...event, seenAt: Date.now() });
    converse(event);
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
