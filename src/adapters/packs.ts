import type { PackLibrary } from '../core/law/packs/pack.ts';
import { readPackFiles } from './pack-files.ts';

declare const HOOKLAW_PACKS: Readonly<Record<string, string>> | undefined;

/** The packs by name, put in by the build; read from the sources where those run unbuilt. */
const texts: Readonly<Record<string, string>> = typeof HOOKLAW_PACKS === 'object' ? HOOKLAW_PACKS : readPackFiles();

/** The packs that come with the program. */
export const packLibrary: PackLibrary = {
  names: Object.keys(texts).sort(),
  textOf: name => (Object.hasOwn(texts, name) ? texts[name] : undefined),
};
