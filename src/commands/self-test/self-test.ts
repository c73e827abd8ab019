import { setMaxListeners } from 'node:events';
import { isLoopbackUrl } from '../../adapters/client/ask-http-hook.ts';
import { findSubfolder } from '../../adapters/client/find-subfolder.ts';
import { createOwnHookSandbox, type OwnHookSandbox } from '../../adapters/client/own-hook-sandbox.ts';
import type { LawPlace } from '../../adapters/laws-in-force.ts';
import { type ClientVersion, formatVersion } from '../../core/client/client-version.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { ownString } from '../../core/json/json-value.ts';
import { isError, sortProblems } from '../../core/problem/problem.ts';
import type { Finding } from '../../core/self-test/finding.ts';
import { findWiringFaults, ownHooks } from '../../core/self-test/guard-findings.ts';
import { outwardEffect } from '../../core/self-test/outward-effect.ts';
import { planAllProbes, planFurtherProbes } from '../../core/self-test/plan-probes.ts';
import type { Probe, ProbeResult } from '../../core/self-test/probe.ts';
import type { DenyEvent, ProbeGround } from '../../core/self-test/probes/probe-ground.ts';
import type { GuardReport, ReportedHook, SelfTestReport } from '../../core/self-test/report.ts';
import { findFaults } from '../../core/self-test/run-checks.ts';
import type { SelfTestView } from '../../core/self-test/self-test-view.ts';
import { textOfHook } from '../../core/self-test/text-of-hook.ts';
import { findUnguardedEvents } from '../../core/self-test/unguarded-events.ts';
import { isOwnEntry } from '../../core/settings/own-entry.ts';
import { checkHeartbeat } from './check-heartbeat.ts';
import { loadTestedLaws, reportProof, reportUnasked } from './guard-report.ts';
import { type LiveResult, playLive } from './play-live.ts';
import { type GuardProof, proveGuard, type TestedLaw } from './prove-guard.ts';
import { type ProbePlan, runProbes } from './run-probes.ts';
import type { SelfTestPlace } from './self-test-place.ts';
import { viewProjectGit } from './view-git.ts';
import { viewSettings } from './view-settings.ts';

