/**
 * The product on its own example: the law is valid, its tests pass and notice every change of it, and wired into a project
 * it stands up to the self-test.
 * usage: node scripts/self.mjs          exits 1 when anything is not so
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pc from 'picocolors';
import { moveWindow } from './shared/deployment-window.mjs';
import { nodeProgram, root } from './shared/hooklaw-program.mjs';

const example = path.join('examples', 'support', 'hooklaw.yaml');
const counts = { passed: 0, failed: 0 };

/** Runs one command and shows what it prints; counts whether it ended as it should. */
function step(args, { cwd, env }) {
  const { command, args: prefix } = nodeProgram();
  console.log(pc.bold(`\n$ hooklaw ${args.join(' ')}`));
  const done = spawnSync(command, [...prefix, ...args], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  counts[done.status === 0 ? 'passed' : 'failed'] += 1;
  if (done.status !== 0) console.log(pc.red(`ended with exit code ${done.status ?? done.signal}`));
}

/** A project of its own with the example's law; the deployment window is moved away, so that it says the same at every hour. */
function makeProject(work) {
  const project = path.join(work, 'project');
  const home = path.join(work, 'home');
  for (const folder of [project, home]) fs.mkdirSync(folder);
  const law = moveWindow(fs.readFileSync(path.join(root, example), 'utf8'), 12);
  fs.writeFileSync(path.join(project, 'hooklaw.yaml'), law);
  const { CLAUDE_CONFIG_DIR, CLAUDECODE, XDG_STATE_HOME, XDG_CONFIG_HOME, ...outside } = process.env;
  const desk = { SUPPORT_USER_ID: 'u_004', SUPPORT_TIER: 'premium', SUPPORT_ORG: 'acme', SUPPORT_ON_CALL: 'ada' };
  return { cwd: project, env: { ...outside, HOME: home, ...desk } };
}

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-self-')));
try {
  const here = { cwd: root, env: process.env };
  step(['validate', example], here);
  step(['test', '--mutate', example], here);
  const project = makeProject(work);
  step(['init', '--yes'], project);
  step(['self-test', '--yes', '--client', '2.1.332'], project);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
