import { type ParseError, parse } from 'jsonc-parser';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../json/json-value.ts';
import { isOwnEntry } from '../settings/own-entry.ts';
import { findShapeFaults, readSettings } from '../settings/settings-document.ts';
import { isGuardedVariable } from './guarded-variables.ts';

/** One of hooklaw's hooks as the settings wire it. */
export interface OwnWire {
  readonly event: string;
  /** The group without its hooks: the matcher, and whatever else narrows it. */
  readonly group: JsonObject;
  readonly entry: JsonObject;
}

/** What of a settings file concerns the guard; plain JSON, so that it can be kept. */
export interface SettingsView {
  readonly hooks: readonly OwnWire[];
  /** Switches that turn hooks off, by name. */
  readonly switches: readonly string[];
  /** The guarded variables that it sets for hooks. */
  readonly env: Readonly<Record<string, JsonValue>>;
  /** Why Claude Code would not take the file, or hooks of it, as it stands. */
  readonly faults: readonly string[];
}

/** The view of a file that is not there. */
export const noSettings: SettingsView = { hooks: [], switches: [], env: {}, faults: [] };

/** Settings that keep hooks from running. Source: Claude Code's settings reference; `docs/self-protection.md`. */
const hookSwitches = ['disableAllHooks', 'allowManagedHooksOnly', 'strictPluginOnlyCustomization'];

/**
 * Reads what of a settings text concerns the guard. A text with faults is read as leniently as any client could.
 * @param factVariables variables from which a law in force takes facts
 */
export function viewSettings(text: string, factVariables: readonly string[]): SettingsView {
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '') return noSettings;
  const value = readLeniently(body);
  const settings = isJsonObject(value) ? value : {};
  const env = ownField(settings, 'env');
  return {
    hooks: findWires(settings),
    switches: hookSwitches.filter(name => ![undefined, false, null].includes(ownField(settings, name) as never)),
    env: Object.fromEntries(
      Object.entries(isJsonObject(env ?? null) ? (env as JsonObject) : {}).filter(([name]) =>
        isGuardedVariable(name, factVariables),
      ),
    ),
    faults: findFaults(text),
  };
}

function readLeniently(body: string): JsonValue {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    const errors: ParseError[] = [];
    return (parse(body, errors, { allowTrailingComma: true }) ?? null) as JsonValue;
  }
}

function findFaults(text: string): string[] {
  const { document, faults } = readSettings(text);
  return (document === undefined ? faults : findShapeFaults(document)).map(({ message }) => message);
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as JsonValue[]) : [];

function findWires(settings: JsonObject): OwnWire[] {
  const hooks = ownField(settings, 'hooks') ?? null;
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap(group => {
      if (!isJsonObject(group)) return [];
      const { hooks: entries, ...rest } = group;
      return listOf(entries).flatMap(entry =>
        isJsonObject(entry) && isOwnEntry(entry) ? [{ event, group: rest, entry }] : [],
      );
    }),
  );
}
