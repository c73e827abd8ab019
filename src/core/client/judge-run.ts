import { eventInfo } from '../event/catalogue.ts';
import { isJsonObject, type JsonObject, ownField, ownString } from '../json/json-value.ts';
import type { ClientFeatures } from './client-version.ts';
import type { HookRun } from './hook-run.ts';
import type { ConfiguredHook } from './hook-source.ts';
import { decisionOf, type OutputReading, readOutput, specificOutput } from './read-output.ts';

/** Why one hook blocks, or does not. */
export type Cause =
  | 'exit-2'
  | 'output'
  /** The hook failed and its entry says `onFailure: "block"`. */
  | 'on-failure'
  /** The hook failed, and the client goes on. */
  | 'failed'
  /** The client does not wait for it. */
  | 'background'
  | 'silent';

/** What the client takes from one run of one hook. */
export interface HookVerdict {
  readonly decision: 'none' | 'block' | 'ask' | 'allow' | 'defer';
  readonly cause: Cause;
  /** What is told to the model, or to the user for `ask`; undefined when there is nothing. */
  readonly message: string | undefined;
  readonly updatedInput: JsonObject | undefined;
  readonly additionalContext: string | undefined;
  /** `continue: false`: the turn ends after the event, with this text. */
  readonly stops: string | undefined;
  readonly output: OutputReading;
}

/** Events on which `onFailure` is ignored. Source: `sdk.d.ts` of the Agent SDK 0.3.332. */
const deafToOnFailure: readonly string[] = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'];

/** Events that an exit code 2 does not stop, whatever it says. */
const deafToExit2: readonly string[] = ['PermissionRequest'];

/** Whether `onFailure: "block"` of a hook has any power with this client. */
export function onFailureBlocks({ entry, event, type }: ConfiguredHook, features: ClientFeatures): boolean {
  const value = ownField(entry, 'onFailure');
  // Of an MCP tool's hook any other word than `continue` reads as `block`.
  const blocks = type === 'mcp_tool' ? value !== undefined && value !== 'continue' : value === 'block';
  return (
    features.onFailure &&
    blocks &&
    !isBackground({ entry, type }) &&
    !deafToOnFailure.includes(event) &&
    isStoppable(event)
  );
}

/** Whether the client waits for a hook at all. */
export function isBackground({ entry, type }: Pick<ConfiguredHook, 'entry' | 'type'>): boolean {
  if (type !== 'command') return false;
  return ownField(entry, 'async') === true || ownField(entry, 'asyncRewake') === true;
}

/** Whether a hook on this event can still stop what the event announces, or make a turn go on. */
function isStoppable(event: string): boolean {
  return eventInfo(event).deny !== undefined;
}

/** Judges one run of one hook as the client does. */
export function judgeRun(hook: ConfiguredHook, run: HookRun, features: ClientFeatures): HookVerdict {
  const { event, entry } = hook;
  const output = readOutput(outputOf(run), event);
  const base = { output, message: undefined, updatedInput: undefined, additionalContext: undefined, stops: undefined };
  const nothing = (cause: Cause): HookVerdict => ({ ...base, decision: 'none', cause });
  if (isBackground(hook) || output.kind === 'async') return nothing('background');
  const spoilt = output.kind === 'refused' && !features.exit2Prevails;
  if (run.kind === 'exited' && run.exitCode === 2 && !deafToExit2.includes(event) && !spoilt) {
    const own = output.kind === 'output' ? blockFrom(output.value, event) : undefined;
    const message = own ?? `[${commandText(entry)}]: ${run.stderr === '' ? 'No stderr output' : run.stderr}`;
    return {
      ...base,
      decision: isStoppable(event) ? 'block' : 'none',
      cause: own === undefined ? 'exit-2' : 'output',
      message,
    };
  }
  const failsAnyway = run.kind === 'exited' && run.exitCode !== 0 && onFailureBlocks(hook, features);
  if (output.kind === 'output' && mayDecide(run)) {
    const taken = takeOutput(output.value, event, base);
    if (taken.decision === 'block' || !failsAnyway) return taken;
  }
  const failure = describeFailure(run, output);
  if (failure === undefined) return nothing('silent');
  if (!onFailureBlocks(hook, features)) return nothing('failed');
  const message = `[${commandText(entry)}]: ${failure}`;
  return { ...base, decision: 'block', cause: 'on-failure', message };
}

