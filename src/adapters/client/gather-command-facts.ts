import fs from 'node:fs';
import path from 'node:path';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { expandWith } from '../../core/self-test/command/command-word.ts';
import { readCommand, type StartedFile } from '../../core/self-test/command/read-command.ts';
import { readShebang } from '../../core/self-test/command/shebang.ts';
import type { CommandFacts, NamedFile } from '../../core/self-test/self-test-view.ts';
import { findProgram } from '../find-program.ts';
import { hookEnvironment } from './hook-environment.ts';
import type { HookPlace } from './hook-place.ts';

interface Surroundings {
  /** The whole environment of the hook's process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly home: string;
}

/** The largest script that is read, in bytes. */
const largestText = 256 * 1024;

/** Looks up on this machine what a hook's command names. Nothing is run. */
export function gatherCommandFacts(hook: ConfiguredHook, place: HookPlace): CommandFacts {
  const reading = readCommand(hook.entry);
  const env = hookEnvironment(hook.source, hook.event, place, '');
  const surroundings = { env, cwd: place.cwd, home: env['HOME'] ?? place.home };
  const named = reading.started.map(started => lookUp(started, surroundings));
  const programs = named.filter(({ started }) => started?.role === 'program');
  const scripts = named.filter(({ started }) => started?.role === 'script');
  return { reading, programs: [...programs, ...programs.flatMap(file => interpreterOf(file, surroundings))], scripts };
}

function lookUp(started: StartedFile, surroundings: Surroundings): NamedFile {
  const { env, home, cwd } = surroundings;
  const variable = (name: string): string | undefined => (name === 'PWD' ? cwd : env[name]);
  const named = expandWith(started.word, variable, home);
  const folder = started.folder === undefined ? cwd : expandWith(started.folder, variable, home);
  const place = named === undefined || folder === undefined ? undefined : path.resolve(cwd, folder);
  if (named === undefined || place === undefined) {
    const open = { path: undefined, state: 'missing', executable: false, text: undefined } as const;
    return { named: named ?? started.word.value, ...open, started };
  }
  const bare = started.role === 'program' && !/[\\/]/.test(named);
  const file = bare ? findProgram(named, place, env) : path.resolve(place, named);
  return { ...describeFile(named, file), started };
}

/** A file as it is on the disk; `missing` without a path when no folder of `PATH` has it. */
function describeFile(named: string, file: string | undefined): NamedFile {
  const missing = { named, path: file, state: 'missing', executable: false, text: undefined } as const;
  if (file === undefined) return missing;
  try {
    const stats = fs.statSync(file);
    if (stats.isDirectory()) return { named, path: file, state: 'folder', executable: false, text: undefined };
    return { named, path: file, state: 'file', executable: isExecutable(file), text: readText(file, stats.size) };
  } catch {
    return missing;
  }
}

/** The interpreter that the first line of a program names, where there is one. */
function interpreterOf({ path: file, text, named }: NamedFile, { env, cwd }: Surroundings): NamedFile[] {
  const shebang = file === undefined || text === undefined ? undefined : readShebang(text);
  if (shebang === undefined) return [];
  const { program } = shebang;
  return [{ ...describeFile(program, findProgram(program, cwd, env)), neededBy: named }];
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function readText(file: string, size: number): string | undefined {
  if (size > largestText) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(file));
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
