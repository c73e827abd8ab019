import { onFailureBlocks } from '../../../client/judge-run.ts';
import { ownField } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import {
  findingOf,
  isBackgroundEntry,
  isPlain,
  isWaitedFor,
  type TriedHook,
  triedHooks,
  withWhat,
} from '../../hook-results.ts';
import type { ProbeResult } from '../../probe.ts';
import type { SelfTestView } from '../../self-test-view.ts';

/** Hooks start, come to their end by themselves, and in time. */
export const runsToItsEnd: Check = {
  name: 'runs-to-its-end',
  codes: ['hook/not-started', 'hook/killed', 'hook/timed-out', 'hook/slow', 'hook/leftover-process'],
  reads: 'runs',
  run: view =>
    triedHooks(view).flatMap(tried => [
      ...notStarted(tried, view),
      ...unanswered(tried, view),
      ...killed(tried, view),
      ...timedOut(tried, view),
      ...slow(tried),
      ...endless(tried),
      ...leftover(tried),
    ]),
};

const net = 'put `"onFailure": "block"` into the entry, so that a call does not run when the hook fails';

/** What comes of a hook that does not finish, and how much it weighs. */
function consequence({ hook }: TriedHook, { features }: SelfTestView) {
  if (onFailureBlocks(hook, features)) return { what: 'the call is blocked', severity: 'warning' } as const;
  if (!isWaitedFor(hook)) return { what: 'it does nothing', severity: 'warning' } as const;
  return { what: 'the call runs', severity: 'error' } as const;
}

function notStarted(tried: TriedHook, view: SelfTestView): Finding[] {
  const [first, ...more] = tried.results.filter(result => isPlain(result) && result.run.kind === 'not-started');
  if (first?.run.kind !== 'not-started') return [];
  const { what, severity } = consequence(tried, view);
  const message = `this hook cannot be started (${first.run.cause}), and ${what}`;
  const help = `correct the entry; and ${net}`;
  return [findingOf(tried, 'hook/not-started', [first, ...more], { message, help, severity })];
}

/** An HTTP hook without an answer that the client takes. */
function unanswered(tried: TriedHook, view: SelfTestView): Finding[] {
  const seen = tried.results.filter(result => isPlain(result) && isFailedAnswer(result));
  const run = seen[0]?.run;
  if (run === undefined) return [];
  const why = run.kind === 'unanswered' ? `gives no answer (${run.cause})` : 'gives no answer that the client takes';
  const { what, severity } = consequence(tried, view);
  const message = `${withWhat(seen)} this hook ${why}, and ${what}`;
  return [findingOf(tried, 'hook/not-started', seen, { message, help: `start its server; and ${net}`, severity })];
}

function isFailedAnswer({ run, verdict }: ProbeResult): boolean {
  return run.kind === 'unanswered' || (run.kind === 'answered' && verdict.cause === 'failed');
}

function killed(tried: TriedHook, view: SelfTestView): Finding[] {
  const seen = tried.results.filter(
    result => isPlain(result) && result.run.kind === 'signaled' && !isOwnDecision(result),
  );
  const run = seen[0]?.run;
  if (run?.kind !== 'signaled') return [];
  const { what, severity } = consequence(tried, view);
  const message = `${withWhat(seen)} this hook is killed by ${run.signal}, and ${what}`;
  return [findingOf(tried, 'hook/killed', seen, { message, help: `mend what kills it; and ${net}`, severity })];
}

function isOwnDecision({ verdict }: ProbeResult): boolean {
  return verdict.decision === 'block' && verdict.cause === 'output';
}

function timedOut(tried: TriedHook, view: SelfTestView): Finding[] {
  const seen = tried.results.filter(({ run, cutOff }) => run.kind === 'timed-out' && !cutOff);
  const run = seen[0]?.run;
  if (run?.kind !== 'timed-out' || isBackgroundEntry(tried.hook)) return [];
  const { what, severity } = consequence(tried, view);
  const message = `${withWhat(seen)} this hook is stopped at its timeout of ${run.seconds} s, and ${what}`;
  const help = `make it faster or give it more time; and ${net}`;
  return [findingOf(tried, 'hook/timed-out', seen, { message, help, severity })];
}

/** More than half of its own timeout leaves too little for a busy machine. */
function slow(tried: TriedHook): Finding[] {
  const timeout = ownField(tried.hook.entry, 'timeout');
  if (typeof timeout !== 'number' || timeout <= 0 || !isWaitedFor(tried.hook)) return [];
  const seen = tried.results.filter(({ run, durationMs }) => run.kind !== 'timed-out' && durationMs > timeout * 500);
  if (seen.length === 0) return [];
  const longest = Math.max(...seen.map(({ durationMs }) => durationMs));
  const message = `${withWhat(seen)} this hook takes ${(longest / 1000).toFixed(1)} s of its timeout of ${timeout} s; past that the call runs`;
  const help = `make it faster, or raise \`timeout\`; and ${net}`;
  return [findingOf(tried, 'hook/slow', seen, { message, help })];
}

/** Longer than anybody waits for one call. */
function endless(tried: TriedHook): Finding[] {
  const seen = tried.results.filter(({ cutOff }) => cutOff);
  const run = seen[0]?.run;
  if (run?.kind !== 'timed-out' || isBackgroundEntry(tried.hook)) return [];
  const message = `${withWhat(seen)} this hook was still running after ${run.seconds} s, and was not tried any further`;
  return [
    findingOf(tried, 'hook/slow', seen, { message, help: `make it faster, or give it a \`timeout\`; and ${net}` }),
  ];
}

function leftover(tried: TriedHook): Finding[] {
  const seen = tried.results.filter(({ leftChildren }) => leftChildren);
  if (seen.length === 0 || isBackgroundEntry(tried.hook)) return [];
  return [
    findingOf(tried, 'hook/leftover-process', seen, {
      message: 'this hook ends and leaves a process running, for every event anew',
      help: 'wait for what the hook starts, or use `"async": true` for work that nobody waits for',
    }),
  ];
}