/** Output counts at any exit code, but not when the hook was killed for taking too long, or an HTTP answer is no success. */
function mayDecide(run: HookRun): boolean {
  if (run.kind === 'answered') return run.status >= 200 && run.status < 300;
  return run.kind === 'exited' || run.kind === 'signaled';
}

function outputOf(run: HookRun): string {
  if (run.kind === 'answered') return run.body;
  return run.kind === 'exited' || run.kind === 'signaled' ? run.stdout : '';
}

/** The command line as the client names it. */
export function commandText(entry: JsonObject): string {
  const args = ownField(entry, 'args');
  const words = Array.isArray(args) ? args.map(String) : [];
  const tool =
    ownString(entry, 'server') === undefined ? '' : `${ownString(entry, 'server')}/${ownString(entry, 'tool')}`;
  return [ownString(entry, 'command') ?? ownString(entry, 'url') ?? tool, ...words].join(' ');
}

type Base = Pick<HookVerdict, 'output' | 'message' | 'updatedInput' | 'additionalContext' | 'stops'>;

function takeOutput(value: JsonObject, event: string, base: Base): HookVerdict {
  const specific = specificOutput(value, event);
  const updated = ownField(specific, 'updatedInput');
  const context = ownString(specific, 'additionalContext');
  const stops = ownField(value, 'continue') === false ? (ownString(value, 'stopReason') ?? '') : undefined;
  const common = {
    ...base,
    cause: 'output' as const,
    updatedInput: isJsonObject(updated) ? updated : undefined,
    additionalContext: context,
    stops,
  };
  switch (decisionOf(value, event)) {
    case 'deny':
    case 'block':
    case 'decline':
    case 'cancel':
      return { ...common, decision: isStoppable(event) ? 'block' : 'none', message: blockFrom(value, event) };
    case 'ask':
      return { ...common, decision: 'ask', message: ownString(specific, 'permissionDecisionReason') };
    case 'defer':
      return { ...common, decision: 'defer' };
    case 'allow':
    case 'approve':
      return { ...common, decision: 'allow' };
    default:
      return { ...common, decision: 'none', cause: Object.keys(value).length === 0 ? 'silent' : 'output' };
  }
}

/** The reason of an output that blocks; undefined when it does not, or gives none. */
function blockFrom(value: JsonObject, event: string): string | undefined {
  const decision = decisionOf(value, event);
  const specific = specificOutput(value, event);
  if (decision === 'deny') return ownString(specific, 'permissionDecisionReason') || undefined;
  return decision === 'block' ? ownString(value, 'reason') || undefined : undefined;
}

/** What failed, as the client says it; undefined when nothing did. */
function describeFailure(run: HookRun, output: OutputReading): string | undefined {
  const failed = 'failed; blocking because onFailure is "block"';
  switch (run.kind) {
    case 'timed-out':
      return 'timed out; blocking because onFailure is "block"';
    case 'signaled':
    case 'exited':
      if (run.kind === 'signaled' || run.exitCode !== 0) return `${failed}\n${run.stderr.trim() || 'No stderr output'}`;
      return output.kind === 'refused' || output.kind === 'broken' ? failed : undefined;
    case 'not-started':
    case 'unanswered':
      return `${failed}\n${run.cause}`;
    case 'answered':
      if (run.status < 200 || run.status >= 300) return failed;
      return output.kind === 'empty' || output.kind === 'output' ? undefined : failed;
  }
}
