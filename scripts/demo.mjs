/**
 * Plays the refund story with the installed hook and the real tool server, without a model.
 * usage: node scripts/demo.mjs          exits 1 when anything differs from the story
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pc from 'picocolors';
import { openSession } from './demo/agent-session.mjs';
import { startMcpServer } from './demo/mcp-client.mjs';
import { findDifferences, playStory } from './demo/story.mjs';
import { heading, say, showTable } from './demo/transcript.mjs';
import { moveWindow } from './shared/deployment-window.mjs';
import { nodeProgram, root, runHooklaw } from './shared/hooklaw-program.mjs';
import { readJsonLines } from './shared/json-lines.mjs';

const example = path.join(root, 'examples', 'support', 'hooklaw.yaml');
const toolServer = path.join(root, 'examples', 'support', 'server.mjs');

/** The example's law; its deployment window is moved away, so that the story is the same at every hour. */
function writeLaw(work) {
  const law = path.join(work, 'hooklaw.yaml');
  fs.writeFileSync(law, moveWindow(fs.readFileSync(example, 'utf8'), 12));
  return law;
}

/** Wires hooklaw into a project of its own, as a user would. */
async function install(work) {
  const project = path.join(work, 'project');
  const stateDir = path.join(work, 'state');
  const home = path.join(work, 'home');
  for (const folder of [project, home]) fs.mkdirSync(folder);
  const { CLAUDE_CONFIG_DIR, ...outside } = process.env;
  const desk = { SUPPORT_USER_ID: 'u_004', SUPPORT_TIER: 'premium', SUPPORT_ORG: 'acme', SUPPORT_ON_CALL: 'ada' };
  const env = { ...outside, HOME: home, ...desk };
  const where = ['--scope', 'local', '--project', project, '--law', writeLaw(work), '--state-dir', stateDir];
  await runHooklaw(nodeProgram(), ['init', ...where, '--yes'], { cwd: project, env });
  return { project, stateDir, env, settingsFile: path.join(project, '.claude', 'settings.local.json') };
}

async function play(installed, ledgerFile) {
  const server = await startMcpServer(process.execPath, [toolServer, ledgerFile]);
  try {
    const session = openSession({ ...installed, server });
    await session.start();
    const told = await playStory(session);
    await session.end();
    return { ...told, sessionId: session.id };
  } finally {
    server.close();
  }
}

function readRecords(stateDir, ledgerFile) {
  const record = name => readJsonLines(path.join(stateDir, `${name}.jsonl`));
  return {
    ledger: readJsonLines(ledgerFile),
    audit: record('audit_log').filter(row => row.tool),
    summaries: record('session_summaries'),
    errors: record('errors'),
  };
}

function showRecords({ ledger, audit, summaries }) {
  heading('What really happened (the ledger of the tool server)');
  showTable(ledger, { tool: row => row.tool, input: row => JSON.stringify(row.input) });
  heading('What was recorded (audit_log.jsonl)');
  showTable(audit, {
    time: row => String(row.time).slice(11, 19),
    outcome: row => row.outcome,
    tool: row => row.tool,
    amount: row => row.input?.amount,
    rule: row => row.rule,
  });
  heading('The session in one row (session_summaries.jsonl)');
  showTable(summaries, {
    session: row => row.session_id,
    executed: row => row.executed,
    failed: row => row.failed,
    denied: row => row.denied,
  });
}

async function demo(work) {
  const ledgerFile = path.join(work, 'ledger.jsonl');
  heading('A support agent that cannot refund more than $500, whatever it is told');
  say('law', path.relative(root, example));
  const installed = await install(work);
  say('wired in', path.relative(work, installed.settingsFile));
  const told = await play(installed, ledgerFile);
  const records = readRecords(installed.stateDir, ledgerFile);
  showRecords(records);
  return findDifferences({ ...told, ...records });
}

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-demo-')));
process.once('exit', () => fs.rmSync(work, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
// A reader that stops reading (`npm run demo | head`) does not stop the story.
process.stdout.on('error', () => {});
try {
  const wrong = await demo(work);
  heading(wrong.length === 0 ? pc.green('All went as the law says.') : pc.red('This is not how the story goes:'));
  for (const line of wrong) say('', line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`${pc.red('the demo broke off')}: ${error.message}`);
  process.exitCode = 1;
}
