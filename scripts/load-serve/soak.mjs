import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { socketUrl } from '../postgres/start-postgres.mjs';
import { root } from '../shared/hooklaw-program.mjs';
import { readJsonLines } from '../shared/json-lines.mjs';
import { ConnectionPool, requestBytes } from './connection-pool.mjs';
import { openGate } from './gate.mjs';
import { event, forbidden, harmless, makePlace, refund, writeLaw } from './places.mjs';
import { startServe } from './serve-process.mjs';
import { preToolUse } from './traffic.mjs';

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

/** The largest event that the servers take. */
const largest = 256 * 1024;

/** Approving is for a person; here the load is one. */
async function loadApprove() {
  const outfile = path.join(root, 'build', `approve-${process.pid}.mjs`);
  const lines = ['approvals', 'state-folder'].map(name => `export * from './src/adapters/${name}.ts';`);
  await build({
    absWorkingDir: root,
    stdin: { contents: lines.join('\n'), resolveDir: root },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    fs.rmSync(outfile, { force: true });
  }
}

/** Accounts are few, so that each is spent while the load goes on. */
const accounts = 20;

/** What is sent, what came of it, and what must be found in the records. */
class Ledger {
  wrong = [];
  answers = {};
  spent = new Map();
  denied = new Map();
  executed = new Map();
  outage = false;

  fault(text) {
    if (this.wrong.length < 1_000) this.wrong.push(text);
  }

  count(what) {
    this.answers[what] = (this.answers[what] ?? 0) + 1;
  }

  note(map, node, id) {
    const ids = map.get(node) ?? new Set();
    ids.add(id);
    map.set(node, ids);
  }
}

async function ask(node, ledger, path, body) {
  const answer = await node.pool.send(requestBytes(path, typeof body === 'string' ? body : JSON.stringify(body)));
  if (answer.status !== 200 || answer.verdict === undefined || answer.body === '')
    ledger.fault(`${node.name}: no decision: ${answer.status} ${answer.body}`);
  return answer;
}

function deniedBy({ verdict, body }) {
  return verdict === 'deny' && body.includes('"permissionDecision":"deny"') && body.includes('BLOCKED: ');
}

/** The kinds of calls, each with its share of the load. */
const kinds = [
  {
    share: 40,
    async run(node, ledger) {
      const answer = await ask(node, ledger, preToolUse, harmless());
      if (answer.verdict !== 'silent') ledger.fault(`${node.name}: a harmless call was denied: ${answer.body}`);
      ledger.count('allowed');
    },
  },
  {
    share: 15,
    async run(node, ledger) {
      const body = forbidden();
      const answer = await ask(node, ledger, preToolUse, body);
      if (!deniedBy(answer)) ledger.fault(`${node.name}: a forbidden call was let through: ${answer.body}`);
      ledger.note(ledger.denied, node, body.tool_use_id);
      ledger.count('denied by a rule');
    },
  },
  {
    share: 20,
    async run(node, ledger) {
      if (!node.spends) return;
      const account = `a-${Math.floor(Math.random() * accounts)}`;
      const body = refund(account);
      const outage = ledger.outage;
      const answer = await ask(node, ledger, preToolUse, body);
      if (answer.verdict === 'silent') {
        const key = `${node.shares} ${account}`;
        ledger.spent.set(key, (ledger.spent.get(key) ?? 0) + 1);
        if (outage && ledger.outage && node.shares === 'postgres')
          ledger.fault(`${node.name}: a refund was let through while the database was gone`);
        ledger.count('refunds allowed');
      } else {
        if (!deniedBy(answer)) ledger.fault(`${node.name}: ${answer.body}`);
        ledger.note(ledger.denied, node, body.tool_use_id);
        ledger.count(
          answer.body.includes('memory of earlier calls') ? 'refunds denied, no database' : 'refunds denied',
        );
      }
    },
  },
  {
    share: 20,
    async run(node, ledger) {
      const body = event(
        'PostToolUse',
        'Read',
        { file_path: '/srv/x' },
        { tool_response: { ok: true }, duration_ms: 3 },
      );
      await ask(node, ledger, '/hook/PostToolUse', body);
      ledger.note(ledger.executed, node, body.tool_use_id);
      ledger.count('reported');
    },
  },
  {
    share: 4,
    async run(node, ledger) {
      const bodies = [
        '{',
        '',
        '[]',
        'null',
        '{"hook_event_name":"PreToolUse"}',
        '\u0000',
        '{"a":1}{"b":2}',
        `${'['.repeat(5_000)}`,
      ];
      const answer = await ask(node, ledger, preToolUse, bodies[Math.floor(Math.random() * bodies.length)]);
      if (!deniedBy(answer)) ledger.fault(`${node.name}: rubbish was let through: ${answer.body}`);
      node.unread += 1;
      ledger.count('malformed');
    },
  },
  {
    share: 1,
    async run(node, ledger) {
      const body = event('PreToolUse', 'Write', { file_path: '/srv/x', content: 'a'.repeat(largest + 10) });
      const answer = await ask(node, ledger, preToolUse, body);
      if (!deniedBy(answer) || !answer.body.includes('larger than'))
        ledger.fault(`${node.name}: too large: ${answer.body}`);
      node.unread += 1;
      ledger.count('oversized');
    },
  },
];

const wheel = kinds.flatMap(kind => Array.from({ length: kind.share }, () => kind));

async function sendSteadily(nodes, ledger, rate, until) {
  const under = new Set();
  const from = performance.now();
  for (let sent = 0; performance.now() < until; ) {
    const due = Math.floor(((performance.now() - from) * rate) / 1000);
    for (; sent < due; sent++) {
      const node = nodes[sent % nodes.length];
      const one = wheel[Math.floor(Math.random() * wheel.length)]
        .run(node, ledger)
        .catch(error => ledger.fault(`${node.name}: no answer: ${error.message}`))
        .finally(() => under.delete(one));
      under.add(one);
    }
    await sleep(5);
  }
  await Promise.all(under);
}

/** Sends an event byte by byte, and never to its end; a denial must come all the same. */
async function crawl(node, ledger, until) {
  while (performance.now() < until) {
    const answer = await new Promise(resolve => {
      const socket = net.connect({ host: '127.0.0.1', port: node.port });
      let text = '';
      const drip = setInterval(() => socket.writable && socket.write('x'), 200);
      socket.setEncoding('utf8').on('data', data => {
        text += data;
      });
      socket
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(drip);
          resolve(text);
        });
      socket.write(
        `POST ${preToolUse} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100000\r\n\r\n{"hook_event_name":"`,
      );
    });
    if (!/^HTTP\/1\.1 200 /.test(answer) || !answer.includes('"permissionDecision":"deny"'))
      ledger.fault(`${node.name}: a slow caller got no denial: ${JSON.stringify(answer.slice(0, 300))}`);
    node.unread += 1;
    ledger.count('slow callers');
  }
}