export interface SelfTestRequest {
  readonly place: SelfTestPlace;
  /** The version of the client that is installed. */
  readonly installed: ClientVersion | undefined;
  /** The version by which hooks are judged, where it is not that. */
  readonly client?: ClientVersion | undefined;
  readonly lawPlace: LawPlace;
  /** Events that have to be denied, in addition to those of the laws' tests. */
  readonly denyEvents: readonly DenyEvent[];
  /** The path of the real client, to play calls through it; undefined to leave that out. */
  readonly live: string | undefined;
  /** Shown the hooks that would be run; false leaves it at the files. */
  readonly consent: (hooks: readonly ReportedHook[]) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Looks at all that could keep a guard from guarding; runs the hooks where that is consented to. */
export async function selfTest(request: SelfTestRequest): Promise<SelfTestReport> {
  // Every run of a hook listens for the end of the whole.
  setMaxListeners(0, request.signal);
  const seenFiles = viewSettings(request.place, request.client ?? request.installed);
  const view = { ...seenFiles, git: await viewProjectGit(request.place, seenFiles.readings, seenFiles.features) };
  const runnable = view.inForce.hooks.filter(hook => isTriable(hook) && sparedBy(hook, view) === undefined);
  const ran = runnable.length > 0 ? await request.consent(listHooks(view)) : true;
  const { laws, faults } = await loadTestedLaws(request.lawPlace);
  const results = ran ? await tryHooks(view, runnable, request) : [];
  const guard = await reportGuard(view, laws, ran, request);
  const live = ran ? await playThrough(view, request) : undefined;
  const seen = { ...view, results };
  const findings = [
    ...findFaults(seen),
    ...findUnguardedEvents(view, request.denyEvents),
    ...findWiringFaults(
      view,
      laws.map(({ law }) => law.file),
    ),
    ...faults,
    ...guard.findings,
    ...(live?.findings ?? []),
  ];
  return {
    client: formatVersion(view.version),
    installed: request.client === undefined && request.installed !== undefined,
    projectDir: view.projectDir,
    hooks: listHooks(seen),
    guard: guard.report,
    findings: sortByFile(findings),
    ran,
    live: live?.lines,
  };
}

/** Why a hook is not tried though it could be. */
function sparedBy(hook: ConfiguredHook, { commands }: SelfTestView): string | undefined {
  if (!isTriable(hook)) return `a hook of type ${hook.type} that is not tried`;
  const effect = isOwnEntry(hook.entry) ? undefined : outwardEffect(hook, textOfHook(hook, commands.get(hook)));
  return effect === undefined ? undefined : `not tried: it would run \`${effect}\``;
}

/** Commands, and HTTP hooks on this machine; other servers, models and tools are left alone. */
function isTriable({ type, entry }: ConfiguredHook): boolean {
  return type === 'command' || (type === 'http' && isLoopbackUrl(ownString(entry, 'url') ?? ''));
}

function listHooks(view: SelfTestView): ReportedHook[] {
  const { inForce, results } = view;
  return [
    ...inForce.hooks.map(hook => {
      const spared = sparedBy(hook, view);
      const listed = { hook, off: undefined, tally: tallyOf(hook, results) };
      return spared === undefined ? listed : { ...listed, spared };
    }),
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
    const plans = [...own].filter(isStarted).map(hook => planOwn(hook, planned.get(hook) ?? [], sandbox));
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
  const kept =
    hook.event === 'PreToolUse'
      ? [...few('deny', probes.length), ...few('pass', 2), ...few('suspicious', 1)]
      : probes.slice(0, 1);
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

interface GuardResult {
  readonly report: GuardReport | undefined;
  readonly findings: readonly Finding[];
}

async function reportGuard(
  view: SelfTestView,
  laws: readonly TestedLaw[],
  ran: boolean,
  request: SelfTestRequest,
): Promise<GuardResult> {
  const hooks = ownHooks(view).inForce;
  const gate = hooks.find(({ event }) => event === 'PreToolUse');
  if (gate === undefined) return { report: undefined, findings: [] };
  if (!isStarted(gate)) return { report: undefined, findings: [reportUnasked(gate)] };
  const beat = await checkHeartbeat(gate, request.lawPlace.folder, request.place);
  const proof = ran && laws.length > 0 ? await prove(view, laws, hooks.filter(isStarted), request) : noProof;
  const { proven, unproven } = proof;
  return {
    report: { proven, unproven, heartbeat: beat.summary },
    findings: [...reportProof(proof, laws), ...beat.findings],
  };
}

/** Whether a hook is a command: what is sent to a server goes into its records and budgets, so nothing is. */
function isStarted({ type }: ConfiguredHook): boolean {
  return type === 'command';
}

const noProof: GuardProof = { proven: [], unproven: [], letThrough: [], stopped: [] };

async function prove(
  view: SelfTestView,
  laws: readonly TestedLaw[],
  hooks: readonly ConfiguredHook[],
  { place, signal }: SelfTestRequest,
): Promise<GuardProof> {
  const sandbox = createOwnHookSandbox(place.projectDir, place.env);
  try {
    const settled = { ...place, settingsEnv: view.inForce.env };
    return await proveGuard(laws, { place: settled, features: view.features, sandbox, hooks, signal });
  } finally {
    sandbox.remove();
  }
}

async function playThrough(view: SelfTestView, request: SelfTestRequest): Promise<LiveResult | undefined> {
  const { live, place, lawPlace, signal } = request;
  if (live === undefined) return undefined;
  const gate = ownHooks(view).inForce.find(hook => hook.event === 'PreToolUse' && isStarted(hook));
  return playLive({ claude: live, gate, protectedFolder: lawPlace.folder.root, place, signal });
}

/** What certainly does not guard first; then by file, and inside a file by place. */
function sortByFile(findings: readonly Finding[]): Finding[] {
  const errors = findings.filter(isError);
  if (errors.length > 0 && errors.length < findings.length) {
    return [...sortByFile(errors), ...sortByFile(findings.filter(finding => !isError(finding)))];
  }
  const files = [...new Set(findings.map(({ file }) => file))];
  return files.flatMap(file => sortProblems(findings.filter(finding => finding.file === file)) as Finding[]);
}
