import path from 'node:path';
import type { HookSource } from '../../core/client/hook-source.ts';
import { isJsonObject, type JsonValue, ownField } from '../../core/json/json-value.ts';
import type { EnabledPlugin } from './enabled-plugins.ts';
import { skillsIn } from './markdown-sources.ts';
import { pathWithin, readJsonObject } from './read-client-file.ts';
import { sourceOf } from './settings-sources.ts';

/**
 * Where a plugin brings hooks: `hooks/hooks.json`, the files and hooks that its manifest and the marketplace name, and its
 * skills. What stands in the frontmatter of a plugin's agents and commands is not run (2.1.332, observed). A source whose
 * file is a manifest has the hooks in its key `hooks`; one whose file is the marketplace's catalogue, in that key of the
 * entry of `plugins` that has the plugin's name.
 */
export function pluginSources({ id, name, root, listed }: EnabledPlugin): HookSource[] {
  const manifest = path.join(root, '.claude-plugin', 'plugin.json');
  const more = { owner: id, pluginRoot: root };
  const declared = readJsonObject(manifest);
  const standard = path.join(root, 'hooks', 'hooks.json');
  const files = new Set([
    standard,
    ...[declared, listed?.entry ?? {}].flatMap(from => pathsIn(ownField(from, 'hooks'), root)),
  ]);
  return [
    ...[...files].flatMap(file => sourceOf('plugin', file, more)),
    ...(holdsObject(ownField(declared, 'hooks')) ? sourceOf('plugin', manifest, more) : []),
    ...(listed !== undefined && holdsObject(ownField(listed.entry, 'hooks'))
      ? sourceOf('plugin', listed.file, more)
      : []),
    ...skillFolders({ id, name, root, ...(listed === undefined ? {} : { listed }) }).flatMap(folder =>
      skillsIn(folder, more),
    ),
  ];
}

function skillFolders({ root, listed }: EnabledPlugin): string[] {
  const manifest = readJsonObject(path.join(root, '.claude-plugin', 'plugin.json'));
  const named = [manifest, listed?.entry ?? {}].flatMap(from => pathsIn(ownField(from, 'skills'), root));
  return [...new Set([path.join(root, 'skills'), ...named])];
}

/** The paths among what a manifest says of a kind of component: one, or a list. */
export function pathsIn(value: JsonValue | undefined, root: string): string[] {
  return listOf(value)
    .filter(item => typeof item === 'string')
    .flatMap(named => pathWithin(root, named) ?? []);
}

function holdsObject(value: JsonValue | undefined): boolean {
  return listOf(value).some(isJsonObject);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
