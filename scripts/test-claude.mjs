/**
 * Plays the scenarios of test/claude against the real Claude Code, and those of test/claude/sdk with the real Agent SDK.
 * usage: node scripts/test-claude.mjs [NAME_PATTERN]
 * env: HOOKLAW_CLAUDE_VERSIONS (comma-separated), HOOKLAW_KEEP (keeps the work folders), CI (a scenario that this machine cannot play has failed)
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findObstacle, runScenarios } from '../test/claude/run-scenarios.mjs';
import { scenarios } from '../test/claude/scenarios/index.mjs';
import { sdkScenarios } from '../test/claude/sdk/scenarios.mjs';
import { copyProgram, executableProgram, nodeProgram, root } from './shared/hooklaw-program.mjs';

const defaultVersion = '2.1.332';

function clientVersions() {
  const listed = (process.env.HOOKLAW_CLAUDE_VERSIONS ?? '').split(/[\s,]+/).filter(version => version !== '');
  return listed.length === 0 ? [defaultVersion] : listed;
}

/** The executable, built when it is missing or older than dist/. */
function freshExecutable() {
  const program = executableProgram();
  const age = file => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (age(program.command) <= age(path.join(root, 'dist', 'hook.js'))) {
    const built = spawnSync(process.execPath, [path.join(root, 'scripts', 'build-exe.mjs')], { encoding: 'utf8' });
    if (built.status !== 0) return { ...program, problem: `the executable cannot be built: ${built.stderr.trim()}` };
  }
  return program;
}

function summarize({ passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (failed > 0) process.exitCode = 1;
}

/** Plays with copies, so that a build in the meantime disturbs nothing. */
async function playWithCopies(chosen) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-programs-'));
  const programs = [nodeProgram(), freshExecutable()].map(program =>
    program.problem === undefined ? copyProgram(program, path.join(folder, program.name)) : program,
  );
  try {
    return await runScenarios(chosen, clientVersions(), programs);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = new RegExp(process.argv[2] ?? '');
const chosen = [...scenarios, ...sdkScenarios].filter(({ name }) => wanted.test(name));
const obstacle = findObstacle();
if (chosen.length === 0) {
  console.log(`no scenario fits ${wanted}`);
  process.exitCode = 1;
} else if (obstacle !== undefined) {
  console.log(`no scenario can be played: ${obstacle}`);
  const unplayed = chosen.length;
  summarize(process.env.CI ? { passed: 0, failed: unplayed, skipped: 0 } : { passed: 0, failed: 0, skipped: unplayed });
} else {
  summarize(await playWithCopies(chosen));
}
