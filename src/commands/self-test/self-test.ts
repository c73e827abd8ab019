import { findSubfolder } from '../../adapters/client/find-subfolder.ts';
import { createOwnHookSandbox, type OwnHookSandbox } from '../../adapters/client/own-hook-sandbox.ts';
import type { LawPlace } from '../../adapters/laws-in-force.ts';
import { type ClientVersion, formatVersion } from '../../core/client/client-version.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { sortProblems } from '../../core/problem/problem.ts';
import type { Finding } from '../../core/self-test/finding.ts';
import { findWiringFaults, ownHooks } from '../../core/self-test/guard-findings.ts';
import { planAllProbes, planFurtherProbes } from '../../core/self-test/plan-probes.ts';
import type { Probe, ProbeResult } from '../../core/self-test/probe.ts';
import type { DenyEvent, ProbeGround } from '../../core/self-test/probes/probe-ground.ts';
import type { GuardReport, ReportedHook, SelfTestReport } from '../../core/self-test/report.ts';
import { findFaults } from '../../core/self-test/run-checks.ts';
import type { SelfTestView } from '../../core/self-test/self-test-view.ts';
import { loadTestedLaws, reportProof } from './guard-report.ts';
import { proveGuard, type TestedLaw } from './prove-guard.ts';
import { type ProbePlan, runProbes } from './run-probes.ts';
import type { SelfTestPlace } from './self-test-place.ts';
import { viewSettings } from './view-settings.ts';

export interface SelfTestRequest {
  readonly place: SelfTestPlace;
  /** The client by which hooks are judged: the one installed, or one that was named. */
  readonly client: ClientVersion | undefined;
  readonly lawPlace: LawPlace;
  /** Events that have to be denied, in addition to those of the laws' tests. */
  readonly denyEvents: readonly DenyEvent[];
  /** Shown the hooks that would be run; false leaves it at the files. */
  readonly consent: (hooks: readonly ReportedHook[]) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Looks at all that could keep a guard from guarding; runs the hooks where that is consented to. */
export async function selfTest(request: SelfTestRequest): Promise<SelfTestReport> {
  const view = viewSettings(request.place, request.client);
  const runnable = view.inForce.hooks.filter(({ type }) => type === 'command');
  const ran = runnable.length > 0 && (await request.consent(listHooks(view)));
  const { laws, faults } = await loadTestedLaws(request.lawPlace);
  const results = ran ? await tryHooks(view, runnable, request) : [];
  const guard = await reportGuard(view, laws, ran, request);
  const seen = { ...view, results };
  const findings = [
    ...findFaults(seen),
    ...findWiringFaults(
      view,
      laws.map(({ law }) => law.file),
    ),
    ...faults,
    ...guard.findings,
  ];
  return {
    client: formatVersion(view.version),
    installed: view.installed,
    projectDir: view.projectDir,
    hooks: listHooks(seen),
    guard: guard.report,
    findings: sortByFile(findings),
    ran,
    live: undefined,
  };
}

function listHooks({ inForce, results }: SelfTestView): ReportedHook[] {
  return [
    ...inForce.hooks.map(hook => ({ hook, off: undefined, tally: tallyOf(hook, results) })),
    ...inForce.off.map(({ hook, cause }) => ({ hook, off: cause, tally: undefined })),
  ];
}

function tallyOf(hook: ConfiguredHook, results: readonly ProbeResult[]): ReportedHook['tally'] {
  const own = results.filter(result => isSameHook(result.hook, hook) && result.probe.variant === undefined);
  if (own.length === 0) return undefined;
  const blocked = own.filter(({ verdict }) => verdict.decision === 'block' || verdict.decision === 'ask').length;
  return { tried: own.length, blocked, passed: own.length - blocked };
}

/** The place in the file tells hooks apart; of one that is tried in a sandbox the entry is another. */
function isSameHook(a: ConfiguredHook, b: ConfiguredHook): boolean {
  return a.source === b.source && a.path === b.path;
}

/** hooklaw's own hooks are tried in a sandbox, so that nothing of it shows in records and budgets. */
async function tryHooks(
  view: SelfTestView,
  hooks: readonly ConfiguredHook[],
  { place, denyEvents, signal }: SelfTestRequest,
): Promise<ProbeResult[]> {
  const settled = { ...place, settingsEnv: view.inForce.env };
  const own = new Set(ownHooks(view).inForce);
  const planned = planAllProbes(hooks, hook => groundOf(hook, view, denyEvents));
  const others = hooks
    .filter(hook => !own.has(hook))
    .map(hook => ({
      hook,
      probes: planned.get(hook) ?? [],
      further: (results: readonly ProbeResult[]) => planFurtherProbes(hook, results, groundOf(hook, view, denyEvents)),
    }));
  const results = await runProbes(others, settled, view.features, signal);
  if (own.size === 0) return results;
  const sandbox = createOwnHookSandbox(place.projectDir, place.env);
  try {
    const plans = [...own].map(hook => planOwn(hook, planned.get(hook) ?? [], sandbox));
    const inside = { ...settled, override: { ...settled.override, ...sandbox.env } };
    return [...results, ...(await runProbes(plans, inside, view.features, signal))];
  } finally {
    sandbox.remove();
  }
}

/** What hooklaw's own hook does is known; a few events of each kind show that it runs, and the laws' tests show the rest. */
function planOwn(hook: ConfiguredHook, probes: readonly Probe[], sandbox: OwnHookSandbox): ProbePlan {
  const few = (kind: Probe['expectation'], most: number): readonly Probe[] =>
    probes.filter(({ expectation }) => expectation === kind).slice(0, most);
  const kept = [...few('deny', probes.length), ...few('pass', 2), ...few('suspicious', 1)];
  return { hook: sandbox.isolate(hook), probes: kept, further: () => [] };
}

function groundOf(hook: ConfiguredHook, view: SelfTestView, denyEvents: readonly DenyEvent[]): ProbeGround {
  const { features, projectDir, mcpServers, commands } = view;
  const facts = commands.get(hook);
  const subfolder = findSubfolder(projectDir);
  return {
    features,
    projectDir,
    mcpServers,
    denyEvents,
    ...(facts === undefined ? {} : { facts }),
    ...(subfolder === undefined ? {} : { subfolder }),
  };
}

async function reportGuard(
  view: SelfTestView,
  laws: readonly TestedLaw[],
  ran: boolean,
  { place, signal }: SelfTestRequest,
): Promise<{ readonly report: GuardReport | undefined; readonly findings: readonly Finding[] }> {
  const hooks = ownHooks(view).inForce;
  if (hooks.length === 0 || laws.length === 0 || !ran) return { report: undefined, findings: [] };
  const sandbox: OwnHookSandbox = createOwnHookSandbox(place.projectDir, place.env);
  try {
    const settled = { ...place, settingsEnv: view.inForce.env };
    const proof = await proveGuard(laws, { place: settled, features: view.features, sandbox, hooks, signal });
    return {
      report: { proven: proof.proven, unproven: proof.unproven, heartbeat: undefined },
      findings: reportProof(proof, laws),
    };
  } finally {
    sandbox.remove();
  }
}

/** By file, and inside a file by place. */
function sortByFile(findings: readonly Finding[]): Finding[] {
  const files = [...new Set(findings.map(({ file }) => file))];
  return files.flatMap(file => sortProblems(findings.filter(finding => finding.file === file)) as Finding[]);
}
