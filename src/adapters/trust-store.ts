import path from 'node:path';
import { readTextIfExists, writeFileAtomic } from './atomic-file.ts';
import { sha256 } from './digest.ts';
import { isInside, stateHome } from './state-dir.ts';

type Env = Readonly<Record<string, string | undefined>>;
/** The hashes of each law file as it was trusted; the approved form and a changed one can both be. */
type Trusted = Record<string, string[]>;

function trustFile(env: Env): string {
  return path.join(stateHome(env), 'trust.json');
}

function read(env: Env): Trusted {
  const text = readTextIfExists(trustFile(env));
  if (text === undefined) return {};
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Trusted) : {};
}

/**
 * Whether the user trusts a project's law as it stands; a changed file is trusted no longer. Doubt is no trust, and a
 * store that lies beside the law came with the project.
 */
export function isTrusted(file: string, bytes: Uint8Array, env: Env): boolean {
  try {
    if (isInside(trustFile(env), path.dirname(file))) return false;
    const trusted = read(env);
    return Object.hasOwn(trusted, path.resolve(file)) && trusted[path.resolve(file)]?.includes(sha256(bytes)) === true;
  } catch {
    return false;
  }
}

/** Remembers that the user trusts a project's law as it stands. */
export function trustLaw(file: string, bytes: Uint8Array, env: Env): void {
  const trusted = read(env);
  const hashes = new Set([...(trusted[path.resolve(file)] ?? []), sha256(bytes)]);
  writeFileAtomic(trustFile(env), JSON.stringify({ ...trusted, [path.resolve(file)]: [...hashes] }, null, 2));
}

/** Takes the trust back; false when there was none. */
export function distrustLaw(file: string, env: Env): boolean {
  const trusted = read(env);
  if (!Object.hasOwn(trusted, path.resolve(file))) return false;
  delete trusted[path.resolve(file)];
  writeFileAtomic(trustFile(env), JSON.stringify(trusted, null, 2));
  return true;
}
