import type { HookPlace } from '../../adapters/client/hook-place.ts';
import { runHook } from '../../adapters/client/run-hook.ts';
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
      for (const probe of probes) own.push(await runProbe(hook, probe, place, features, signal));
      for (const probe of further([...own])) own.push(await runProbe(hook, probe, place, features, signal));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results.flat();
}

async function runProbe(
  hook: ConfiguredHook,
  probe: Probe,
  place: HookPlace,
  features: ClientFeatures,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const trial = await runHook(hook, probe.stdin ?? JSON.stringify(probe.event), placeOf(probe, place), signal);
  return { ...trial, hook, probe, verdict: judgeRun(hook, trial.run, features) };
}

/** The subfolder is the one that the event's `cwd` names. */
function placeOf({ variant, event }: Probe, place: HookPlace): HookPlace {
  if (variant === 'no-project-dir') return { ...place, override: { ...place.override, CLAUDE_PROJECT_DIR: undefined } };
  return variant === 'subfolder' ? { ...place, cwd: String(event['cwd']) } : place;
}
