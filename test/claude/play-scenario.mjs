import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyProgram, root, runHooklaw } from '../../scripts/shared/hooklaw-program.mjs';
import { readJsonLines } from '../../scripts/shared/json-lines.mjs';
import { differences } from './compare.mjs';
import { observe } from './observe.mjs';

const run = promisify(execFile);
const supportServer = path.join(root, 'examples', 'support', 'server.mjs');
const inside = path.join(import.meta.dirname, 'inside-namespace.mjs');

/** How long one run of the client may take before it counts as hanging. */
const timeLimit = 60_000;

/** Where `hooklaw serve` listens in the namespace of a run, and what it asks for. */
const [serveUrl, token] = ['http://127.0.0.1:4665', 'the-token-of-the-scenarios'];

/** Plays one scenario with one client and one build of hooklaw; gives what differs from its expectations. */
export async function playScenario(scenario, { claude, program }) {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-claude-')));
  try {
    const place = prepare(scenario, work);
    const installed = scenario.ownCopy ? copyProgram(program, path.join(work, 'program')) : program;
    await install(installed, scenario, place);
    scenario.before?.(place);
    const outcomes = await runClients(scenario, place, { claude, program: installed });
    return differences(scenario.expect, collect(place, outcomes));
  } finally {
    if (process.env.HOOKLAW_KEEP) console.log(`kept: ${work}`);
    else fs.rmSync(work, { recursive: true, force: true });
  }
}

function prepare(scenario, work) {
  const at = (...parts) => path.join(work, ...parts);
  const place = {
    work,
    project: at('project'),
    home: at('home'),
    program: at('program'),
    lawFile: at('law', 'hooklaw.yaml'),
    stateDir: at('state'),
    ledger: at('ledger.jsonl'),
    mcpFile: at('mcp.json'),
    specFile: at('spec.json'),
    outcomeFile: at('outcome.json'),
  };
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const server = { command: process.execPath, args: [supportServer, place.ledger] };
  write(place.lawFile, scenario.law.replaceAll('$WORK', work));
  write(place.mcpFile, JSON.stringify({ mcpServers: { support: server } }));
  // Only the user's own settings may allow tools in a project that nobody has trusted yet.
  write(
    path.join(place.home, '.claude', 'settings.json'),
    JSON.stringify({ permissions: { allow: ['mcp__support'] } }),
  );
  fs.mkdirSync(place.project);
  return place;
}

function environment(place, scenario) {
  return {
    PATH: process.env.PATH,
    HOME: place.home,
    CLAUDE_CONFIG_DIR: path.join(place.home, '.claude'),
    SHELL: '/bin/bash',
    TERM: 'dumb',
    SUPPORT_USER_ID: 'u_004',
    SUPPORT_TIER: 'premium',
    SUPPORT_ORG: 'acme',
    SUPPORT_ON_CALL: 'ada',
    ...scenario.env,
  };
}

/** What only the server has in a scenario with one: the facts of the law. */
const factVariable = /^SUPPORT_/;

function clientEnvironment(place, scenario) {
  const all = Object.entries(environment(place, scenario));
  if (scenario.serve === undefined) return Object.fromEntries(all);
  return { ...Object.fromEntries(all.filter(([name]) => !factVariable.test(name))), HOOKLAW_TOKEN: token };
}

/** `hooklaw serve` as the scenario has it run beside the client, as `startServe` takes it. */
function serveBeside(program, { serve, ...scenario }, place) {
  if (serve === undefined) return {};
  const file = path.join(place.work, 'token');
  fs.writeFileSync(file, token, { mode: 0o600 });
  const where = ['--project', place.project, '--law', place.lawFile, '--state-dir', place.stateDir];
  const args = [...program.args, 'serve', ...where, '--token-file', file, ...(serve.args ?? [])];
  const env = environment(place, scenario);
  return { serve: { command: program.command, args, env, cwd: place.work, signals: serve.signals } };
}

function install(program, scenario, place) {
  const scope = scenario.scope ?? 'local';
  if (scenario.serve !== undefined) {
    const asked = ['--scope', scope, '--project', place.project, '--http', serveUrl, '--yes'];
    return runHooklaw(program, ['init', ...asked], { cwd: place.project, env: environment(place, scenario) });
  }
  const where = ['--scope', scope, '--project', place.project, '--law', place.lawFile, '--state-dir', place.stateDir];
  return runHooklaw(program, ['init', ...where, '--yes'], { cwd: place.project, env: environment(place, scenario) });
}

/** One run of the client, or several of the same session: a run can resume it, or fork it. */
async function runClients(scenario, place, programs) {
  const outcomes = [];
  for (const run of scenario.runs ?? [{ turns: scenario.turns }]) {
    const resumed = run.resume === undefined ? [] : ['--resume', sessionOf(outcomes[run.resume])];
    const fork = run.fork === true ? ['--fork-session'] : [];
    const script = { main: run.turns, agents: scenario.agents, prefix: `r${outcomes.length}` };
    outcomes.push(await runClient(scenario, place, programs, { script, more: [...resumed, ...fork] }));
  }
  return outcomes;
}

function sessionOf({ events }) {
  return events.find(event => event.session_id)?.session_id;
}

async function runClient(scenario, place, { claude, program }, { script, more }) {
  const output = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
  const servers = ['--strict-mcp-config', '--mcp-config', place.mcpFile];
  const mode = scenario.mode === 'default' ? [] : ['--dangerously-skip-permissions'];
  const spec = {
    claude,
    args: ['-p', 'go', ...more, ...output, ...servers, ...mode],
    cwd: place.project,
    env: {
      ...clientEnvironment(place, scenario),
      IS_SANDBOX: '1',
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_TELEMETRY: '1',
    },
    script,
    timeLimit,
    ...serveBeside(program, scenario, place),
  };
  fs.writeFileSync(place.specFile, JSON.stringify(spec));
  await run('unshare', ['-n', process.execPath, inside, place.specFile, place.outcomeFile]);
  return JSON.parse(fs.readFileSync(place.outcomeFile, 'utf8'));
}

function collect(place, outcomes) {
  const record = name => readJsonLines(path.join(place.stateDir, `${name}.jsonl`));
  return {
    ...observe(outcomes),
    ledger: readJsonLines(place.ledger),
    files: fs.readdirSync(place.project),
    audit: record('audit_log'),
    summaries: record('session_summaries'),
    errors: record('errors'),
  };
}
