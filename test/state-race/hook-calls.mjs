import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { nodeProgram } from '../../scripts/shared/hooklaw-program.mjs';

const charge = 'mcp__pay__charge';

/** The law of an organisation with a weekly limit; `state` says where it is kept, when not in the state folder. */
function lawText(limit, state) {
  return JSON.stringify({
    hooklaw: 1,
    ...(state === undefined ? {} : { state }),
    rules: [
      {
        id: 'weekly',
        kind: 'policy',
        tool: charge,
        budget: { spend: 'input.amount', limit, window: 'week', zone: 'UTC' },
        deny: 'The weekly limit is spent.',
      },
      { id: 'no-root', kind: 'policy', tool: 'Bash', when: "input.command == 'halt'", deny: 'Not this.' },
    ],
  });
}

/** A user's own place: home, law, and state folder. */
export function makePlace(folder, limit, state) {
  const place = {
    home: path.join(folder, 'home'),
    config: path.join(folder, 'config'),
    state: path.join(folder, 'state'),
  };
  fs.mkdirSync(path.join(place.config, 'hooklaw'), { recursive: true });
  fs.mkdirSync(place.home, { recursive: true });
  fs.writeFileSync(path.join(place.config, 'hooklaw', 'law.yaml'), lawText(limit, state));
  return place;
}

/** Starts the hook on one event, as the client does; gives the process and a promise of how it ended. */
export function startHook(place, event, { program = nodeProgram(), through = [], deadline = '60s' } = {}) {
  const words = ['hook', event.hook_event_name, '--state-dir', place.state, '--deadline', deadline];
  const [command, ...args] = [...through, program.command, ...program.args, ...words];
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: place.home,
    env: { PATH: process.env.PATH, HOME: place.home, XDG_CONFIG_HOME: place.config },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', part => {
      said[name] += part;
    });
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ session_id: 's-1', cwd: place.home, permission_mode: 'default', ...event }));
  const over = once(child, 'close').then(([exit]) => ({ exit, ...said, ms: performance.now() - began }));
  return { child, over };
}

/** The event of a call that spends one. */
export function chargeEvent(id, name = 'PreToolUse') {
  const report = name === 'PostToolUse' ? { tool_response: 'ok' } : {};
  return { hook_event_name: name, tool_name: charge, tool_input: { amount: 1 }, tool_use_id: id, ...report };
}

/** The event of a call that has nothing to do with the state. */
export function harmlessEvent(id) {
  return { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: id };
}

/** One call from beginning to end: asked for, and reported when it ran. Tells what became of it. */
export async function makeCall(place, id, options) {
  const asked = await startHook(place, chargeEvent(id), options).over;
  if (asked.exit !== 0) return { ...asked, outcome: asked.stderr.includes('weekly limit') ? 'denied' : 'failed' };
  const told = await startHook(place, chargeEvent(id, 'PostToolUse'), options).over;
  return { ...asked, outcome: told.exit === 0 && told.stderr === '' ? 'ran' : 'failed', stderr: told.stderr };
}

/** What is wrong with the records: lines that are torn, and errors that were noted. */
export function wrongRecords(place) {
  const wrong = [];
  for (const name of ['audit_log.jsonl', 'errors.jsonl']) {
    const file = path.join(place.state, name);
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    if (text !== '' && !text.endsWith('\n')) wrong.push(`${name} ends in the middle of a line`);
    for (const line of text.split('\n').filter(part => part !== '')) {
      try {
        const row = JSON.parse(line);
        if (name === 'errors.jsonl') wrong.push(`an error was noted: ${row.step}: ${row.error ?? line}`);
      } catch {
        wrong.push(`${name} has a torn line: ${line.slice(0, 80)}`);
      }
    }
  }
  return wrong;
}
