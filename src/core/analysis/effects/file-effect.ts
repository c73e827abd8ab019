import { compilePlace, isWithin } from '../path/place.ts';
import { behindLinks, isUnknownStart, joinTarget, resolveTarget, splitTarget } from '../path/target-path.ts';
import { anything, deep, isOpen, type Pattern } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import type { FileEffect } from './effect.ts';
import type { FileUse } from './use.ts';

/** Where a use happens. */
export interface UsePlace {
  readonly command?: number;
  readonly cwd: Pattern;
  readonly elsewhere: boolean;
}

/** Devices that keep nothing, and streams of the program itself. */
const passing =
  /^\/dev\/(?:null|zero|full|u?random|tty|stdin|stdout|stderr|ptmx|fd(?:\/.*)?|pts\/.*)$|^\/proc\/self\/fd\/\d+$/;

/** A use as effects: on the path as written, and on where it leads through links where that is another place. */
export function fileEffects(use: FileUse, place: UsePlace, surroundings: Surroundings): FileEffect[] {
  const led = behindLinks(place.cwd, use.path, surroundings, surroundings.observer.real);
  return [use, ...(led === undefined ? [] : [{ ...use, path: led }])].flatMap(
    own => fileEffect(own, place, surroundings) ?? [],
  );
}

/** A use as an effect on a rooted path; undefined where nothing is left of it. */
export function fileEffect(use: FileUse, place: UsePlace, surroundings: Surroundings): FileEffect | undefined {
  if (use.path === '') return undefined;
  const path = resolveTarget(place.cwd, use.path, surroundings);
  if (use.does !== 'delete' && passing.test(path)) return undefined;
  const form = use.does === 'delete' ? emptied(path, surroundings) : walked(path, surroundings);
  const spreads = use.does === 'write' && (use.fills === true || form.recursive);
  const recursive = use.recursive === true || (spreads ? isOutside(form.path, surroundings) : form.recursive);
  const many = use.many === true || form.many || isGlob(form.path);
  return {
    kind: use.does,
    path: form.path,
    ...(recursive ? { recursive: true } : {}),
    ...(many ? { many: true } : {}),
    ...(use.does === 'delete' && /[^/]\/\.?$/.test(use.path) ? { enters: true } : {}),
    ...(use.uncertain === true || isUnknownStart(form.path) ? { uncertain: true } : {}),
    ...(place.command === undefined ? {} : { command: place.command }),
    ...(place.elsewhere ? { elsewhere: true } : {}),
  };
}

/** What is unpacked or edited all over the project is the project's; elsewhere it may be any file there. */
function isOutside(path: Pattern, surroundings: Surroundings): boolean {
  if (path === surroundings.project) return false;
  return isWithin({ path }, [compilePlace('./**', surroundings)]) === 'outside';
}

interface Form {
  readonly path: Pattern;
  readonly recursive: boolean;
  readonly many: boolean;
}

function isGlob(path: Pattern): boolean {
  return /[\uE000\uE001\uE003]/.test(path);
}

/** A path that ends with what `find` walks through is the folder with all in it. */
function walked(path: Pattern, surroundings: Surroundings): Form {
  const names = splitTarget(path, surroundings);
  const whole = names.length;
  while (names.length > 1 && names.at(-1) === deep) names.pop();
  const cut = names.length < whole;
  return { path: cut ? joinTarget(names) : path, recursive: cut, many: cut };
}

/** `dir/*` empties the folder: that is what is said of it. */
function emptied(path: Pattern, surroundings: Surroundings): Form {
  const names = splitTarget(path, surroundings);
  const whole = names.length;
  let walks = false;
  while (names.length > 1 && isEverything(names.at(-1) ?? '')) walks = names.pop() === deep || walks;
  const cut = names.length < whole;
  return { path: cut ? joinTarget(names) : path, recursive: walks, many: cut };
}

/** `*`, `?*`, `[a-z]*`: all that a folder holds but what is hidden. */
function isEverything(name: string): boolean {
  return isOpen(name) && !name.includes(anything) && /^\uE001?[\uE000\uE003]+$/.test(name);
}
