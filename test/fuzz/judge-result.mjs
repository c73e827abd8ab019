import { canary } from './inputs.mjs';

const keepMarks = { fatal: true, ignoreBOM: true };

/** Whether the input is beyond doubt a Bash call that carries the canary. */
export function carriesCanary(input) {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', keepMarks).decode(input));
    const command = event.tool_input.command;
    return (
      event.hook_event_name === 'PreToolUse' &&
      event.tool_name === 'Bash' &&
      typeof command === 'string' &&
      command.includes(canary)
    );
  } catch {
    return false;
  }
}

function isObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function denialProblem(stdout, stderr) {
  if (!stderr.startsWith('BLOCKED:')) return 'exit 2, but stderr does not start with `BLOCKED:`';
  if (!isObject(stdout)) return 'exit 2, but stdout is no JSON object';
  const decision = JSON.parse(stdout).hookSpecificOutput?.permissionDecision;
  return decision === 'deny' ? undefined : `exit 2, but stdout decides ${JSON.stringify(decision)}`;
}

/** What is wrong with what the hook made of an input; undefined when nothing is. */
export function findProblem(input, { status, signal, timedOut, stdout, stderr }) {
  if (timedOut) return 'it hung';
  if (status !== 0 && status !== 2) return `exit ${status ?? signal}`;
  if (/^ {4}at /m.test(stdout) || /^ {4}at /m.test(stderr)) return 'a stack trace';
  if (status === 2) return denialProblem(stdout, stderr);
  if (carriesCanary(input)) return 'the canary got through';
  return stdout === '' || isObject(stdout) ? undefined : 'exit 0, but stdout is no JSON object';
}
