import fs from 'node:fs';
import type { LawInForce } from '../core/decision/decide.ts';
import { eventInfo } from '../core/event/catalogue.ts';
import type { HookEvent, ToolCall } from '../core/event/tool-event.ts';
import { ownString } from '../core/json/json-value.ts';
import { type GuardedPlaces, type Place, placeOf, settingsBehind } from '../core/protection/guarded-places.ts';
import type { GuardedFiles } from '../core/protection/judge-settings.ts';
import { isWithin, nameOf, resolvePath } from '../core/protection/path-text.ts';
import { mayConcernGuard, maySet, namesGuard, telltaleNames } from '../core/protection/quick-mention.ts';
import { type Refusal, refuseOwn } from '../core/protection/refusal.ts';
import { targetsOf } from '../core/protection/tool-targets.ts';
import { DeadlineError, type World } from '../ports/world.ts';
import { readTextIfExists } from './atomic-file.ts';
import { findGuardedPlaces, type GuardSite, realFolderPath, realPath } from './guard-places.ts';
import { judgeConfigChange, rememberSettings } from './settings-memory.ts';

export interface SelfProtectionOptions extends GuardSite {
  /** Where the settings of a session's start are remembered; undefined for a trial, which leaves no trace. */
  readonly memory: string | undefined;
  /** Runs a computation within the deadline. */
  readonly bounded: World['bounded'];
  /** Told of faults that do not change the judgement. */
  readonly onFault: (step: string, error: unknown) => void;
}

const files: GuardedFiles = { read: readText, real: realPath, realFolder: realFolderPath };

function readText(file: string): string | undefined {
  try {
    return readTextIfExists(file);
  } catch (error) {
    if (fs.statSync(file).isDirectory()) return undefined;
    throw error;
  }
}

/**
 * The guard's protection of itself (docs/self-protection.md). A call that touches nothing guarded costs a few comparisons;
 * what judges closer is loaded only when a cheap test says that a call could concern the guard.
 */
export function createSelfProtection(options: SelfProtectionOptions): NonNullable<World['protection']> {
  return async (event, laws) => {
    const cwd = event.cwd ?? options.project;
    if (event.name === 'SessionStart')
      return rememberSettings(event, options, () => findGuardedPlaces(options, cwd), factVariables(laws));
    if (event.name === 'ConfigChange') return judgeConfigChange(event, options, factVariables(laws));
    if (event.tool === undefined || eventInfo(event.name).role !== 'gate') return undefined;
    return (
      (await judgeFileTool(event, event.tool, laws, options)) ?? (await judgeShellTool(event.tool, laws, cwd, options))
    );
  };
}

/** The variables from which the laws in force take facts. */
function factVariables(laws: readonly LawInForce[]): string[] {
  return laws.flatMap(({ law }) =>
    Object.values(law.context).flatMap(({ source }) => (source.kind === 'env' ? [source.variable] : [])),
  );
}

async function judgeFileTool(
  event: HookEvent,
  tool: ToolCall,
  laws: readonly LawInForce[],
  options: SelfProtectionOptions,
): Promise<Refusal | undefined> {
  const targets = targetsOf(tool);
  if (targets.length === 0) return undefined;
  const places = findGuardedPlaces(options, event.cwd ?? options.project);
  for (const target of targets) {
    const place = placeOfTarget(target, places);
    if (place === undefined) continue;
    if (place.kind !== 'settings') return refuseOwn(place.path, place.kind);
    const { judgeSettings } = await import('../core/protection/judge-settings.ts');
    const { resultingText } = await import('../core/protection/resulting-text.ts');
    const result = resultingText(tool.name, tool.input, files.read(place.file));
    if (result.kind === 'unchanged') continue;
    const becoming = result.kind === 'text' ? { text: result.text } : ('unknown' as const);
    const refusal = judgeSettings(place, becoming, { files, factVariables: factVariables(laws) });
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

async function judgeShellTool(
  tool: ToolCall,
  laws: readonly LawInForce[],
  cwd: string,
  options: SelfProtectionOptions,
): Promise<Refusal | undefined> {
  const command = ownString(tool.input, 'command');
  if (command === undefined || !mayConcern(command, cwd, options)) return undefined;
  const places = findGuardedPlaces(options, cwd);
  const { judgeCommand } = await import('../core/protection/judge-command.ts');
  const judgement = { places, files, factVariables: factVariables(laws) };
  try {
    const { judgePowerShell } = await import('../core/protection/judge-powershell.ts');
    const isPowerShell = tool.name === 'PowerShell';
    return options.bounded(
      () =>
        (isPowerShell ? judgePowerShell(command, judgement) : undefined) ??
        judgeCommand(command, judgement, name => options.env[name], !isPowerShell),
    );
  } catch (error) {
    if (error instanceof DeadlineError || namesGuard(command)) throw error;
    options.onFault('a command could not be read for what it does to the guard', error);
    return undefined;
  }
}

function mayConcern(command: string, cwd: string, options: SelfProtectionOptions): boolean {
  const names = telltaleNames(options.stateFolders);
  if (mayConcernGuard(command, { names, near: false })) return true;
  if (!maySet(command)) return false;
  const places = findGuardedPlaces(options, cwd);
  return isNear(places) || leadsToGuard(command, places);
}

/** Whether the working folder is a guarded one, or one of the folders right above. */
function isNear({ cwd, home, stateFolders, program, configFolders }: GuardedPlaces): boolean {
  const own = [...stateFolders, ...program, ...configFolders];
  if (nameOf(cwd) === '.claude' || own.some(folder => isWithin(cwd, folder))) return true;
  return [...stateFolders, ...program].some(folder => isWithin(folder, cwd)) && cwd !== home && cwd !== '/';
}

/** How many words of a command are followed on the disk. */
const mostWords = 40;

/** Whether a word of a command is a link that leads to a guarded place, whatever it is called. */
function leadsToGuard(command: string, places: GuardedPlaces): boolean {
  const words = command.split(/[\s;&|()<>"'`=]+/).filter(word => word !== '' && !word.startsWith('-'));
  return words.slice(0, mostWords).some(word => {
    const path = resolvePath(places.cwd, word);
    const real = realPath(path);
    if (real === path) return places.program.includes(path);
    const above = [...places.stateFolders, ...places.program].some(folder => isWithin(folder, real));
    return above || placeOf(real, places) !== undefined || settingsBehind([real], places, realPath).length > 0;
  });
}
