import { foldCase, folderOf, isWithin, nameOf } from '../analysis/path-text.ts';

/** Where the things lie on which the guard stands. All paths are normalised (`normalizePath`). */
export interface GuardedPlaces {
  /** The folders in which hooklaw keeps approvals, facts and records. */
  readonly stateFolders: readonly string[];
  /** The files and folders of the program that runs as the hook. */
  readonly program: readonly string[];
  /** The user's folders of Claude settings. */
  readonly configFolders: readonly string[];
  /** The administrator's folders of Claude settings. */
  readonly managedFolders: readonly string[];
  readonly home: string;
  readonly project: string;
  /** The folder in which the call is made. */
  readonly cwd: string;
}

/** What a path is to the guard. */
export type Place =
  /** `applies`: its `disableAllHooks` and `env` can reach this session. */
  | { readonly kind: 'settings'; readonly file: string; readonly applies: boolean }
  | { readonly kind: 'state' | 'program'; readonly path: string };

const settingsNames = new Set(['settings.json', 'settings.local.json']);

/** What a path is to the guard, itself or by the folder it lies in; undefined for almost everything. */
export function placeOf(path: string, places: GuardedPlaces): Place | undefined {
  if (places.stateFolders.some(folder => isWithin(path, folder))) return { kind: 'state', path };
  if (places.program.some(part => isWithin(path, part))) return { kind: 'program', path };
  return settingsAt(path, places);
}

function settingsAt(path: string, places: GuardedPlaces): Place | undefined {
  const name = foldCase(nameOf(path));
  const folder = folderOf(path);
  if (isManaged(name, folder, places)) return { kind: 'settings', file: path, applies: true };
  if (!settingsNames.has(name)) return undefined;
  if (places.configFolders.some(known => foldCase(known) === foldCase(folder)))
    return { kind: 'settings', file: path, applies: true };
  if (foldCase(nameOf(folder)) !== '.claude') return undefined;
  return { kind: 'settings', file: path, applies: isInLine(folderOf(folder), places) };
}

function isManaged(name: string, folder: string, { managedFolders }: GuardedPlaces): boolean {
  return managedFolders.some(
    managed =>
      (name === 'managed-settings.json' && foldCase(folder) === foldCase(managed)) ||
      (name.endsWith('.json') && foldCase(folder) === foldCase(`${managed}/managed-settings.d`)),
  );
}

/** Whether a project's settings can be those of this session: its folder lies above or below the project or the current folder. */
function isInLine(folder: string, { project, cwd }: GuardedPlaces): boolean {
  return [project, cwd].some(own => isWithin(own, folder) || isWithin(folder, own));
}

const known = new WeakMap<GuardedPlaces, readonly string[]>();

/** The settings files that are known by where they are, whether they exist or not; worked out once. */
export function knownSettings(places: GuardedPlaces): readonly string[] {
  const files = known.get(places) ?? listSettings(places);
  known.set(places, files);
  return files;
}

function listSettings({ configFolders, managedFolders, project, cwd }: GuardedPlaces): string[] {
  const folders = new Set(configFolders);
  for (const from of [project, cwd]) {
    for (let folder = from; ; folder = folderOf(folder)) {
      folders.add(folder === '/' ? '/.claude' : `${folder}/.claude`);
      if (folder === folderOf(folder)) break;
    }
  }
  return [
    ...[...folders].flatMap(folder => [...settingsNames].map(name => `${folder}/${name}`)),
    ...managedFolders.map(folder => `${folder}/managed-settings.json`),
  ];
}

/** The settings files that a folder would have, seen as a project and as a folder of settings. */
export function settingsIn(folder: string): string[] {
  const own = foldCase(nameOf(folder)) === '.claude' ? folder : `${folder}/.claude`;
  return [...settingsNames].map(name => `${own}/${name}`);
}

/**
 * The settings files that are links to one of these very paths, as dotfiles are kept.
 * @param real follows all links of a path
 */
export function settingsBehind(
  paths: readonly string[],
  places: GuardedPlaces,
  real: (path: string) => string,
): Place[] {
  if (!paths.some(path => /json|claude|setting/i.test(path))) return [];
  return knownSettings(places).flatMap(file => {
    const behind = real(file);
    const place = behind === file || !paths.includes(behind) ? undefined : placeOf(file, places);
    return place === undefined ? [] : [place];
  });
}
