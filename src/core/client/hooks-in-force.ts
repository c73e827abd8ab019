import { isJsonObject, type JsonObject, ownField, ownString } from '../json/json-value.ts';
import type { ClientFeatures } from './client-version.ts';
import { matchedValue } from './event-subject.ts';
import type { ConfiguredHook, HookScope } from './hook-source.ts';
import { commandText, isBackground } from './judge-run.ts';
import { matches, readMatcher } from './matcher.ts';
import { parsePermissionRule, ruleConcerns } from './permission-rule.ts';
import type { HookReading } from './read-hooks.ts';

/** Why a hook that stands in a file is not run. */
export type OffCause = 'dropped' | 'disabled' | 'managed-only' | 'bare';

/** The hooks of all files together. */
export interface HooksInForce {
  readonly hooks: readonly ConfiguredHook[];
  readonly off: readonly { readonly hook: ConfiguredHook; readonly cause: OffCause; readonly reading: HookReading }[];
  /** What the settings put into the environment of every hook. */
  readonly env: Readonly<Record<string, string>>;
}

/** From weak to strong: a later scope's setting replaces an earlier one's. */
const precedence: readonly HookScope[] = ['user', 'project', 'local', 'flag', 'managed'];

/** One setting as it counts in the end, and the file that set it last. */
export function effectiveSetting(
  readings: readonly HookReading[],
  key: string,
): { readonly value: unknown; readonly reading: HookReading } | undefined {
  for (const scope of [...precedence].reverse()) {
    for (const reading of readings) {
      const root = reading.root?.value;
      if (reading.source.scope !== scope || !reading.taken || !isJsonObject(root)) continue;
      const value = ownField(root, key);
      if (value !== undefined) return { value, reading };
    }
  }
  return undefined;
}

/** Whether CLAUDE_CODE_SIMPLE puts the client into the mode in which only the administrator's hooks are run. */
export function isBare(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

/** Puts the files together as the client does. `bare` is `--bare`, or a truthy `CLAUDE_CODE_SIMPLE`. */
export function resolveHooks(readings: readonly HookReading[], bare = false): HooksInForce {
  const disabled = effectiveSetting(readings, 'disableAllHooks');
  const allOff = disabled?.value === true;
  const byPolicy = allOff && disabled.reading.source.scope === 'managed';
  const managedOnly = readings.some(allowsManagedOnly);
  const causeOf = ({ source }: ConfiguredHook): OffCause | undefined => {
    if (bare && source.scope !== 'managed') return 'bare';
    if (allOff && (byPolicy || source.scope !== 'managed')) return 'disabled';
    return managedOnly && source.scope !== 'managed' ? 'managed-only' : undefined;
  };
  const placed = readings.flatMap(reading => reading.hooks.map(hook => ({ hook, reading, cause: causeOf(hook) })));
  const dropped = readings.flatMap(reading => reading.lost.map(hook => ({ hook, reading, cause: 'dropped' as const })));
  return {
    hooks: placed.filter(({ cause }) => cause === undefined).map(({ hook }) => hook),
    off: [...dropped, ...placed.flatMap(({ cause, ...rest }) => (cause === undefined ? [] : [{ ...rest, cause }]))],
    env: mergeEnv(readings),
  };
}

/** In the administrator's settings anything but `false` counts as yes (observed in 2.1.332); elsewhere the key is ignored. */
function allowsManagedOnly({ source, root, taken }: HookReading): boolean {
  if (source.scope !== 'managed' || !taken || !isJsonObject(root?.value)) return false;
  return ![undefined, false].includes(ownField(root.value, 'allowManagedHooksOnly') as undefined);
}

function mergeEnv(readings: readonly HookReading[]): Record<string, string> {
  const env: Record<string, string> = {};
  for (const scope of precedence) {
    for (const { source, root, taken } of readings) {
      const set = isJsonObject(root?.value) ? ownField(root.value, 'env') : undefined;
      if (source.scope !== scope || !taken || !isJsonObject(set)) continue;
      for (const [name, value] of Object.entries(set)) if (typeof value === 'string') env[name] = value;
    }
  }
  return env;
}

/** Events on which `if` counts; on others a hook with an `if` never runs. */
const toolEvents = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied'];

/** The hooks that an event starts, in order. A hook whose `if` is beyond the model is among them. */
export function hooksFor(
  event: string,
  input: JsonObject,
  { hooks }: Pick<HooksInForce, 'hooks'>,
  features: ClientFeatures,
): ConfiguredHook[] {
  const subject = matchedValue(event, input);
  const fired = hooks.filter(
    hook =>
      hook.event === event &&
      (subject === undefined || matches(readMatcher(hook.matcher, features, event), subject)) &&
      ifHolds(hook, event, input),
  );
  return withoutRepeats(fired);
}

function ifHolds({ entry }: ConfiguredHook, event: string, input: JsonObject): boolean {
  const text = ownString(entry, 'if');
  if (text === undefined || text === '') return true;
  if (!toolEvents.includes(event)) return false;
  const rule = parsePermissionRule(text);
  const toolInput = ownField(input, 'tool_input');
  if (rule === undefined) return false;
  const tool = ownString(input, 'tool_name') ?? '';
  const project = ownString(input, 'cwd') ?? '';
  return ruleConcerns(rule, tool, isJsonObject(toolInput) ? toolInput : {}, project) !== 'no';
}

/**
 * Entries with the same command line run once, with the options of one of them: the last, or before it one that the client
 * waits for from `--settings`, or from the administrator. Observed in 2.1.332 and 2.1.197.
 */
function withoutRepeats(hooks: readonly ConfiguredHook[]): ConfiguredHook[] {
  const byCommand = new Map<string, ConfiguredHook>();
  for (const hook of hooks) {
    const identity = identityOf(hook);
    const rival = byCommand.get(identity);
    if (rival === undefined || rankOf(hook) >= rankOf(rival)) byCommand.set(identity, hook);
  }
  return [...byCommand.values()];
}

function rankOf(hook: ConfiguredHook): number {
  if (isBackground(hook)) return 0;
  return hook.source.scope === 'managed' ? 2 : hook.source.scope === 'flag' ? 1 : 0;
}

/**
 * The hooks of one event in the order in which the client runs them: those of the administrator first, and only when none of
 * them blocks all others, together. Observed in 2.1.332.
 */
export function stagesOf(hooks: readonly ConfiguredHook[]): readonly (readonly ConfiguredHook[])[] {
  const managed = hooks.filter(({ source }) => source.scope === 'managed');
  const others = hooks.filter(({ source }) => source.scope !== 'managed');
  return [managed, others].filter(stage => stage.length > 0);
}

function identityOf({ type, entry, source, path }: ConfiguredHook): string {
  const own = type === 'command' || type === 'http' ? commandText(entry) : JSON.stringify(path);
  const shell = ownString(entry, 'shell') ?? 'bash';
  return JSON.stringify([type, shell, own, ownString(entry, 'if') ?? '', source.pluginRoot ?? '']);
}
