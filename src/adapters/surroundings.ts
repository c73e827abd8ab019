import fs from 'node:fs';
import path from 'node:path';
import { isRooted, isWithin, normalizePath } from '../core/analysis/path-text.ts';
import type { Observer, Surroundings } from '../core/analysis/surroundings.ts';
import { realPath, toGuardPath } from './guard-places.ts';
import { readRegularFile } from './read-regular-file.ts';
import { homeFolder } from './state-dir.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The largest script that is looked into, in bytes. */
const largestText = 256 * 1024;
/**
 * How often the disk is looked at for one call, and how much is read for it in all, in bytes. More than any call needs: a link
 * behind the last look is taken for what it looks like, and the deadline denies before many looks could be used up.
 */
const mostLooks = 20_000;
const mostText = 64 * largestText;

/** The variables that an analysis may know: where folders are, and whose they are. Others could be secrets. */
const knownVariables: ReadonlySet<string> = new Set(['HOME', 'TMPDIR', 'USER', 'PWD']);

/** Looks at the disk, each thing once. Never throws, and never waits for a pipe or a device. */
function createObserver(): Observer {
  const reals = new Map<string, string>();
  const texts = new Map<string, string | undefined>();
  let looks = 0;
  let room = mostText;
  const look = (): boolean => looks++ < mostLooks;
  return {
    real(file) {
      const known = reals.get(file);
      if (known !== undefined) return known;
      const found = look() ? realPath(file) : file;
      reals.set(file, found);
      return found;
    },
    text(file) {
      if (texts.has(file)) return texts.get(file);
      const found = look() ? readText(file, Math.min(largestText, room)) : undefined;
      room -= found?.length ?? 0;
      texts.set(file, found);
      return found;
    },
  };
}

function readText(file: string, most: number): string | undefined {
  try {
    const stats = fs.statSync(file);
    if (!stats.isFile() || stats.size > most) return undefined;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readRegularFile(file, most));
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * The folders for temporary files. The environment can come from a project's settings: what it names counts only where it looks
 * like such a folder and holds neither the home folder nor the project.
 */
function temporaryFolders(env: Env, windows: boolean, kept: readonly string[]): string[] {
  const named = [env['TMPDIR'], env['TEMP'], env['TMP']].flatMap(folder =>
    folder !== undefined && isRooted(folder) ? [normalizePath(folder.replaceAll(path.sep, '/'))] : [],
  );
  const plausible = named.filter(
    folder => /te?mp|\/var\/folders\//i.test(folder) && !kept.some(inner => isWithin(inner, folder)),
  );
  const usual = windows ? ['C:/Windows/Temp'] : ['/tmp', '/var/tmp'];
  const all = [...usual, ...plausible];
  return [...new Set([...all, ...all.map(realPath)])];
}

/**
 * What a call is seen from on this machine.
 * @param cwd the folder in which the call would run; the project where it is not known
 */
export function createSurroundings(
  cwd: string | undefined,
  { project, env, platform }: { readonly project: string; readonly env: Env; readonly platform: string },
): Surroundings {
  const windows = platform === 'win32';
  const root = toGuardPath(project);
  const home = toGuardPath(homeFolder(env));
  return {
    cwd: cwd !== undefined && isRooted(cwd) ? toGuardPath(cwd) : root,
    home,
    project: root,
    temporary: temporaryFolders(env, windows, [home, root]),
    platform: windows ? 'windows' : 'posix',
    env: name => (knownVariables.has(name) ? env[name] : undefined),
    observer: createObserver(),
  };
}
