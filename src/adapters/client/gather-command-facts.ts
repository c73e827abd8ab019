import fs from 'node:fs';
import path from 'node:path';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { expandWith } from '../../core/self-test/command/command-word.ts';
import { readCommand, type StartedFile } from '../../core/self-test/command/read-command.ts';
import { readShebang } from '../../core/self-test/command/shebang.ts';
import type { CommandFacts, NamedFile } from '../../core/self-test/self-test-view.ts';

/** As what a hook would run. */
export interface CommandSurroundings {
  /** The whole environment of the hook's process, the settings' `env` and the client's own variables included. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The session's folder, in which hooks run. */
  readonly cwd: string;
  readonly home: string;
}

/** The largest script that is read, in bytes. */
const largestText = 256 * 1024;

/** Looks up on this machine what a hook's command names. Nothing is run. */
export function gatherCommandFacts(hook: ConfiguredHook, surroundings: CommandSurroundings): CommandFacts {
  const reading = readCommand(hook.entry);
  const named = reading.started.map(started => lookUp(started, surroundings));
  const programs = named.filter(({ started }) => started?.role === 'program');
  const scripts = named.filter(({ started }) => started?.role === 'script');
  return { reading, programs: [...programs, ...programs.flatMap(file => interpreterOf(file, surroundings))], scripts };
}

function lookUp(started: StartedFile, surroundings: CommandSurroundings): NamedFile {
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
  const file = bare ? findOnPath(named, env) : path.resolve(place, named);
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
function interpreterOf({ path: file, text, named }: NamedFile, { env }: CommandSurroundings): NamedFile[] {
  const shebang = file === undefined || text === undefined ? undefined : readShebang(text);
  if (shebang === undefined) return [];
  const { program } = shebang;
  return [{ ...describeFile(program, program.includes('/') ? program : findOnPath(program, env)), neededBy: named }];
}

function findOnPath(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter(path.isAbsolute);
  const files = folders.flatMap(folder => endings.map(ending => path.join(folder, `${name}${ending}`)));
  return files.find(file => isExecutable(file) && fs.statSync(file).isFile());
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
