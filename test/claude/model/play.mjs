import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { prepare } from './place.mjs';
import { recordOf } from './record.mjs';

const run = promisify(execFile);
const inside = path.join(import.meta.dirname, '..', 'inside-namespace.mjs');

/** How long one run of the client may take before it counts as hanging. */
const timeLimit = 60_000;

/** Plays one scenario with one client; gives the record of what happened. `keep` leaves the folder and prints its path. */
export async function playModelScenario(scenario, claude, { keep = false } = {}) {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-model-')));
  try {
    const { place, fill, managed } = prepare(scenario, work);
    const outcomes = [];
    for (const part of scenario.resume === undefined ? [scenario] : [scenario, scenario.resume]) {
      outcomes.push(
        await runClient({ ...scenario, ...part }, { place, fill, managed, claude, before: outcomes.at(-1) }),
      );
    }
    return recordOf(fill(scenario), place, outcomes);
  } finally {
    if (keep) console.log(`kept: ${work}`);
    else fs.rmSync(work, { recursive: true, force: true });
  }
}

async function runClient(scenario, { place, fill, managed, claude, before }) {
  const { prompts, answer } = scenario;
  const spoken = prompts !== undefined || answer !== undefined;
  const spec = {
    claude,
    args: [...argumentsOf(scenario, place, spoken), ...resumed(before)],
    cwd: path.resolve(place.project, scenario.cwd ?? '.'),
    env: { ...environment(place), ...fill(scenario.env ?? {}) },
    prompts: spoken ? (prompts ?? ['go']) : undefined,
    answer,
    http: scenario.http === undefined ? undefined : fill(scenario.http),
    managed: managed === undefined ? undefined : { files: managed, layers: path.join(place.work, 'layers') },
    script: fill({ main: scenario.turns, agents: scenario.agents, prefix: before === undefined ? '' : 'resumed_' }),
    timeLimit,
  };
  fs.writeFileSync(place.specFile, JSON.stringify(spec));
  await run('unshare', ['-n', '-m', process.execPath, inside, place.specFile, place.outcomeFile]);
  return JSON.parse(fs.readFileSync(place.outcomeFile, 'utf8'));
}

function argumentsOf(scenario, place, spoken) {
  const { mode = 'bypassPermissions', settings, mcp, flags = [] } = scenario;
  const permissions = mode === 'bypassPermissions' ? ['--dangerously-skip-permissions'] : ['--permission-mode', mode];
  return [
    ...(spoken ? ['-p', '--input-format', 'stream-json'] : ['-p', 'go']),
    ...['--output-format', 'stream-json', '--verbose', '--include-hook-events', '--debug-file', place.debugFile],
    ...(scenario.answer === undefined ? [] : ['--permission-prompt-tool', 'stdio']),
    ...(mcp === undefined ? [] : ['--strict-mcp-config', '--mcp-config', place.mcpFile]),
    ...(settings?.flag === undefined ? [] : ['--settings', place.flagFile]),
    ...permissions,
    ...flags.map(flag => flag.replaceAll('$P', place.project)),
  ];
}

function resumed(before) {
  return before === undefined ? [] : ['--resume', before.events.find(event => event.session_id)?.session_id];
}

function environment({ home }) {
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
