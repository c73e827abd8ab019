import path from 'node:path';
import type { HookEvent } from '../core/event/tool-event.ts';
import { type JsonValue, ownString } from '../core/json/json-value.ts';
import { type GuardedPlaces, knownSettings, placeOf } from '../core/protection/guarded-places.ts';
import { type Refusal, refuseSettings } from '../core/protection/refusal.ts';
import type { SettingsView } from '../core/protection/settings-view.ts';
import { findGuardedPlaces, type GuardSite, toGuardPath } from './guard-places.ts';

/** What of each settings file concerned the guard when a session started; the values of variables only as hashes. */
interface Memory {
  readonly version: 1;
  readonly files: Readonly<Record<string, SettingsView>>;
}

/** How the memory touches files. */
export interface MemoryTools {
  /** The text of a regular file; undefined when there is none. */
  readonly readText: (file: string) => string | undefined;
  readonly write: (file: string, text: string) => void;
  readonly digest: (text: string) => string;
}

interface MemoryOptions extends GuardSite {
  readonly memory: string | undefined;
  readonly onFault: (step: string, error: unknown) => void;
}

function readView(
  file: string,
  view: (text: string) => SettingsView,
  { readText, digest }: MemoryTools,
): SettingsView | undefined {
  const text = readText(file);
  return text === undefined ? undefined : hideValues(view(text), digest);
}

function hideValues(view: SettingsView, digest: MemoryTools['digest']): SettingsView {
  const hidden = Object.entries(view.env).map(([name, value]): [string, JsonValue] => [
    name,
    digest(JSON.stringify(value)),
  ]);
  return { ...view, env: Object.fromEntries(hidden) };
}

/** Remembers at the start of a session what the settings in force say about the guard. Never refuses, never throws. */
export async function rememberSettings(
  event: HookEvent,
  options: MemoryOptions,
  factVariables: readonly string[],
  tools: MemoryTools,
): Promise<undefined> {
  const { memory, onFault } = options;
  const source = ownString(event.fields, 'source');
  if (memory === undefined || source === 'compact' || source === 'clear') return;
  try {
    const { viewSettings, noSettings } = await import('./guard-judgement.ts');
    const files: Record<string, SettingsView> = {};
    for (const file of knownSettings(findGuardedPlaces(options, event.cwd ?? options.project)))
      files[file] = readView(file, text => viewSettings(text, factVariables), tools) ?? noSettings;
    tools.write(memory, JSON.stringify({ version: 1, files } satisfies Memory));
  } catch (error) {
    onFault('the settings could not be remembered', error);
  }
}

function recall(memory: string, { readText }: MemoryTools): Memory | undefined {
  const text = readText(memory);
  if (text === undefined) return undefined;
  const value = JSON.parse(text) as Memory;
  return typeof value === 'object' && value !== null && value.version === 1 ? value : undefined;
}

/**
 * Judges a change of the settings by what they were when the session started. The file is on disk already: a refusal
 * keeps the change out of the session. Nothing is refused that cannot be known.
 */
export async function judgeConfigChange(
  event: HookEvent,
  options: MemoryOptions,
  factVariables: readonly string[],
  tools: MemoryTools,
): Promise<Refusal | undefined> {
  try {
    const places = findGuardedPlaces(options, event.cwd ?? options.project);
    const file = changedFile(event, places);
    if (file === undefined || placeOf(file, places)?.kind !== 'settings') return undefined;
    const before = options.memory === undefined ? undefined : recall(options.memory, tools)?.files[file];
    const { findWeakening, noSettings, viewSettings } = await import('./guard-judgement.ts');
    const after = readView(file, text => viewSettings(text, factVariables), tools) ?? noSettings;
    // What was not remembered is unknown, except that no switch can have been on: this hook is running.
    const known = before ?? { ...noSettings, env: after.env };
    const harm = findWeakening(known, after, true);
    return harm === undefined ? undefined : refuseSettings(file, harm);
  } catch (error) {
    options.onFault('a change of the settings could not be judged', error);
    return undefined;
  }
}

const bySource: Readonly<Record<string, (places: GuardedPlaces) => string | undefined>> = {
  user_settings: ({ configFolders }) => configFolders.map(folder => `${folder}/settings.json`).at(-1),
  project_settings: ({ project }) => `${project}/.claude/settings.json`,
  local_settings: ({ project }) => `${project}/.claude/settings.local.json`,
};

function changedFile({ fields }: HookEvent, places: GuardedPlaces): string | undefined {
  const named = ownString(fields, 'file_path');
  if (named !== undefined && path.isAbsolute(named)) return toGuardPath(named);
  const source = ownString(fields, 'source') ?? '';
  return Object.hasOwn(bySource, source) ? bySource[source]?.(places) : undefined;
}
