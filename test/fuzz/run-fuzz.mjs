import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canary, makeInput } from './inputs.mjs';
import { findProblem } from './judge-result.mjs';

const law = `hooklaw: 1
rules:
  - id: no-canary
    kind: policy
    tool: Bash
    when: input.command.contains('${canary}')
    deny: The canary stays.
`;

const longest = 10_000;

function runHook(program, words, input, folder) {
  return new Promise(resolve => {
    const child = spawn(program.command, [...program.args, ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    });
    const output = { stdout: [], stderr: [] };
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, longest);
    child.stdout.on('data', chunk => output.stdout.push(chunk));
    child.stderr.on('data', chunk => output.stderr.push(chunk));
    // The hook may stop reading before the end of its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', error => finish(null, error.code));
    child.on('close', finish);
    function finish(status, signal) {
      clearTimeout(timer);
      const text = Object.fromEntries(
        Object.entries(output).map(([name, chunks]) => [name, Buffer.concat(chunks).toString()]),
      );
      resolve({ status, signal, timedOut, ...text });
    }
  });
}

function outcomeOf({ status, stdout, stderr }) {
  if (status !== 2) return stdout === '' ? 'passed in silence' : 'passed with a word';
  return stderr.includes('[rule no-canary]') ? 'denied by the rule' : 'denied, could not be judged';
}

/**
 * Feeds the inputs `from` to `from + count - 1` of a seed to the hook, several processes at a time.
 * @returns the problems, each with its input, and how often each outcome came up
 */
export async function runFuzz(program, { seed, count, from = 0, parallel = 3 }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-fuzz-'));
  const lawFile = path.join(folder, 'law.yaml');
  fs.writeFileSync(lawFile, law);
  const outcomes = new Map();
  const problems = [];
  let next = from;

  async function work(worker) {
    const words = ['hook', 'PreToolUse', '--law', lawFile, '--state-dir', path.join(folder, `state-${worker}`)];
    while (next < from + count) {
      const index = next;
      next += 1;
      const input = makeInput(seed, index);
      const result = await runHook(program, words, input, folder);
      const problem = findProblem(input, result);
      if (problem !== undefined) problems.push({ index, input, problem, result });
      const outcome = problem === undefined ? outcomeOf(result) : 'FAILED';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }

  try {
    await Promise.all(Array.from({ length: parallel }, (_, worker) => work(worker)));
    return { problems, outcomes };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
