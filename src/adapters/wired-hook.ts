import fs from 'node:fs';
import { readWiredOptions, type WiredOptions } from '../core/settings/wired-options.ts';
import { findSettingsFile } from './install-places.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the entry of the hook in the settings that hold here says of the law and the state folder; nothing when it is not wired. */
export function findWiredOptions(project: string, env: Env): WiredOptions {
  for (const scope of ['local', 'project', 'user'] as const) {
    const options = readWiredOptions(readIfThere(findSettingsFile(scope, project, env)) ?? '');
    if (options !== undefined) return options;
  }
  return {};
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
