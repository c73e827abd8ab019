import fs from 'node:fs';
import path from 'node:path';
import type { HookScope, HookSource } from '../../core/client/hook-source.ts';
import { type ClientPlace, managedFoldersOf } from './client-place.ts';
import { configFolder } from './config-folder.ts';
import { listFolder } from './read-client-file.ts';
import { findRepository, foldersUpwards } from './repository.ts';
import { sourceOf } from './settings-sources.ts';

/** How deep folders of agents and commands are looked through, and how many files are read of one. */
const mostLevels = 6;
const mostFiles = 1_000;

type Kind = 'skills' | 'agents' | 'commands';
const scopeOf: Readonly<Record<Kind, HookScope>> = { skills: 'skill', agents: 'agent', commands: 'skill' };

/**
 * Skills, agents and commands with hooks in their frontmatter. A command is a skill to the client. They count from the
 * folder where the client is started upwards, to the repository's root, or to the home folder outside of one; what a
 * linked worktree has no folder for is taken from the main checkout. Observed with 2.1.332.
 */
export function markdownSources(place: ClientPlace): HookSource[] {
  const kinds: readonly Kind[] = ['skills', 'commands', 'agents'];
  const common = [...managedFoldersOf(place).map(folder => path.join(folder, '.claude')), configFolder(place)];
  const sources = kinds.flatMap(kind =>
    [...common.map(folder => path.join(folder, kind)), ...projectFolders(place, kind)].flatMap(folder =>
      sourcesIn(folder, kind),
    ),
  );
  return sources.filter(({ file }, index) => sources.findIndex(other => other.file === file) === index);
}

function projectFolders({ projectDir, home }: ClientPlace, kind: Kind): string[] {
  const repository = findRepository(projectDir);
  const folders = foldersUpwards(projectDir, folder => folder === (repository?.root ?? home));
  const inside = repository === undefined ? folders.filter(folder => folder !== home) : folders;
  const named = inside.map(folder => path.join(folder, '.claude', kind));
  if (repository === undefined || fs.existsSync(path.join(repository.root, '.claude', kind))) return named;
  return [...named, path.join(repository.mainRoot, '.claude', kind)];
}

function sourcesIn(folder: string, kind: Kind): HookSource[] {
  return kind === 'skills'
    ? skillsIn(folder)
    : listMarkdown(folder).flatMap(file => sourceWithHooks(scopeOf[kind], file));
}

/** The skills of a folder: one level below it, no deeper (observed). */
export function skillsIn(
  folder: string,
  more: { readonly owner?: string; readonly pluginRoot?: string } = {},
): HookSource[] {
  return listFolder(folder).flatMap(name => sourceWithHooks('skill', path.join(folder, name, 'SKILL.md'), more));
}

function listMarkdown(folder: string, level = 0, seen = new Set<string>()): string[] {
  const real = realFolder(folder);
  if (real === undefined || seen.has(real) || level > mostLevels) return [];
  seen.add(real);
  const names = listFolder(folder);
  const files = names.filter(name => name.endsWith('.md')).map(name => path.join(folder, name));
  const others = names.filter(name => !name.endsWith('.md')).map(name => path.join(folder, name));
  return [...files, ...others.flatMap(name => listMarkdown(name, level + 1, seen))].slice(0, mostFiles);
}

function realFolder(file: string): string | undefined {
  try {
    const real = fs.realpathSync.native(file);
    return fs.statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** A Markdown file is a source when its frontmatter has hooks, or when nobody can tell. */
function sourceWithHooks(
  scope: HookScope,
  file: string,
  more: { readonly owner?: string; readonly pluginRoot?: string } = {},
): HookSource[] {
  const owner = more.owner ?? path.basename(path.basename(file) === 'SKILL.md' ? path.dirname(file) : file, '.md');
  return sourceOf(scope, file, { ...more, owner }).filter(({ text }) => text === undefined || hasHooks(text));
}

/** Whether the YAML between the first lines `---` has a key `hooks`. */
function hasHooks(text: string): boolean {
  const frontmatter = /^\uFEFF?---[^\S\n]*\n(.*?)(?:\n---|$)/s.exec(text.replaceAll('\r\n', '\n'))?.[1] ?? '';
  return /^(?:hooks|"hooks"|'hooks')\s*:/m.test(frontmatter);
}
