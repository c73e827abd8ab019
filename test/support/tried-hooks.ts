import { clientFeatures, observedVersion } from '../../src/core/client/client-version.ts';
import type { HookRun } from '../../src/core/client/hook-run.ts';
import type { ConfiguredHook } from '../../src/core/client/hook-source.ts';
import { resolveHooks } from '../../src/core/client/hooks-in-force.ts';
import { judgeRun } from '../../src/core/client/judge-run.ts';
import { readHooks } from '../../src/core/client/read-hooks.ts';
import type { JsonObject } from '../../src/core/json/json-value.ts';
import { runChecks } from '../../src/core/self-test/checks/runs/index.ts';
import { readCommand } from '../../src/core/self-test/command/read-command.ts';
import type { Finding } from '../../src/core/self-test/finding.ts';
import { planAllProbes, planFurtherProbes } from '../../src/core/self-test/plan-probes.ts';
import type { Probe, ProbeResult } from '../../src/core/self-test/probe.ts';
import type { DenyEvent, ProbeGround } from '../../src/core/self-test/probes/probe-ground.ts';
import type { SelfTestView } from '../../src/core/self-test/self-test-view.ts';

const features = clientFeatures(observedVersion);
const projectDir = '/home/you/shop';

/** What a hook does with a probe; what is left out is a quiet end with exit code 0. */
export interface Behaviour extends Partial<Omit<ProbeResult, 'hook' | 'probe' | 'verdict' | 'run'>> {
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly run?: HookRun;
}

export type Act = (probe: Probe, hook: ConfiguredHook) => Behaviour;

export interface Played {
  readonly view: SelfTestView;
  readonly findings: readonly Finding[];
}

/** A settings file with one entry on one event. */
export function settingsOf(event: string, entry: JsonObject, matcher?: string): JsonObject {
  return { hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }] } };
}

/**
 * Plays hooks without starting any: `act` says what each does with each probe. Both rounds of probes are planned as the
 * self-test plans them, and all checks of runs judge the results.
 * @param script the text of a script that every command counts as naming
 */
export function playHooks(
  settings: JsonObject,
  act: Act,
  { script, denyEvents = [] }: { readonly script?: string; readonly denyEvents?: readonly DenyEvent[] } = {},
): Played {
  const source = {
    scope: 'project',
    file: `${projectDir}/.claude/settings.json`,
    text: JSON.stringify(settings, null, 2),
  } as const;
  const reading = readHooks(source, features);
  const inForce = resolveHooks([reading], features);
  const named = { named: 'x', path: '/x', state: 'file', executable: true } as const;
  const scripts = script === undefined ? [] : [{ ...named, text: script }];
  const commands = new Map(
    inForce.hooks.map(hook => [hook, { reading: readCommand(hook.entry), programs: [], scripts }] as const),
  );
  const groundOf = (hook: ConfiguredHook): ProbeGround => {
    const facts = commands.get(hook);
    const base = { features, projectDir, subfolder: `${projectDir}/src`, mcpServers: ['shop'], denyEvents };
    return facts === undefined ? base : { ...base, facts };
  };
  const judge = (hook: ConfiguredHook, probe: Probe): ProbeResult => {
    const { exit = 0, stdout = '', stderr = '', run, ...rest } = act(probe, hook);
    const done = run ?? ({ kind: 'exited', exitCode: exit, stdout, stderr } as const);
    const quiet = { durationMs: 20, stdinUnread: false, leftChildren: false, cutOff: false };
    return { hook, probe, run: done, verdict: judgeRun(hook, done, features), ...quiet, ...rest };
  };
  const planned = planAllProbes(inForce.hooks, groundOf);
  const results = inForce.hooks.flatMap(hook => {
    const first = (planned.get(hook) ?? []).map(probe => judge(hook, probe));
    return [...first, ...planFurtherProbes(hook, first, groundOf(hook)).map(probe => judge(hook, probe))];
  });
  const view: SelfTestView = {
    version: observedVersion,
    installed: true,
    features,
    readings: [reading],
    inForce,
    env: {},
    platform: 'linux',
    projectDir,
    mcpServers: ['shop'],
    commands,
    ignoredFiles: [],
    git: undefined,
    results,
  };
  return { view, findings: runChecks.flatMap(check => [...check.run(view)]) };
}

/** Behaves in one way with whatever many guards stop, in any form, and quietly with everything else. */
export function onDanger(behaviour: Behaviour): Act {
  return ({ id, expectation }) => {
    const harmless = expectation === 'pass' || /^empty:|^unknown-tool$|:(?:git-status|harmless|prompt)$/.test(id);
    return harmless ? {} : behaviour;
  };
}

/** Behaves in one way with everything. */
export function always(behaviour: Behaviour): Act {
  return () => behaviour;
}
