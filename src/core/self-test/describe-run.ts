import type { HookRun } from '../client/hook-run.ts';

/** The most of an output that is shown, in characters. */
const shown = 300;

function quote(name: string, text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return [`${name}: ${trimmed.length > shown ? `${trimmed.slice(0, shown)}…` : trimmed}`];
}

/** What a hook did, as lines of evidence for a person. */
export function describeRun(run: HookRun): string[] {
  switch (run.kind) {
    case 'exited':
      return [`ended with exit code ${run.exitCode}`, ...quote('stdout', run.stdout), ...quote('stderr', run.stderr)];
    case 'signaled':
      return [`was ended by ${run.signal}`, ...quote('stdout', run.stdout), ...quote('stderr', run.stderr)];
    case 'timed-out':
      return [`was ended after ${run.seconds} s`, ...quote('stdout', run.stdout), ...quote('stderr', run.stderr)];
    case 'not-started':
      return [`could not be started: ${run.cause}`];
    case 'answered':
      return [`answered with status ${run.status}`, ...quote('body', run.body)];
    case 'unanswered':
      return [`did not answer: ${run.cause}`];
  }
}
