import path from 'node:path';
import type { HookScope, HookSource } from '../../core/client/hook-source.ts';
import { type ClientPlace, managedFoldersOf } from './client-place.ts';
import { configFolder } from './config-folder.ts';
import { listFolder, readClientFile } from './read-client-file.ts';
import { findRepository } from './repository.ts';

/** A file as a source of hooks; none when it is not there. */
export function sourceOf(
  scope: HookScope,
  file: string,
  more: { readonly owner?: string; readonly pluginRoot?: string } = {},
): HookSource[] {
  const read = readClientFile(file);
  return read === undefined ? [] : [{ scope, file, ...read, ...more }];
}

/**
 * The settings files of the client, in the order in which it runs their hooks: the administrator's, the user's, the
 * project's, the local ones, those of the command line. Observed with 2.1.332.
 */
export function settingsSources(place: ClientPlace): HookSource[] {
  const of = (scope: HookScope, files: readonly string[]): HookSource[] => files.flatMap(file => sourceOf(scope, file));
  const sources = [
    ...of('managed', managedFoldersOf(place).flatMap(managedFiles)),
    ...of('user', [path.join(configFolder(place), 'settings.json')]),
    ...of('project', [path.join(place.projectDir, '.claude', 'settings.json')]),
    ...of('local', localFiles(place.projectDir)),
    ...of('flag', place.flagSettings ?? []),
  ];
  // In the home folder the project's file is the user's.
  return sources.filter(({ file }, index) => sources.findIndex(other => other.file === file) === index);
}

/** Beside the one file there can be a folder of further ones, which are merged by name. Source: the client's settings page, observed. */
function managedFiles(folder: string): string[] {
  const dropIns = path.join(folder, 'managed-settings.d');
  const names = listFolder(dropIns).filter(name => name.endsWith('.json') && !name.startsWith('.'));
  return [path.join(folder, 'managed-settings.json'), ...names.map(name => path.join(dropIns, name))];
}

/** Of the folder in which the client is started and of the repository's main checkout; observed. */
function localFiles(projectDir: string): string[] {
  const folders = new Set([projectDir, findRepository(projectDir)?.mainRoot ?? projectDir]);
  return [...folders].map(folder => path.join(folder, '.claude', 'settings.local.json'));
}
