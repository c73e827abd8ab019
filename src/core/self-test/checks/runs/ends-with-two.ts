import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import {
  findingOf,
  isPlain,
  looksLikeGuard,
  stops,
  type TriedHook,
  toolOf,
  triedHooks,
  withWhat,
} from '../../hook-results.ts';
import type { ProbeResult } from '../../probe.ts';
import { stderrOf, stdoutOf } from '../../text-of-run.ts';

/** A hook that means to stop something ends with 2, and one that does not with 0. */
export const endsWithTwo: Check = {
  name: 'ends-with-two',
  codes: ['hook/exit-1', 'hook/fails'],
  reads: 'runs',
  run: view => triedHooks(view).flatMap(judge),
};

/** The exit code of a run that failed by it, and stops nothing. */
function failedCode({ hook, run, verdict }: ProbeResult): number | undefined {
  if (run.kind !== 'exited' || run.exitCode === 0) return undefined;
  if (run.exitCode === 2) return isDeafToTwo(hook.event) && verdict.decision === 'none' ? 2 : undefined;
  return verdict.cause === 'failed' ? run.exitCode : undefined;
}

/** Events that 2 neither stops nor turns into something that the model reads. */
function isDeafToTwo(event: string): boolean {
  const { deny, tool } = eventInfo(event);
  return deny === undefined && !tool && event !== 'PostToolBatch';
}

function judge(tried: TriedHook): Finding[] {
  const plain = tried.results.filter(isPlain);
  const failed = plain.filter(result => failedCode(result) !== undefined);
  if (failed.length === 0) return [];
  if (worksOnFiles(tried) && failed.every(result => ![126, 127].includes(failedCode(result) ?? 0))) return [];
  const decisive = failed.filter(result => isDecisive(result, plain, tried));
  return decisive.length > 0 ? [reportPassed(tried, decisive)] : [reportFailed(tried, failed)];
}

/** After a call, formatters and linters fail for want of the file that a probe names. */
function worksOnFiles({ hook }: TriedHook): boolean {
  const { role, tool } = eventInfo(hook.event);
  return role === 'notice' && tool;
}

/** Whether a failed run stands for a call that runs although the hook meant to stop it, or could not judge it at all. */
function isDecisive(result: ProbeResult, plain: readonly ProbeResult[], tried: TriedHook): boolean {
  const { role } = eventInfo(tried.hook.event);
  if (role === 'notice') return false;
  const sameTool = plain.filter(other => toolOf(other) === toolOf(result));
  const harmlessPass = sameTool.some(
    ({ probe, verdict }) => probe.expectation === 'pass' && verdict.cause !== 'failed',
  );
  if (result.probe.expectation !== 'pass' && harmlessPass) return true;
  if (role === 'stoppable' && !looksLikeGuard(tried)) return false;
  if (plain.some(stops)) return false;
  return !(isQuiet(result) && canStop(tried));
}

function isQuiet({ run }: ProbeResult): boolean {
  return failedWithOne(run) && stdoutOf(run).trim() === '' && stderrOf(run).trim() === '';
}

function failedWithOne(run: ProbeResult['run']): boolean {
  return run.kind === 'exited' && run.exitCode === 1;
}

/** A last command such as `grep … && exit 2` leaves a 1 for every call that is none of its business. */
function canStop({ text }: TriedHook): boolean {
  return /exit\s*\(?\s*2\b|["']deny["']|\\"deny\\"|["']block["']|\\"block\\"/.test(text);
}

const meanings: Readonly<Record<number, string>> = {
  126: 'not executable',
  127: 'command not found',
  130: 'interrupted',
  137: 'killed',
  139: 'crashed',
  143: 'ended from outside',
};

function codeText(results: readonly ProbeResult[]): string {
  const codes = [...new Set(results.flatMap(result => failedCode(result) ?? []))];
  return codes.map(code => (meanings[code] === undefined ? `${code}` : `${code} (${meanings[code]})`)).join(' or ');
}

function reportPassed(tried: TriedHook, seen: readonly ProbeResult[]): Finding {
  const code = failedCode(seen[0] as ProbeResult) ?? 1;
  const what = eventInfo(tried.hook.event).role === 'gate' ? 'the call runs' : `the ${tried.hook.event} goes on`;
  return findingOf(tried, 'hook/exit-1', seen, {
    message: `${withWhat(seen)} this hook ends with exit code ${codeText(seen)}, and ${what}`,
    help: helpFor(code),
  });
}

function helpFor(code: number): string {
  const net = 'put `"onFailure": "block"` into the entry for everything else that can go wrong';
  if (code === 127) return `correct the path, or install the program; and ${net}`;
  if (code === 126) return `make the file executable with \`chmod +x\`, or name its interpreter; and ${net}`;
  return `end with \`exit 2\` to block, and ${net}`;
}

function reportFailed(tried: TriedHook, seen: readonly ProbeResult[]): Finding {
  const code = failedCode(seen[0] as ProbeResult) ?? 1;
  return findingOf(tried, 'hook/fails', seen, {
    message: `${withWhat(seen)} this hook ends with exit code ${codeText(seen)}, which the client takes for a failure`,
    help:
      code === 127 || code === 126
        ? 'correct the path or install the program: as it stands the hook does nothing'
        : 'end with `exit 0` where the hook has no objection, so that a real failure can be told from it',
  });
}
