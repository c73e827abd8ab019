import path from 'node:path';
import { isJsonObject, type JsonObject, ownField, ownString } from '../../core/json/json-value.ts';
import type { ClientPlace } from './client-place.ts';
import { configFolder } from './config-folder.ts';
import { listFolder, objectOr, pathWithin, readClientFile, readJsonObject } from './read-client-file.ts';
import { settingsSources } from './settings-sources.ts';

/** A plugin that is switched on. */
export interface EnabledPlugin {
  /** As in `enabledPlugins`: `name@marketplace`. */
  readonly id: string;
  readonly name: string;
  /** Its folder. */
  readonly root: string;
  /** What the marketplace says of it, where there is a catalogue on this machine. */
  readonly listed?: { readonly file: string; readonly entry: JsonObject };
}

/**
 * The plugins that the client would load here: those that the settings switch on, and the folders among the skills that have
 * a manifest. Source: the client's plugins reference; where they run from was observed with 2.1.332.
 */
export function findEnabledPlugins(place: ClientPlace): EnabledPlugin[] {
  const switches = readSwitches(place);
  const named = [...switches].filter(([, on]) => on).flatMap(([id]) => locate(id, place));
  const among = pluginsAmongSkills(place).filter(({ id }) => switches.get(id) !== false);
  return [...named, ...among];
}

/** What is said last counts; the administrator has the last word. */
function readSwitches(place: ClientPlace): Map<string, boolean> {
  const sources = settingsSources(place);
  const isManaged = ({ scope }: { readonly scope: string }): boolean => scope === 'managed';
  // Of two local files the repository's has the last word (observed), and stands last.
  const rising = [...sources.filter(source => !isManaged(source)), ...sources.filter(isManaged)];
  const switches = new Map<string, boolean>();
  for (const { file } of rising) {
    for (const [id, on] of Object.entries(objectOr(ownField(readJsonObject(file), 'enabledPlugins')))) {
      if (typeof on === 'boolean') switches.set(id, on);
    }
  }
  return switches;
}

function locate(id: string, place: ClientPlace): EnabledPlugin[] {
  const at = id.lastIndexOf('@');
  if (at <= 0) return [];
  const name = id.slice(0, at);
  const listed = findListed(name, id.slice(at + 1), place);
  const root = listed?.liveRoot ?? installPath(id, place);
  if (root === undefined) return [];
  return [{ id, name, root, ...(listed === undefined ? {} : { listed: { file: listed.file, entry: listed.entry } }) }];
}

/** A plugin in its marketplace's catalogue. */
function findListed(name: string, marketplace: string, place: ClientPlace) {
  const known = readJsonObject(path.join(configFolder(place), 'plugins', 'known_marketplaces.json'));
  const market = objectOr(ownField(known, marketplace));
  const folder = ownString(market, 'installLocation');
  if (folder === undefined) return undefined;
  const file = path.join(folder, '.claude-plugin', 'marketplace.json');
  const catalogue = readJsonObject(file);
  const plugins = ownField(catalogue, 'plugins');
  const entry = (Array.isArray(plugins) ? plugins : [])
    .filter(isJsonObject)
    .find(plugin => ownString(plugin, 'name') === name);
  if (entry === undefined) return undefined;
  const isLive = ownString(objectOr(ownField(market, 'source')), 'source') === 'directory';
  return { file, entry, liveRoot: isLive ? folderInMarketplace(folder, catalogue, entry) : undefined };
}

/** A marketplace that is a folder of this machine is not copied: its plugins run from where they are. */
function folderInMarketplace(folder: string, catalogue: JsonObject, entry: JsonObject): string | undefined {
  const source = ownString(entry, 'source');
  if (source === undefined) return undefined;
  const base = ownString(objectOr(ownField(catalogue, 'metadata')), 'pluginRoot') ?? '.';
  const shared = source.startsWith('./') ? '.' : base;
  return pathWithin(folder, path.join(shared, source));
}

/** Where a plugin was installed for this project, else for the user or for everybody. */
function installPath(id: string, place: ClientPlace): string | undefined {
  const installed = readJsonObject(path.join(configFolder(place), 'plugins', 'installed_plugins.json'));
  const entries = ownField(objectOr(ownField(installed, 'plugins')), id);
  const all = (Array.isArray(entries) ? entries : [entries]).filter(isJsonObject);
  const projectOf = (entry: JsonObject): string | undefined => ownString(entry, 'projectPath');
  const here = all.find(entry => projectOf(entry) === place.projectDir);
  const found = here ?? all.find(entry => projectOf(entry) === undefined) ?? all[0];
  return found === undefined ? undefined : ownString(found, 'installPath');
}

/** A skill's folder that has a plugin's manifest is a plugin; observed. */
function pluginsAmongSkills(place: ClientPlace): EnabledPlugin[] {
  const folders = [configFolder(place), path.join(place.projectDir, '.claude')].map(folder =>
    path.join(folder, 'skills'),
  );
  return [...new Set(folders)].flatMap(folder =>
    listFolder(folder)
      .map(name => ({ name, root: path.join(folder, name) }))
      .filter(({ root }) => readClientFile(path.join(root, '.claude-plugin', 'plugin.json')) !== undefined)
      .map(plugin => ({ ...plugin, id: `${plugin.name}@skills-dir` })),
  );
}
