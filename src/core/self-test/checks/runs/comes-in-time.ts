import { eventInfo } from '../../../event/catalogue.ts';
import { ownField } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { correctAnswer } from '../../correct-answer.ts';
import type { Finding } from '../../finding.ts';
import { findingOf, isPlain, stops, type TriedHook, triedHooks, withWhat } from '../../hook-results.ts';
import { holdsStop, ownWords, saysStopped } from '../../intent.ts';
import type { ProbeResult } from '../../probe.ts';
import { stdoutOf } from '../../text-of-run.ts';

/** A refusal stands on an event that can still be refused, in the form that the event knows. */
export const comesInTime: Check = {
  name: 'comes-in-time',
  codes: ['hook/too-late', 'hook/permission-exit-2', 'hook/endless-stop'],
  reads: 'runs',
  run: view => triedHooks(view).flatMap(tried => [...tooLate(tried), ...permissionExit(tried), ...endlessStop(tried)]),
};

/** Feedback after a call is good use of these events; a permission decision, or the claim to have blocked, is not. */
function tooLate(tried: TriedHook): Finding[] {
  const { event } = tried.hook;
  const { tool, deny } = eventInfo(event);
  if (deny !== undefined || !(tool || event === 'PostToolBatch')) return [];
  const seen = tried.results.filter(result => isPlain(result) && (decidesPermission(result) || claims(result)));
  if (seen.length === 0) return [];
  const always = seen.some(result => result.probe.expectation === 'pass' && !decidesPermission(result));
  return [
    findingOf(tried, 'hook/too-late', seen, {
      message: `${withWhat(seen)} this hook refuses the call, but on ${event} it has already run`,
      help: 'put the guard on `PreToolUse`; keep here only what looks at results',
      severity: always ? 'warning' : 'error',
    }),
  ];
}

function decidesPermission({ run }: ProbeResult): boolean {
  return /permission_?[dD]ecision/.test(stdoutOf(run)) && holdsStop(stdoutOf(run));
}

function claims(result: ProbeResult): boolean {
  const { run } = result;
  const refuses = (run.kind === 'exited' && run.exitCode === 2) || holdsStop(stdoutOf(run));
  return refuses && saysStopped(ownWords(result));
}

function permissionExit(tried: TriedHook): Finding[] {
  if (tried.hook.event !== 'PermissionRequest') return [];
  const seen = tried.results.filter(
    result => isPlain(result) && result.run.kind === 'exited' && result.run.exitCode === 2 && !stops(result),
  );
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/permission-exit-2', seen, {
      message: `${withWhat(seen)} this hook ends with exit code 2, which PermissionRequest does not honour`,
      help: `print ${correctAnswer('PermissionRequest')}; or put the guard on \`PreToolUse\`, where \`exit 2\` blocks`,
    }),
  ];
}

function endlessStop(tried: TriedHook): Finding[] {
  if (tried.hook.event !== 'Stop' && tried.hook.event !== 'SubagentStop') return [];
  const seen = tried.results.filter(
    result => isPlain(result) && ownField(result.probe.event, 'stop_hook_active') === true && stops(result),
  );
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/endless-stop', seen, {
      message:
        'this hook keeps the turn going although it has already done so (`stop_hook_active` is true), so the turn never ends',
      help: 'let it end with `exit 0` when `stop_hook_active` of the event is true',
    }),
  ];
}
