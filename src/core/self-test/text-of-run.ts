import type { HookRun } from '../client/hook-run.ts';

/** What a hook printed where the client looks for JSON. */
export function stdoutOf(run: HookRun): string {
  if (run.kind === 'answered') return run.body;
  return run.kind === 'exited' || run.kind === 'signaled' || run.kind === 'timed-out' ? run.stdout : '';
}

export function stderrOf(run: HookRun): string {
  return run.kind === 'exited' || run.kind === 'signaled' || run.kind === 'timed-out' ? run.stderr : '';
}

/** How a run ended, for a person. */
export function endOf(run: HookRun): string {
  switch (run.kind) {
    case 'exited':
      return `exit code ${run.exitCode}`;
    case 'signaled':
      return `killed by ${run.signal}`;
    case 'timed-out':
      return `stopped after ${run.seconds} s`;
    case 'not-started':
      return `not started: ${run.cause}`;
    case 'answered':
      return `status ${run.status}`;
    case 'unanswered':
      return `no answer: ${run.cause}`;
  }
}
