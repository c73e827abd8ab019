import fs from 'node:fs';
import { isWithin, nameOf, resolvePath } from '../core/analysis/path-text.ts';
import type { ToolCall } from '../core/event/tool-event.ts';
import {
  type GuardedPlaces,
  knownSettings,
  type Place,
  placeOf,
  settingsBehind,
  settingsIn,
} from '../core/protection/guarded-places.ts';
import type { GuardedFiles } from '../core/protection/judge-settings.ts';
import { type Refusal, refuseMisfit, refuseOwn } from '../core/protection/refusal.ts';
import { takenBy } from '../core/protection/tool-targets.ts';
import { findGuardedPlaces, type GuardSite, realFolderPath, realPath } from './guard-places.ts';

/** Reads a regular file; undefined when there is none. */
export type ReadText = (file: string) => string | undefined;

/** A tool call that could concern the guard. */
interface GuardedCall {
  readonly tool: ToolCall;
  readonly site: GuardSite;
  /** The folder in which it is made. */
  readonly cwd: string;
  /** Variables from which a law in force takes facts. */
  readonly factVariables: readonly string[];
}

function guardedFiles(readText: ReadText): GuardedFiles {
  const read = (file: string): string | undefined => {
    try {
      return readText(file);
    } catch (error) {
      if (fs.statSync(file).isDirectory()) return undefined;
      throw error;
    }
  };
  return { read, real: remembered(realPath), realFolder: remembered(realFolderPath) };
}

/** Within one judgement a path leads where it led before. */
function remembered(follow: (file: string) => string): (file: string) => string {
  const known = new Map<string, string>();
  return file => {
    const found = known.get(file) ?? follow(file);
    known.set(file, found);
    return found;
  };
}

/**
 * Judges a call that writes files by what they would become.
 * @throws when a guarded file cannot be read
 */
export async function judgeTargets(
  targets: readonly string[],
  { tool, site, cwd, factVariables }: GuardedCall,
  readText: ReadText,
): Promise<Refusal | undefined> {
  if (targets.length === 0) return undefined;
  const places = findGuardedPlaces(site, cwd);
  const taken = takenBy(tool);
  for (const target of targets) {
    const place = placeOfTarget(target, places);
    if (place === undefined) {
      const refusal = taken.includes(target)
        ? await judgeTakenFolder(target, places, factVariables, readText)
        : undefined;
      if (refusal !== undefined) return refusal;
      continue;
    }
    if (place.kind !== 'settings') return refuseOwn(place.path, place.kind);
    const { judgeSettings, resultingText } = await import('./guard-judgement.ts');
    const files = guardedFiles(readText);
    const result = resultingText(tool.name, tool.input, files.read(place.file));
    if (result.kind === 'unchanged') {
      if (place.kind === 'settings' && place.applies) return refuseMisfit(place.file);
      continue;
    }
    const becoming = result.kind === 'text' ? { text: result.text } : ('unknown' as const);
    const refusal = judgeSettings(place, becoming, { files, factVariables });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Judges a folder that is moved or deleted as a whole. */
async function judgeTakenFolder(
  target: string,
  places: GuardedPlaces,
  factVariables: readonly string[],
  readText: ReadText,
): Promise<Refusal | undefined> {
  const folder = resolvePath(places.cwd, target.replace(/^~(?=\/|$)/, places.home));
  const forms = [folder, realFolderPath(folder)];
  const holds = (path: string): boolean => forms.some(form => isWithin(path, form));
  const own = [...places.stateFolders, ...places.program].find(holds);
  if (own !== undefined) return refuseOwn(own, places.stateFolders.includes(own) ? 'state' : 'program');
  const { judgeSettings } = await import('./guard-judgement.ts');
  for (const file of [...knownSettings(places), ...settingsIn(folder)].filter(holds)) {
    const place = placeOf(file, places);
    if (place?.kind !== 'settings') continue;
    const refusal = judgeSettings(place, 'gone', { files: guardedFiles(readText), factVariables });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** What a path is to the guard, by itself and by where its links lead. */
function placeOfTarget(target: string, places: GuardedPlaces): Place | undefined {
  const path = resolvePath(places.cwd, target.replace(/^~(?=\/)/, places.home));
  const forms = [...new Set([path, realFolderPath(path), realPath(path)])];
  const direct = forms.map(form => placeOf(form, places)).find(place => place !== undefined);
  return direct ?? settingsBehind(forms, places, realPath)[0];
}

/**
 * Judges a command of a shell.
 * @param seen whether it mentions the guard by its words alone, and whether it is refused where it cannot be read
 * @throws when a guarded file cannot be read, and whatever `bounded` throws
 */
export async function judgeCommandCall(
  command: string,
  seen: { readonly mentioned: boolean; readonly strict: boolean },
  { tool, site, cwd, factVariables }: GuardedCall,
  readText: ReadText,
  bounded: <T>(run: () => T) => T,
): Promise<Refusal | undefined> {
  const places = findGuardedPlaces(site, cwd);
  if (!seen.mentioned && !isNear(places) && !bounded(() => leadsToGuard(command, places))) return undefined;
  const { judgeCommand, judgePowerShell } = await import('./guard-judgement.ts');
  const judgement = { places, files: guardedFiles(readText), factVariables };
  return bounded(
    () =>
      (tool.name === 'PowerShell' ? judgePowerShell(command, judgement) : undefined) ??
      judgeCommand(command, judgement, name => site.env[name], seen.strict),
  );
}

/** Whether the working folder is a guarded one, or one of the folders right above. */
function isNear({ cwd, home, stateFolders, program, configFolders }: GuardedPlaces): boolean {
  const own = [...stateFolders, ...program, ...configFolders];
  if (nameOf(cwd) === '.claude' || own.some(folder => isWithin(cwd, folder))) return true;
  return [...stateFolders, ...program].some(folder => isWithin(folder, cwd)) && cwd !== home && cwd !== '/';
}

/** How many words of a command are followed on the disk. */
const mostWords = 40;
/** Longer than any path that a system can open, in characters. */
const longestPath = 4_096;

/** Whether a word of a command is a link that leads to a guarded place, whatever it is called. */
function leadsToGuard(command: string, places: GuardedPlaces): boolean {
  const words = command
    .split(/[\s;&|()<>"'`=]+/)
    .filter(word => word !== '' && !word.startsWith('-') && word.length <= longestPath);
  return words.slice(0, mostWords).some(word => {
    const path = resolvePath(places.cwd, word);
    const real = realPath(path);
    if (real === path) return places.program.includes(path);
    const above = [...places.stateFolders, ...places.program].some(folder => isWithin(folder, real));
    return above || placeOf(real, places) !== undefined || settingsBehind([real], places, realPath).length > 0;
  });
}
