import { nodeAtPath } from '../client/document.ts';
import type { ConfiguredHook } from '../client/hook-source.ts';
import { eventInfo } from '../event/catalogue.ts';
import { ownField, ownString } from '../json/json-value.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { Span } from '../problem/position.ts';
import { createProblem, type Severity } from '../problem/problem.ts';
import { describeRun } from './describe-run.ts';
import type { Finding } from './finding.ts';
import type { ProbeResult } from './probe.ts';
import type { CommandFacts, SelfTestView } from './self-test-view.ts';
import { textOfHook } from './text-of-hook.ts';

/** One hook with everything that it did when it was tried. */
export interface TriedHook {
  readonly hook: ConfiguredHook;
  readonly results: readonly ProbeResult[];
  /** Its command and scripts as far as they can be read. */
  readonly text: string;
  /** The place of its command in its file. */
  readonly span: Span;
}

/** The hooks that were tried, in the order in which they were. */
export function triedHooks(view: SelfTestView): TriedHook[] {
  const byHook = new Map<ConfiguredHook, ProbeResult[]>();
  for (const result of view.results) {
    const list = byHook.get(result.hook) ?? [];
    list.push(result);
    byHook.set(result.hook, list);
  }
  return [...byHook].map(([hook, results]) => ({
    hook,
    results,
    text: textOfHook(hook, factsOf(view, hook)),
    span: commandSpan(view, hook),
  }));
}

/** Known by its place, since the entry of a hook that is tried in a sandbox is another. */
function factsOf({ commands }: SelfTestView, { source, path }: ConfiguredHook): CommandFacts | undefined {
  for (const [hook, facts] of commands) if (hook.source === source && hook.path === path) return facts;
  return undefined;
}

function commandSpan({ readings }: SelfTestView, hook: ConfiguredHook): Span {
  const reading = readings.find(({ source }) => source.file === hook.source.file && source.scope === hook.source.scope);
  const field = hook.type === 'http' ? 'url' : 'command';
  const node = reading?.root === undefined ? undefined : nodeAtPath(reading.root, [...hook.path, field]);
  return node === undefined || reading === undefined ? hook.span : reading.span(node.start, node.end);
}

/** Whether the client stops, or asks, because of this run. */
export function stops({ verdict }: ProbeResult): boolean {
  return verdict.decision === 'block' || verdict.decision === 'ask' || verdict.decision === 'defer';
}

/** Whether the hook gave a decision of its own by which the client stops; not by failing, nor for want of its own file. */
export function decidesToStop(result: ProbeResult): boolean {
  return stops(result) && result.verdict.cause !== 'on-failure' && result.probe.variant === undefined;
}

/** A call or something else waits for this hook's answer. */
export function isWaitedFor({ event }: ConfiguredHook): boolean {
  return eventInfo(event).role !== 'notice';
}

const denyMarks =
  /exit\s*\(?\s*2\b|exitCode\s*=\s*2\b|permission_?Decision|["']deny["']|["']block["']|\\"deny\\"|\bBLOCK(?:ED|ING)?\b|\bDENIED\b/i;
const guardName =
  /guard|protect|block|deny|prevent|secur|firewall|validat|polic|polici|sandbox|forbid|restrict|secret/i;

/** Whether the text of a hook holds a way to stop a call. */
export function canStop({ text }: TriedHook): boolean {
  return denyMarks.test(text);
}

/** Whether a hook is meant to stop something, as far as can be told from what it says and what it is called. */
export function looksLikeGuard({ hook, results, text }: TriedHook): boolean {
  const command = ownString(hook.entry, 'command') ?? ownString(hook.entry, 'url') ?? '';
  return results.some(decidesToStop) || denyMarks.test(text) || guardName.test(command);
}

export function toolOf({ probe }: ProbeResult): string {
  return ownString(probe.event, 'tool_name') ?? '';
}

/** Whether the probe is one of the hook's everyday events, in its everyday place. */
export function isPlain({ probe }: ProbeResult): boolean {
  return probe.expectation !== 'odd';
}

export function isBackgroundEntry({ entry }: ConfiguredHook): boolean {
  return ownField(entry, 'async') === true || ownField(entry, 'asyncRewake') === true;
}

/** What is said of a finding besides its place and its evidence. */
interface Words {
  readonly message: string;
  readonly help: string;
  /** Where it weighs less, or more, than its code usually does. */
  readonly severity?: Severity;
}

/** A finding about a hook, with what was seen in the first results that show it. */
export function findingOf(
  { hook, span }: Pick<TriedHook, 'hook' | 'span'>,
  code: ProblemCode,
  seen: readonly ProbeResult[],
  { severity, ...words }: Words,
): Finding {
  const problem = createProblem(code, { file: hook.source.file, span, ...words });
  const evidence = seen.slice(0, 3).flatMap(evidenceOf);
  return { ...problem, ...(severity === undefined ? {} : { severity }), hook, evidence };
}

/** `with Bash … and 2 more events`. */
export function withWhat([first, ...more]: readonly ProbeResult[]): string {
  const label = first?.probe.label ?? 'an event';
  if (more.length === 0) return `with ${label}`;
  return `with ${label} and ${more.length} more`;
}

function evidenceOf({ probe, run }: ProbeResult): string[] {
  return [`given ${probe.label}`, ...describeRun(run)].map(line => line.replace(/\s*\n\s*/g, ' ⏎ '));
}
