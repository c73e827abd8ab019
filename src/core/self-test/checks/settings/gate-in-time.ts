import type { Check } from '../../check.ts';
import { textsOf } from '../../settings/hook-intent.ts';
import { commandHooks, findingOfCommand, type PlacedHook, resultsOf } from '../../settings/placed-hook.ts';

/** A guard stands on an event that can still be stopped. */
export const gateInTime: Check = {
  name: 'gate-in-time',
  codes: ['settings/too-late'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(({ hook }) => /^PostTool(?:Use|UseFailure|Batch)$/.test(hook.event))
      .filter(placed => !resultsOf(placed, view).some(({ run }) => run.kind === 'exited' && run.exitCode === 2))
      .filter(meansToStop)
      .map(placed =>
        findingOfCommand('settings/too-late', placed, {
          message: `\`${placed.hook.event}\` comes when the tool has run, so this hook stops nothing: the model is told, and what is done is done`,
          help: 'move it to `PreToolUse` if it is to prevent the call; to tell the model about a result, `additionalContext` or an exit code 2 is fine here',
        }),
      ),
};

/** It denies in the words of a gate, it always blocks, or its name says that it keeps something from happening. */
function meansToStop(placed: PlacedHook): boolean {
  const { reading } = placed.facts;
  const texts = textsOf(placed).join('\n');
  if (/permissionDecision/.test(texts)) return true;
  if (/\bBLOCKED\b|\bblocked:|\bdenied\b|not allowed|forbidden/i.test(texts) && /\bexit\s*\(?\s*2\b/.test(texts))
    return true;
  if (reading.constantExit === 2 && !reading.couldReadEvent) return true;
  const names = reading.started.map(({ word }) => word.value.slice(word.value.lastIndexOf('/') + 1));
  return names.some(name => /(?:^|[-_])(?:block|deny|prevent|forbid|protect|guard|firewall)(?:[-_.]|$)/i.test(name));
}
