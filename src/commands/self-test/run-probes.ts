import { askHttpHook } from '../../adapters/client/ask-http-hook.ts';
import type { HookPlace } from '../../adapters/client/hook-place.ts';
import { hookTimeout } from '../../adapters/client/hook-timeout.ts';
import { type HookTrial, runHook } from '../../adapters/client/run-hook.ts';
import type { ClientFeatures } from '../../core/client/client-version.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { judgeRun } from '../../core/client/judge-run.ts';
import type { Probe, ProbeResult } from '../../core/self-test/probe.ts';

/** What is run: a hook with its probes, in order. */
export interface ProbePlan {
  readonly hook: ConfiguredHook;
  readonly probes: readonly Probe[];
  /** More probes, by what came of the first. */
  readonly further: (results: readonly ProbeResult[]) => readonly Probe[];
}

/** How many hooks are tried at the same time; the probes of one hook come one after the other. */
const atOnce = 4;

/** Runs every plan's hook with its probes, as the client would, and judges what came of it as the client does. */
export async function runProbes(
  plans: readonly ProbePlan[],
  place: HookPlace,
  features: ClientFeatures,
  signal: AbortSignal,
): Promise<ProbeResult[]> {
  const results: ProbeResult[][] = plans.map(() => []);
  const left = [...plans.entries()];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, { hook, probes, further }] = next;
      const own = results[index] ?? [];
      const run = async (list: readonly Probe[]): Promise<void> => {
        for (const probe of list) {
          // One that hangs would hang with the next event, too.
          if (own.some(result => result.run.kind === 'timed-out')) return;
          own.push(await runProbe(hook, probe, place, features, signal));
        }
      };
      await run(probes);
      await run(further([...own]));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results.flat();
}

/** The longest that one event of one hook is waited for, in seconds, whatever its own timeout is. */
const patience = 30;

async function runProbe(
  hook: ConfiguredHook,
  probe: Probe,
  place: HookPlace,
  features: ClientFeatures,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const at = placeOf(probe, place);
  const own = hookTimeout(hook, at.env);
  const tried = own > patience ? { ...hook, entry: { ...hook.entry, timeout: patience } } : hook;
  const text = probe.stdin ?? JSON.stringify(probe.event);
  const trial = hook.type === 'http' ? await askHttp(tried, text, at, signal) : await runHook(tried, text, at, signal);
  const cutOff = trial.run.kind === 'timed-out' && own > patience;
  return { ...trial, hook, probe, cutOff, verdict: judgeRun(hook, trial.run, features) };
}

async function askHttp(hook: ConfiguredHook, event: string, place: HookPlace, signal: AbortSignal): Promise<HookTrial> {
  const asked = await askHttpHook(hook, event, place, { anywhere: false, signal });
  if (asked === undefined) throw new Error('only hooks on this machine are asked');
  return { ...asked, stdinUnread: false, leftChildren: false };
}

/** The subfolder is the one that the event's `cwd` names. */
function placeOf({ variant, event }: Probe, place: HookPlace): HookPlace {
  if (variant === 'no-project-dir') return { ...place, override: { ...place.override, CLAUDE_PROJECT_DIR: undefined } };
  return variant === 'subfolder' ? { ...place, cwd: String(event['cwd']) } : place;
}
