import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';

/**
 * Runs the hooks that a settings file holds for an event, as Claude Code does: command and arguments without a shell, the
 * event as JSON on stdin. Gives the verdict: `{ denied, reason, warning, updatedInput }`.
 */
export async function runInstalledHooks(settingsFile, event, { cwd, env }) {
  const { hooks = {} } = JSON.parse(fs.readFileSync(settingsFile, 'utf8'));
  const verdict = {};
  for (const group of hooks[event.hook_event_name] ?? []) {
    for (const hook of group.hooks) Object.assign(verdict, await runHook(hook, event, { cwd, env }));
  }
  return verdict;
}

async function runHook({ command, args = [] }, event, { cwd, env }) {
  const child = spawn(command, args, { cwd, env: { ...env, CLAUDE_PROJECT_DIR: cwd } });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', part => {
      output[stream] += part;
    });
  }
  child.stdin.end(JSON.stringify(event));
  const [code] = await once(child, 'close');
  if (code !== 0 && code !== 2) {
    throw new Error(`the hook ended with ${code}, which stops nothing: ${output.stderr || output.stdout}`);
  }
  return readVerdict(code, output);
}

function readVerdict(code, { stdout, stderr }) {
  const said = stdout.trim() === '' ? {} : JSON.parse(stdout).hookSpecificOutput;
  const denied = code === 2 || said.permissionDecision === 'deny';
  return {
    ...(denied && { denied, reason: said.permissionDecisionReason ?? stderr }),
    ...(said.updatedInput && { updatedInput: said.updatedInput }),
    ...(said.additionalContext && { warning: said.additionalContext }),
  };
}