/** Changes and approves the law again and again; the new one must come into force, and the old one must be gone. */
async function changeLaws(nodes, ledger, until) {
  const { approve, createStateFolder } = await loadApprove();
  for (let version = 1; performance.now() + 5_000 < until; version++) {
    for (const node of nodes) {
      writeLaw(node.place, { ...node.law, version });
      approve(
        createStateFolder(node.place.state),
        'project',
        node.place.law,
        node.place.project,
        fs.readFileSync(node.place.law),
        'load',
      );
    }
    await sleep(3_000);
    for (const node of nodes) {
      const say = async (word, denied) => {
        const body = event('PreToolUse', 'Bash', { command: word });
        const answer = await ask(node, ledger, preToolUse, body);
        if (answer.verdict === 'deny') ledger.note(ledger.denied, node, body.tool_use_id);
        if ((answer.verdict === 'deny') !== denied)
          ledger.fault(`${node.name}: ${word} after a change: ${answer.body}`);
      };
      await say(`marker-${version}`, true);
      await say(`marker-${version - 1}`, false);
    }
    ledger.count('changes of the law');
    await sleep(4_000);
  }
}

/** Takes the database away, by killing a backend of it and by closing the way to it, and gives it back. */
async function killDatabase({ gate, postgres }, ledger, until) {
  await sleep(8_000);
  while (performance.now() + 16_000 < until) {
    const pids = execFileSync('pgrep', ['-f', `hooklaw.*(idle|INSERT|SELECT|BEGIN|COMMIT|bind)`], { encoding: 'utf8' });
    const backend = pids
      .split('\n')
      .map(Number)
      .find(pid => isBackend(pid, postgres));
    if (backend !== undefined) process.kill(backend, 'SIGKILL');
    ledger.count(backend === undefined ? 'backends not found' : 'databases that crashed');
    await sleep(8_000);
    await gate.shut();
    await sleep(500);
    ledger.outage = true;
    await sleep(5_000);
    ledger.outage = false;
    await gate.raise();
    ledger.count('databases that were gone');
    await sleep(8_000);
  }
}

