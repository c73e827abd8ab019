import fs from 'node:fs';
import path from 'node:path';
import { canonicalFolder, findLawFiles, findProjectRoot } from '../../adapters/law-files.ts';
import { findPinnedRoot } from '../../adapters/project-roots.ts';
import { defaultStateDir, stateHome } from '../../adapters/state-dir.ts';
import { createStateFolder, type StateFolder } from '../../adapters/state-folder.ts';
import { findWiredOptions } from '../../adapters/wired-hook.ts';
import { type CliIo, CommandError } from './io.ts';

/** The project that a command is run in. */
export function currentProject(io: CliIo): string {
  return findProjectRoot(io.cwd, io.env) ?? io.cwd;
}

/** What a command is told of where the law and the state are. */
export interface PlaceFlags {
  readonly law?: string;
  readonly stateDir?: string;
  readonly project?: string;
}

export interface ChosenPlace {
  readonly project: string;
  readonly named: string | undefined;
  readonly folder: StateFolder;
  readonly userFolder: StateFolder;
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/**
 * Where the law and the state are, as they are for the hook: a flag decides, else the hook's own entry in the settings,
 * else the environment, else what is found in the project.
 */
export function choosePlace(flags: PlaceFlags, io: CliIo): ChosenPlace {
  const project = canonicalFolder(
    flags.project === undefined ? currentProject(io) : path.resolve(io.cwd, flags.project),
  );
  if (!fs.existsSync(project))
    throw new CommandError(`there is no folder \`${project}\``, 'name the project with --project');
  const wired = findWiredOptions(project, io.env);
  const law = flags.law ?? wired.law ?? given(io.env['HOOKLAW_LAW']);
  const state = flags.stateDir ?? wired.stateDir ?? given(io.env['HOOKLAW_STATE_DIR']);
  return {
    project,
    named: law === undefined ? undefined : path.resolve(io.cwd, law),
    userFolder: createStateFolder(stateHome(io.env)),
    folder: createStateFolder(
      state === undefined ? defaultStateDir(findPinnedRoot(project, io.env), io.env) : path.resolve(io.cwd, state),
    ),
  };
}

/**
 * The law files that a command is about: those given, else those in force here, by names relative to the current folder.
 * @throws {CommandError} when there are none
 */
export function chooseLawFiles(
  given: readonly string[],
  { project, named }: ChosenPlace,
  io: CliIo,
): readonly string[] {
  if (given.length > 0) return given;
  const found = findLawFiles({ named, project, env: io.env, platform: process.platform });
  if (found.length === 0) throw new CommandError('there is no law file here', 'name one, or run `hooklaw init`');
  return found.map(({ file }) => path.relative(io.cwd, file) || file);
}
