import path from 'node:path';
import { eventNames } from '../../core/event/catalogue.ts';
import type { ClientPlace } from './client-place.ts';
import { configFolder } from './config-folder.ts';
import { readClientFile } from './read-client-file.ts';
import { findRepository } from './repository.ts';

/** Names inside a `.claude` folder under which people put hooks, and which the client does not read. */
const misnamed = [
  'hooks.json',
  'hooks/hooks.json',
  'hooks/settings.json',
  'hooks.yaml',
  'hooks.yml',
  'setting.json',
  'settings.jsonc',
  'settings.json5',
  'settings.yaml',
  'settings.yml',
  'settings.toml',
  'settings.locale.json',
  'settings-local.json',
  'settings_local.json',
  'local.settings.json',
  'settings.project.json',
  'settings.user.json',
  'settings',
  'claude.json',
  'config.json',
  'managed-settings.json',
];

/** The same in the project's own folder. */
const misplaced = [
  'claude.json',
  '.claude.json',
  'settings.json',
  'hooks.json',
  '.claudehooks.json',
  'claude-hooks.json',
];

const anyEvent = new RegExp(`["']?\\b(?:${eventNames.join('|')})\\b["']?\\s*:`);

/** Files that look like the client's settings and hold hooks, and that it never reads. */
export function findIgnoredFiles(place: ClientPlace): string[] {
  const { projectDir } = place;
  const user = configFolder(place);
  const local = path.join(projectDir, '.claude');
  const root = findRepository(projectDir)?.root;
  const files = [
    ...misnamed.map(name => path.join(local, name)),
    ...misplaced.map(name => path.join(projectDir, name)),
    ...misnamed.map(name => path.join(user, name)),
    path.join(user, 'settings.local.json'),
    path.join(place.home, '.claude.json'),
    ...(root === undefined || root === projectDir ? [] : [path.join(root, '.claude', 'settings.json')]),
  ];
  return [...new Set(files)].filter(file => !isRead(file, place) && anyEvent.test(readClientFile(file)?.text ?? ''));
}

/** In the home folder the user's files are the project's, too; there nothing of this is told apart. */
function isRead(file: string, { projectDir }: ClientPlace): boolean {
  const local = path.join(projectDir, '.claude');
  return ['settings.json', 'settings.local.json'].some(name => file === path.join(local, name));
}
