import path from 'node:path';
import { fixtures } from './run-hook.mjs';

/** A call that the law denies, for checks that ask whether a denial gets through. */
export const deniedCall = {
  event: 'PreToolUse',
  law: path.join(fixtures, 'laws', 'milder.yaml'),
  input: JSON.stringify({
    session_id: 'denial',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push --force' },
    tool_use_id: 'toolu_1',
  }),
};

/** The same call with `size` more bytes in front of what is denied. */
export function hugeDeniedCall(size) {
  return deniedCall.input.replace('git push', `${'x'.repeat(size)}; git push`);
}