function isBackend(pid, { user }) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`postgres: ${user} `);
  } catch {
    return false;
  }
}

async function watchMemory(nodes, until) {
  while (performance.now() < until) {
    for (const node of nodes) node.memory.push(node.server.memory());
    await sleep(1_000);
  }
}

const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Memory after the first third against that of the last sixth, in MiB. */
function growth({ memory }) {
  const third = Math.floor(memory.length / 3);
  return [
    median(memory.slice(third, third + Math.ceil(memory.length / 6))),
    median(memory.slice(-Math.ceil(memory.length / 6))),
  ];
}

function checkRecords(node, ledger) {
  const file = path.join(node.place.state, 'audit_log.jsonl');
  const lines = readJsonLines(file);
  const whole = fs.readFileSync(file, 'utf8').split('\n').length - 1;
  if (lines.length !== whole) ledger.fault(`${node.name}: ${whole - lines.length} lines of the audit log are torn`);
  const found = outcome => new Set(lines.filter(line => line.outcome === outcome).map(line => line.tool_use_id));
  for (const [outcome, sent] of [
    ['denied', ledger.denied],
    ['executed', ledger.executed],
  ]) {
    const ids = found(outcome);
    const missing = [...(sent.get(node) ?? [])].filter(id => !ids.has(id));
    if (missing.length > 0) ledger.fault(`${node.name}: ${missing.length} ${outcome} calls have no audit line`);
  }
  const unread = lines.filter(line => line.outcome === 'denied' && line.tool === null).length;
  if (unread !== node.unread)
    ledger.fault(`${node.name}: ${node.unread} denials of unreadable events, ${unread} lines`);
  return lines.length;
}

/** Plays bad days: gives what went wrong, and what is to be told. */
export async function soak({ folder, postgres, minutes, rate }) {
  // Half of what is asked for: what is spent may never be more.
  const limit = Math.max(3, Math.floor((rate * minutes * 60 * 0.2) / 3 / accounts / 2));
  const gate = await openGate(path.join(folder, 'gate'), postgres);
  const state = { url: socketUrl({ ...postgres, socket: gate.folder }, 'postgres'), namespace: 'soak' };
  const start = async (name, shares, law) => {
    const place = makePlace(folder, name);
    writeLaw(place, law);
    const limits = ['--max-body', String(largest), '--body-timeout', '3s'];
    const server = await startServe([...place.args, ...limits], {
      home: place.home,
    });
    const pool = new ConnectionPool({ host: '127.0.0.1', port: server.port });
    return {
      name,
      shares,
      spends: shares !== undefined,
      place,
      law,
      server,
      port: server.port,
      pool,
      unread: 0,
      memory: [],
    };
  };
  const nodes = [
    await start('one', 'postgres', { limit, state }),
    await start('two', 'postgres', { limit, state }),
    await start('three', 'sqlite', { limit }),
  ];
  const ledger = new Ledger();
  const until = performance.now() + minutes * 60_000;
  await Promise.all([
    sendSteadily(nodes, ledger, rate, until),
    ...nodes.flatMap(node => [crawl(node, ledger, until), crawl(node, ledger, until)]),
    changeLaws(nodes, ledger, until),
    killDatabase({ gate, postgres }, ledger, until),
    watchMemory(nodes, until),
  ]);
  const notes = [
    `${Object.entries(ledger.answers)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  ];
  for (const node of nodes) {
    const code = await node.server.stop();
    node.pool.close();
    if (code !== 0) ledger.fault(`${node.name}: ended with ${code}`);
    const lines = checkRecords(node, ledger);
    const [early, late] = growth(node);
    notes.push(`${node.name}: ${lines} audit lines, ${early.toFixed(0)} MiB early, ${late.toFixed(0)} MiB late`);
    if (late > early * 1.25 + 16)
      ledger.fault(`${node.name}: memory grew from ${early.toFixed(0)} to ${late.toFixed(0)} MiB`);
  }
  for (const [account, spent] of ledger.spent)
    if (spent > limit) ledger.fault(`${account}: ${spent} were let through, ${limit} is the limit`);
  for (const shares of ['postgres', 'sqlite'])
    if (![...ledger.spent].some(([account, spent]) => account.startsWith(shares) && spent === limit))
      ledger.fault(`${shares}: no account came to its limit, so the load shows little`);
  notes.push(`the most that one account spent is ${Math.max(...ledger.spent.values())} of ${limit}`);
  await gate.shut();
  return { wrong: ledger.wrong, notes };
}
