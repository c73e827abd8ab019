import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../core/json/json-value.ts';
import { canonicalFolder } from '../law-files.ts';
import { type ClientPlace, managedFoldersOf } from './client-place.ts';
import { type EnabledPlugin, findEnabledPlugins } from './enabled-plugins.ts';
import { pathsIn } from './plugin-sources.ts';
import { objectOr, readJsonObject } from './read-client-file.ts';
import { findRepository, foldersUpwards } from './repository.ts';

/** A server of tools that is configured here. */
export interface McpServer {
  /** As the client names it; `plugin:<plugin>:<server>` when a plugin brings it. */
  readonly name: string;
  /** What the names of its tools begin with: `mcp__<server>__`. */
  readonly toolPrefix: string;
  readonly file: string;
}

/**
 * The MCP servers that the client would know in a folder, each with the file that configures it: the administrator's,
 * `.mcp.json` from the folder up to the repository's root, the user's own, and the plugins'. Whether the user has agreed to
 * them is not looked at. Source: the client's MCP page; folders and names were observed with 2.1.332. Never throws.
 */
export function findMcpServers(place: ClientPlace): McpServer[] {
  const there = { ...place, projectDir: canonicalFolder(place.projectDir) };
  return [
    ...managedFoldersOf(there).flatMap(folder => serversOf(path.join(folder, 'managed-mcp.json'))),
    ...projectFolders(there).flatMap(folder => serversOf(path.join(folder, '.mcp.json'))),
    ...usersServers(there),
    ...findEnabledPlugins(there).flatMap(pluginServers),
  ];
}

function projectFolders({ projectDir, home }: ClientPlace): string[] {
  const root = findRepository(projectDir)?.root ?? home;
  return foldersUpwards(projectDir, folder => folder === root);
}

function serversOf(file: string): McpServer[] {
  return namesIn(ownField(readJsonObject(file), 'mcpServers')).map(name => serverOf(name, file));
}

/** `.claude.json`: servers of every project, and of the one whose main checkout this is. */
function usersServers({ projectDir, env, home }: ClientPlace): McpServer[] {
  const named = env['CLAUDE_CONFIG_DIR'];
  const file = path.join(named === undefined || named === '' ? home : path.resolve(named), '.claude.json');
  const config = readJsonObject(file);
  const projects = objectOr(ownField(config, 'projects'));
  const keys = new Set([findRepository(projectDir)?.mainRoot ?? projectDir, projectDir]);
  const own = [...keys].map(key => objectOr(ownField(projects, key)));
  return [config, ...own].flatMap(from => namesIn(ownField(from, 'mcpServers'))).map(name => serverOf(name, file));
}

/** In a plugin's `.mcp.json` the servers may stand without `mcpServers` around them. */
function pluginServers({ name, root, listed }: EnabledPlugin): McpServer[] {
  const manifest = path.join(root, '.claude-plugin', 'plugin.json');
  const places: (readonly [string, JsonObject])[] = [[manifest, readJsonObject(manifest)]];
  if (listed !== undefined) places.push([listed.file, listed.entry]);
  const declared = places.map(([file, from]) => ({ file, value: ownField(from, 'mcpServers') }));
  const files = new Set([path.join(root, '.mcp.json'), ...declared.flatMap(({ value }) => pathsIn(value, root))]);
  const found = [
    ...declared.flatMap(({ file, value }) => namesIn(value).map(server => ({ file, server }))),
    ...[...files].flatMap(file => {
      const servers = readJsonObject(file);
      return namesIn(ownField(servers, 'mcpServers') ?? servers).map(server => ({ file, server }));
    }),
  ];
  return found.map(({ file, server }) => serverOf(`plugin:${name}:${server}`, file));
}

function namesIn(value: JsonValue | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject).flatMap(servers => Object.keys(servers));
}

/** Whatever may not stand in the name of a tool becomes `_` (observed). */
function serverOf(name: string, file: string): McpServer {
  return { name, toolPrefix: `mcp__${name.replace(/[^A-Za-z0-9_-]/g, '_')}__`, file };
}
