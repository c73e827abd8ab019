import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { readJsonLines } from '../../../scripts/shared/json-lines.mjs';
import { getClaude } from '../get-claude.mjs';

const run = promisify(execFile);
const inside = path.join(import.meta.dirname, 'inside-namespace.mjs');

/** How long one query may take before it counts as hanging, in milliseconds. */
const timeLimit = 90_000;

/** Plays one scenario with the real SDK and the real client; gives what differs from its expectations. */
export async function playSdkScenario(scenario, { claude: newest }) {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-sdk-')));
  try {
    const claude = scenario.client === undefined ? newest : await getClaude(scenario.client);
    return differences(scenario.expect, await play(scenario, claude, work));
  } finally {
    if (process.env.HOOKLAW_KEEP) console.log(`kept: ${work}`);
    else fs.rmSync(work, { recursive: true, force: true });
  }
}

async function play(scenario, claude, work) {
  const at = (...parts) => path.join(work, ...parts);
  for (const folder of ['project', 'home', 'law']) fs.mkdirSync(at(folder));
  fs.writeFileSync(at('law', 'hooklaw.yaml'), scenario.law);
  if (scenario.crash !== undefined) fs.writeFileSync(at('law', 'crash'), scenario.crash, { mode: 0o755 });
  const spec = {
    claude,
    project: at('project'),
    stateDir: at('state'),
    law: at('law', 'hooklaw.yaml'),
    ledger: at('ledger.jsonl'),
    context: scenario.context,
    fault: scenario.fault,
    script: { main: scenario.turns, agents: scenario.agents },
    env: { ...clientEnvironment(at('home')), ...scenario.env },
  };
  fs.writeFileSync(at('spec.json'), JSON.stringify(spec));
  await run('unshare', ['-n', process.execPath, inside, at('spec.json'), at('outcome.json')], { timeout: timeLimit });
  const outcome = JSON.parse(fs.readFileSync(at('outcome.json'), 'utf8'));
  const record = name => readJsonLines(at('state', `${name}.jsonl`));
  const isSubagent = ({ parent_tool_use_id }) => typeof parent_tool_use_id === 'string';
  return {
    runs: readJsonLines(at('ledger.jsonl')),
    files: fs.readdirSync(at('project')),
    reads: answersIn(outcome.events.filter(event => !isSubagent(event))),
    subagentReads: answersIn(outcome.events.filter(isSubagent)),
    requests: outcome.requests.length,
    error: outcome.error,
    audit: record('audit_log')
      .map(({ outcome }) => outcome)
      .sort(),
    summaries: record('session_summaries').length,
  };
}

function clientEnvironment(home) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
    SHELL: '/bin/bash',
    TERM: 'dumb',
    IS_SANDBOX: '1',
    ANTHROPIC_API_KEY: 'not-a-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
  };
}

/** What tools answered, as the model reads it. */
function answersIn(events) {
  const contents = events.filter(({ type }) => type === 'user').flatMap(({ message }) => message.content);
  const results = contents.filter(block => block?.type === 'tool_result');
  return results.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

function fits(wanted, got) {
  if (wanted instanceof RegExp) return typeof got === 'string' && wanted.test(got);
  if (Array.isArray(wanted) && Array.isArray(got))
    return wanted.length === got.length && wanted.every((item, at) => fits(item, got[at]));
  return isDeepStrictEqual(wanted, got);
}

function differences(wanted, got) {
  const unexpected = wanted.error === undefined && got.error !== undefined ? [`the query failed: ${got.error}`] : [];
  const wrong = Object.keys(wanted).filter(key => !fits(wanted[key], got[key]));
  return [
    ...unexpected,
    ...wrong.map(key => `${key}: wanted ${describe(wanted[key])}, got ${JSON.stringify(got[key])}`),
  ];
}

function describe(value) {
  return JSON.stringify(value, (_key, inner) => (inner instanceof RegExp ? String(inner) : inner));
}
