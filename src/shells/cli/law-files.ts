import path from 'node:path';
import { findLawFiles, findProjectRoot } from '../../adapters/law-files.ts';
import { defaultStateDir } from '../../adapters/state-dir.ts';
import { createStateFolder, type StateFolder } from '../../adapters/state-folder.ts';
import { type CliIo, CommandError } from './io.ts';

/** The project that a command is run in. */
export function currentProject(io: CliIo): string {
  return findProjectRoot(io.cwd) ?? io.cwd;
}

/** The law that the environment names. */
export function namedLaw(io: CliIo): string | undefined {
  const named = io.env['HOOKLAW_LAW'];
  return named === undefined || named === '' ? undefined : path.resolve(io.cwd, named);
}

/**
 * The law files that a command is about: those given, else those in force here, by names relative to the current folder.
 * @throws {CommandError} when there are none
 */
export function chooseLawFiles(given: readonly string[], io: CliIo): readonly string[] {
  if (given.length > 0) return given;
  const found = findLawFiles({
    named: namedLaw(io),
    project: currentProject(io),
    env: io.env,
    platform: process.platform,
  });
  if (found.length === 0) throw new CommandError('there is no law file here', 'name one, or run `hooklaw init`');
  return found.map(({ file }) => path.relative(io.cwd, file) || file);
}

/** The state folder that a flag or the environment names, else the project's own. */
export function chooseStateFolder(given: string | undefined, io: CliIo): StateFolder {
  const named = given ?? io.env['HOOKLAW_STATE_DIR'];
  return createStateFolder(
    named === undefined || named === '' ? defaultStateDir(currentProject(io), io.env) : path.resolve(io.cwd, named),
  );
}
