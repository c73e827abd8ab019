import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/shared/hooklaw-program.mjs';

export const fixtures = path.join(root, 'test', 'fixtures');

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-exe-'));
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));

/** A folder for one check; removed when the process ends. */
export function temporaryFolder() {
  return fs.mkdtempSync(path.join(work, 'check-'));
}

/** The words of one hook command. */
export function hookWords(event, law, state) {
  return ['hook', event, '--law', law, '--state-dir', state];
}

/** The environment that a check starts from: nothing of the machine's own but what a program needs to run. */
export function plainEnvironment(folder) {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    SUPPORT_USER_ID: 'u_004',
    SUPPORT_TIER: 'premium',
    SUPPORT_ORG: 'acme',
  };
}

function report(done) {
  return {
    status: done.status,
    signal: done.signal ?? (done.error === undefined ? null : done.error.code),
    stdout: String(done.stdout),
    stderr: String(done.stderr),
  };
}

/** Runs a program to its end and gives its exit code, signal and output. */
export function runProgram(program, words, { input = '', cwd, env }) {
  return report(
    spawnSync(program.command, [...program.args, ...words], {
      input,
      cwd,
      env,
      encoding: 'utf8',
      timeout: 30_000,
      maxBuffer: 2 ** 28,
    }),
  );
}

/** Runs a shell text in which `"$@"` stands for the program with its words. */
export function runInShell(program, words, text, { input = '', cwd, env }) {
  const shell = { command: 'sh', args: ['-c', text, 'sh', program.command, ...program.args] };
  return runProgram(shell, words, { input, cwd, env });
}

/** What is wrong with a result that has to be a refusal of a tool call; undefined when nothing is. */
export function refusalProblem({ status, signal, stdout, stderr }) {
  if (status !== 2) return `exit ${status ?? signal}, stderr ${JSON.stringify(stderr.slice(0, 300))}`;
  if (!stderr.startsWith('BLOCKED:')) return `stderr starts with ${JSON.stringify(stderr.slice(0, 80))}`;
  const decision = readDecision(stdout);
  return decision === 'deny' ? undefined : `stdout says ${decision}: ${JSON.stringify(stdout.slice(0, 200))}`;
}

function readDecision(stdout) {
  try {
    return JSON.parse(stdout).hookSpecificOutput.permissionDecision;
  } catch (error) {
    return `nothing readable (${error.message})`;
  }
}
