import type { Check } from '../../check.ts';
import { textsOf } from '../../settings/hook-intent.ts';
import { commandHooks, findingOfCommand, type PlacedHook, resultsOf } from '../../settings/placed-hook.ts';

/** A hook that refuses a permission says so in the one way that counts there. */
export const requestHeeded: Check = {
  name: 'request-heeded',
  codes: ['settings/idle-exit-2'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(({ hook }) => hook.event === 'PermissionRequest')
      .filter(placed => !resultsOf(placed, view).some(({ run }) => run.kind === 'exited' && run.exitCode === 2))
      .flatMap(judge),
};

function judge(placed: PlacedHook) {
  const texts = textsOf(placed).join('\n');
  const constant = placed.facts.reading.constantExit === 2;
  if (/behavior/.test(texts) || !(constant || /\bexit\s*\(?\s*2\b/.test(texts))) return [];
  return findingOfCommand('settings/idle-exit-2', placed, {
    message: 'exit code 2 refuses nothing on `PermissionRequest`: people are asked all the same, or the call runs',
    help: 'print `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"…"}}}`, or move the guard to `PreToolUse`',
    mild: !constant,
  });
}
