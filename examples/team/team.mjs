/**
 * Two `hooklaw serve` on two machines (here: two processes with homes of their own), one PostgreSQL, three desks.
 * usage: node examples/team/team.mjs      starts a PostgreSQL server of its own for as long as it runs
 * Exits 3 where no PostgreSQL server can be started.
 */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openGate } from '../../scripts/load-serve/gate.mjs';
import { startServe } from '../../scripts/load-serve/serve-process.mjs';
import { socketUrl, startPostgres } from '../../scripts/postgres/start-postgres.mjs';
import { GuardedDesk } from './guard-client.mjs';

const here = import.meta.dirname;
const desks = {
  'desk-1': { SUPPORT_USER_ID: 'u_004', SUPPORT_ORG: 'acme' },
  'desk-2': { SUPPORT_USER_ID: 'u_017', SUPPORT_ORG: 'acme' },
  'desk-3': { SUPPORT_USER_ID: 'u_101', SUPPORT_ORG: 'globex' },
};

/** The tools know nothing of the law. Each remembers what really ran. */
const ledger = [];
const tools = {
  refund_customer: async ({ order_id, amount }) => {
    ledger.push(`${order_id} $${amount}`);
    return `refunded $${amount} for ${order_id}`;
  },
  lookup_order: async ({ order_id }) => `order ${order_id}: a kettle`,
  Bash: async ({ command }) => `ran ${command}`,
};

/** Tokens for the desks: the servers get their hashes, the desks the tokens themselves. */
function makeTokens(file) {
  const tokens = Object.fromEntries(Object.keys(desks).map(name => [name, randomBytes(32).toString('hex')]));
  const list = Object.entries(desks).map(([name, env]) => ({
    name,
    sha256: createHash('sha256').update(tokens[name]).digest('hex'),
    projects: ['support'],
    env,
  }));
  fs.writeFileSync(file, JSON.stringify({ tokens: list }), { mode: 0o600 });
  return tokens;
}

/** A machine of the team: the account's home with the organisation's law, the project's law, a state folder of its own. */
async function startMachine(folder, name, database, tokensFile) {
  const home = path.join(folder, name);
  const project = path.join(home, 'support');
  const organisation = path.join(home, '.config', 'hooklaw', 'law.yaml');
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  fs.mkdirSync(path.dirname(organisation), { recursive: true });
  const law = fs.readFileSync(path.join(here, 'organisation.yaml'), 'utf8');
  fs.writeFileSync(organisation, law.replace(/url: postgres:.*/, `url: ${database}`));
  fs.copyFileSync(path.join(here, 'desk.yaml'), path.join(project, 'hooklaw.yaml'));
  const projects = path.join(home, 'projects.json');
  const state = path.join(home, 'state');
  fs.writeFileSync(projects, JSON.stringify({ support: { project, state_dir: state } }));
  const server = await startServe(['--projects', projects, '--tokens', tokensFile], { home });
  return { name, server, state };
}

/** What the audit log of a machine says, call by call. */
function auditOf({ state }) {
  const lines = fs.readFileSync(path.join(state, 'audit_log.jsonl'), 'utf8').trim().split('\n');
  return lines.map(line => {
    const { outcome, tool, rule, session_id: session } = JSON.parse(line);
    return `${session}: ${outcome} ${tool}${rule === null ? '' : ` by ${rule}`}`;
  });
}

async function play(folder, postgres) {
  const gate = await openGate(path.join(folder, 'gate'), postgres);
  const database = socketUrl({ ...postgres, socket: gate.folder }, 'postgres');
  const tokensFile = path.join(folder, 'tokens.json');
  const tokens = makeTokens(tokensFile);
  const one = await startMachine(folder, 'one', database, tokensFile);
  const two = await startMachine(folder, 'two', database, tokensFile);
  const deskAt = (name, { server }, token = tokens[name]) =>
    new GuardedDesk({ url: server.url, token, session: 'monday', tools });
  const say = async (title, desk, tool, input) => {
    console.log(`  ${title}: ${tool}(${JSON.stringify(input)})`);
    console.log(`    ${await desk.callTool(tool, input)}`);
  };
  try {
    const [first, second, third] = [deskAt('desk-1', one), deskAt('desk-2', two), deskAt('desk-3', two)];
    console.log('1. Two desks of one organisation, on two machines, share $2,000 a week.');
    await say('desk-1', first, 'refund_customer', { user_id: 'u_004', order_id: 'A-1', amount: 1200 });
    await say('desk-2', second, 'refund_customer', { user_id: 'u_017', order_id: 'B-1', amount: 900 });
    await say('desk-2', second, 'refund_customer', { user_id: 'u_017', order_id: 'B-2', amount: 700 });
    await say('desk-3, of another organisation', third, 'refund_customer', {
      user_id: 'u_101',
      order_id: 'C-1',
      amount: 900,
    });
    console.log('2. An order is refunded once, whichever machine is asked.');
    await say('desk-1', deskAt('desk-1', two), 'refund_customer', { user_id: 'u_004', order_id: 'A-1', amount: 10 });
    console.log('3. Who asks is who brings the token, whatever the model says.');
    await say('desk-2', second, 'refund_customer', { user_id: 'u_004', order_id: 'A-2', amount: 10 });
    await say('nobody', deskAt('desk-1', one, 'made-up'), 'refund_customer', {
      user_id: 'u_004',
      order_id: 'A-2',
      amount: 10,
    });
    console.log('4. The pack of the project holds over HTTP, too.');
    await say('desk-1', first, 'Bash', { command: 'cd / && r\\m -rf home' });
    console.log('5. A machine dies. Nothing runs that it was to judge; the other one knows what was spent.');
    await one.server.stop('SIGKILL');
    await say('desk-1', first, 'refund_customer', { user_id: 'u_004', order_id: 'A-3', amount: 10 });
    await say('desk-1 at the other', deskAt('desk-1', two), 'refund_customer', {
      user_id: 'u_004',
      order_id: 'A-3',
      amount: 200,
    });
    await say('desk-1 at the other', deskAt('desk-1', two), 'refund_customer', {
      user_id: 'u_004',
      order_id: 'A-3',
      amount: 100,
    });
    console.log('6. The database is gone: what needs it is denied, all else goes on.');
    await gate.shut();
    await say('desk-3', third, 'refund_customer', { user_id: 'u_101', order_id: 'C-2', amount: 10 });
    await say('desk-3', third, 'lookup_order', { order_id: 'C-2' });
    console.log('7. It is back.');
    await gate.raise();
    // A server that has just seen the database gone asks it again after a moment.
    await new Promise(resolve => setTimeout(resolve, 3_000));
    await say('desk-3', third, 'refund_customer', { user_id: 'u_101', order_id: 'C-2', amount: 10 });
    console.log(`ran: ${ledger.join(', ')}`);
    for (const machine of [one, two]) {
      console.log(`audit log of ${machine.name}:`);
      for (const line of auditOf(machine)) console.log(`  ${line}`);
    }
  } finally {
    for (const { server } of [one, two])
      if (server.child.exitCode === null && server.child.signalCode === null) await server.stop();
    await gate.shut();
  }
}

const postgres = await startPostgres();
if (postgres.missing === undefined) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-team-'));
  try {
    await play(folder, postgres);
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
} else {
  console.error(`team: ${postgres.missing}`);
  process.exitCode = 3;
}
