import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import {
  decidesToStop,
  findingOf,
  isBackgroundEntry,
  isPlain,
  isWaitedFor,
  looksLikeGuard,
  stops,
  type TriedHook,
  triedHooks,
  withWhat,
} from '../../hook-results.ts';
import { tellsOfTrouble } from '../../intent.ts';
import type { Probe, ProbeResult } from '../../probe.ts';
import { endOf, stderrOf, stdoutOf } from '../../text-of-run.ts';

/** A hook judges by the event, and does so with every input and in every folder. */
export const standsFirm: Check = {
  name: 'stands-firm',
  codes: ['hook/fails-open', 'hook/crashes', 'hook/ignores-input', 'hook/depends-on-folder', 'hook/needs-project-dir'],
  reads: 'runs',
  run: view =>
    triedHooks(view)
      .filter(({ hook }) => !isBackgroundEntry(hook))
      .flatMap(tried => [
        ...failsOpen(tried),
        ...crashes(tried),
        ...ignoresInput(tried),
        ...elsewhere(tried, 'subfolder'),
        ...elsewhere(tried, 'no-project-dir'),
      ]),
};

/** The result of the probe that another one is a form of, such as `cut:Bash:rm-root`. */
function baseOf({ probe }: ProbeResult, { results }: TriedHook): ProbeResult | undefined {
  const id = probe.id.replace(/^[a-z-]+:/, '');
  return results.find(other => other.probe.id === id && isPlain(other));
}

function isForm({ id }: Probe, ...forms: readonly string[]): boolean {
  return forms.some(form => id.startsWith(`${form}:`));
}

function hasFailed({ run, verdict }: ProbeResult): boolean {
  if (verdict.cause !== 'failed') return false;
  return run.kind !== 'exited' || run.exitCode !== 0;
}

/** What a guard stops passes when it comes in a form that the guard cannot read. */
function failsOpen(tried: TriedHook): Finding[] {
  const seen = tried.results.filter(result => {
    const base = baseOf(result, tried);
    if (base === undefined || !decidesToStop(base) || stops(result) || hasFailed(result)) return false;
    return isForm(result.probe, 'cut', 'large', 'list');
  });
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/fails-open', seen, {
      message: `${withWhat(seen)} this hook lets pass what it stops otherwise, so it passes what it cannot read`,
      help: 'end with `exit 2` when the event cannot be read or has not the expected form',
    }),
  ];
}

function crashes(tried: TriedHook): Finding[] {
  if (!isWaitedFor(tried.hook) || !looksLikeGuard(tried)) return [];
  if (tried.results.filter(isPlain).every(hasFailed)) return [];
  const seen = tried.results.filter(result => {
    if (isPlain(result) || result.probe.variant !== undefined || !hasFailed(result)) return false;
    const base = baseOf(result, tried);
    return base === undefined || !hasFailed(base);
  });
  if (seen.length === 0) return [];
  const end = seen[0] === undefined ? '' : ` (${endOf(seen[0].run)})`;
  return [
    findingOf(tried, 'hook/crashes', seen, {
      message: `${withWhat(seen)} this hook fails${end}, and what a hook fails with passes`,
      help: 'put `"onFailure": "block"` into the entry, or end with `exit 2` on everything unexpected',
    }),
  ];
}

/** Only a large event shows that nobody reads it. */
function ignoresInput(tried: TriedHook): Finding[] {
  if (eventInfo(tried.hook.event).role !== 'gate') return [];
  const seen = tried.results.filter(
    ({ stdinUnread, probe, run }) => stdinUnread && run.kind === 'exited' && isForm(probe, 'large'),
  );
  const plain = tried.results.filter(isPlain);
  const same = plain.every(
    ({ run, verdict }) => run.kind === 'exited' && run.exitCode === 0 && verdict.decision === 'none',
  );
  const goesWrong = plain.some(({ run }) => tellsOfTrouble(`${stdoutOf(run)}\n${stderrOf(run)}`));
  if (seen.length === 0 || !same || goesWrong) return [];
  return [
    findingOf(tried, 'hook/ignores-input', seen, {
      message:
        'this hook never reads the event on its standard input, and gives every event the same answer: it passes',
      help: 'read the event with `INPUT=$(cat)` (or `json.load(sys.stdin)`): no variable of the environment holds it',
    }),
  ];
}

const places = {
  subfolder: {
    code: 'hook/depends-on-folder',
    where: 'from a subfolder, where hooks run once the session has changed its folder,',
    help: 'name the script by `"$CLAUDE_PROJECT_DIR"/…`, and let it find its files from there',
  },
  'no-project-dir': {
    code: 'hook/needs-project-dir',
    where: 'without CLAUDE_PROJECT_DIR, as where another program runs these hooks,',
    help: 'write `"${CLAUDE_PROJECT_DIR:-.}"/…`, or an absolute path; and put `"onFailure": "block"` into the entry',
  },
} as const;

function elsewhere(tried: TriedHook, variant: keyof typeof places): Finding[] {
  if (!isWaitedFor(tried.hook) || (variant === 'no-project-dir' && !looksLikeGuard(tried))) return [];
  const seen = tried.results.filter(result => {
    const base = baseOf(result, tried);
    return result.probe.variant === variant && base !== undefined && outcome(base) !== outcome(result);
  });
  const [first] = seen;
  if (first === undefined) return [];
  const { code, where, help } = places[variant];
  const what = stops(first) ? 'blocks what it passes otherwise' : 'lets the call run';
  const message = `${where} this hook ends differently (${endOf(first.run)}) and ${hasFailed(first) || !stops(first) ? 'the call runs' : what}`;
  return [findingOf(tried, code, seen, { message, help })];
}

function outcome(result: ProbeResult): string {
  if (stops(result)) return 'stops';
  return hasFailed(result) ? 'fails' : 'passes';
}
