import fs from 'node:fs';
import path from 'node:path';
import type { LawInForce } from '../core/decision/decide.ts';
import { eventInfo } from '../core/event/catalogue.ts';
import { mayConcernGuard, maySet, namesGuard, telltaleNames } from '../core/protection/quick-mention.ts';
import { commandOf, targetsOf } from '../core/protection/tool-targets.ts';
import { DeadlineError, type World } from '../ports/world.ts';
import { readTextIfExists, writeFileAtomic } from './atomic-file.ts';
import { sha256 } from './digest.ts';
import type { GuardSite } from './guard-places.ts';
import { accountHome } from './law-files.ts';
import type { MemoryTools } from './settings-memory.ts';
import { homeFolder } from './state-dir.ts';

export interface SelfProtectionOptions extends Omit<GuardSite, 'homes'> {
  /** Where the settings of a session's start are remembered; undefined for a trial, which leaves no trace. */
  readonly memory: string | undefined;
  /** Runs a computation within the deadline. */
  readonly bounded: World['bounded'];
  /** Told of faults that do not change the judgement. */
  readonly onFault: (step: string, error: unknown) => void;
}

/** How the guard touches files; handed on, since what is loaded on need should bring little with it. */
const tools: MemoryTools = { readText: readTextIfExists, write: writeFileAtomic, digest: sha256 };

/**
 * The guard's protection of itself (docs/self-protection.md). A call that touches nothing guarded costs a few comparisons;
 * what judges closer is loaded only when a cheap test says that a call could concern the guard.
 */
export function createSelfProtection(options: SelfProtectionOptions): NonNullable<World['protection']> {
  const site = (): GuardSite => {
    const home = homeFolder(options.env);
    return { ...options, homes: [...new Set([home, accountHome() ?? home])] };
  };
  return async (event, laws) => {
    if (event.name === 'SessionStart' || event.name === 'ConfigChange') {
      const { judgeConfigChange, rememberSettings } = await import('./settings-memory.ts');
      const judge = event.name === 'SessionStart' ? rememberSettings : judgeConfigChange;
      return judge(event, { ...site(), memory: options.memory, onFault: options.onFault }, factVariables(laws), tools);
    }
    const { tool } = event;
    if (tool === undefined || eventInfo(event.name).role !== 'gate') return undefined;
    const cwd = event.cwd ?? options.project;
    const targets = targetsOf(tool).filter(target => !isPlainlyElsewhere(path.resolve(cwd, target), options));
    const command = commandOf(tool);
    const { mentioned, sets, named } = command === undefined ? nothingSeen : lookAt(command, options);
    if (targets.length === 0 && !mentioned && !sets) return undefined;
    const { judgeCommandCall, judgeTargets } = await import('./guard.ts');
    const call = { tool, site: site(), cwd, factVariables: factVariables(laws) };
    const refusal = await judgeTargets(targets, call, tools.readText);
    if (refusal !== undefined || command === undefined) return refusal;
    try {
      const strict = named && sets && tool.name !== 'PowerShell';
      return await judgeCommandCall(command, { mentioned, strict }, call, tools.readText, options.bounded);
    } catch (error) {
      if (error instanceof DeadlineError || named) throw error;
      options.onFault('a command could not be read for what it does to the guard', error);
      return undefined;
    }
  };
}

/** The package's folder, or one above it. */
const ownFolder = path.resolve(import.meta.dirname, '..', '..');

/**
 * Whether a file is certainly none of the guard's, by its path and by where its links lead. Settings are JSON and lie in
 * folders that are called after Claude, wherever they are kept.
 */
function isPlainlyElsewhere(file: string, { stateFolders }: SelfProtectionOptions): boolean {
  const forms = realForms(file);
  const own = [
    ownFolder,
    process.execPath,
    ...stateFolders,
    ...stateFolders.flatMap(folder => realForms(folder) ?? []),
  ];
  const near = (form: string): boolean => own.some(at => form.startsWith(at) || at.startsWith(form));
  return forms?.some(form => /claude|setting|hooklaw|json|[\\/]~/i.test(form) || near(form)) === false;
}

/** A path as it is and with its links followed; undefined where that is not plain. */
function realForms(file: string): string[] | undefined {
  try {
    if (fs.lstatSync(file, { throwIfNoEntry: false }) === undefined)
      return [file, path.join(fs.realpathSync.native(path.dirname(file)), path.basename(file))];
    return [file, fs.realpathSync.native(file)];
  } catch {
    return undefined;
  }
}

const nothingSeen = { mentioned: false, sets: false, named: false };

/** From this length on, in characters, even the cheap tests are held to the deadline. */
const longCommand = 20_000;

/** What the words of a command show at once. */
function lookAt(command: string, { stateFolders, bounded }: SelfProtectionOptions): typeof nothingSeen {
  const look = (): typeof nothingSeen => ({
    mentioned: mayConcernGuard(command, { names: telltaleNames(stateFolders) }),
    sets: maySet(command),
    named: namesGuard(command),
  });
  return command.length < longCommand ? look() : bounded(look);
}

/** The variables from which the laws in force take facts. */
function factVariables(laws: readonly LawInForce[]): string[] {
  return laws.flatMap(({ law }) =>
    Object.values(law.context).flatMap(({ source }) => (source.kind === 'env' ? [source.variable] : [])),
  );
}
