import fs from 'node:fs';
import path from 'node:path';
import type { CommandSource } from '../../core/context/fact.ts';
import { findProgram } from '../find-program.ts';
import { endGroup, watchStartedPrograms } from '../started-programs.ts';
import { FactFailure } from './fact-failure.ts';
import { protectedFile, type SourcePlace } from './fact-place.ts';
import { decode, unreadable } from './read-fact-file.ts';

/** The most that a command may print, in bytes. */
const largestOutput = 64 * 1024;

/**
 * Variables by which foreign code gets into a program that nobody has touched. A project's settings can set them for the
 * hook; the command does not get them.
 */
const poisonous =
  /^(?:NODE_OPTIONS|NODE_PATH|BUN_.*|LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|BASH_FUNC_.*|PYTHON(?:PATH|STARTUP|HOME)|PERL5(?:LIB|OPT|DB)|RUBY(?:LIB|OPT))$/;

const windows = process.platform === 'win32';

function isFile(file: string): boolean {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Files among the arguments, such as the script of an interpreter: they decide as much as the program does. */
function filesAmong(args: readonly string[], folder: string): string[] {
  return args.filter(arg => arg !== '' && isFile(path.resolve(folder, arg)));
}

function protect([program, ...args]: CommandSource['command'], source: CommandSource, place: SourcePlace): string {
  try {
    const file = findProgram(program, place.folder, place.env);
    if (file === undefined) throw new FactFailure(`there is no program \`${program}\``);
    protectedFile(file, source.untrustedOk, place);
    for (const arg of filesAmong(args, place.folder)) protectedFile(arg, source.untrustedOk, place);
    return file;
  } catch (error) {
    throw unreadable(program, error);
  }
}

function environment(env: SourcePlace['env']): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !poisonous.test(entry[0]),
  );
  return Object.fromEntries(kept);
}

/** What is asked of a program that failed. */
interface Failed {
  readonly isMaxBuffer: boolean;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly code?: string | undefined;
}

function whyFailed(result: Failed, program: string): string {
  if (result.isMaxBuffer) return `\`${program}\` printed more than ${largestOutput} bytes`;
  if (result.exitCode !== undefined) return `\`${program}\` ended with exit code ${result.exitCode}`;
  if (result.signal !== undefined) return `\`${program}\` was ended by ${result.signal}`;
  return `\`${program}\` cannot be started${result.code === undefined ? '' : ` (${result.code})`}`;
}

/**
 * Runs the command of a fact: no shell, no standard input, in the folder of the law, in a process group of its own, which
 * is ended with it.
 * @returns what it printed, without the last line's end
 * @throws {FactFailure} when it fails, or may not be run
 */
export async function runFactCommand(source: CommandSource, place: SourcePlace): Promise<string> {
  const [program, ...args] = source.command;
  if (!place.fact.trusted)
    throw new FactFailure(
      `it comes from the command \`${program}\`, and commands are only run for a law that is trusted; \`hooklaw trust\` or \`hooklaw approve\` makes it so`,
    );
  const file = protect(source.command, source, place);
  const { execa } = await import('execa');
  place.signal.throwIfAborted();
  const programs = watchStartedPrograms();
  const child = execa(file, args, {
    cwd: place.folder,
    env: environment(place.env),
    extendEnv: false,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    encoding: 'buffer',
    maxBuffer: largestOutput,
    stripFinalNewline: false,
    reject: false,
    cleanup: false,
    detached: !windows,
    windowsHide: true,
  });
  const { pid } = child;
  programs.add(pid);
  const end = (): void => {
    if (pid !== undefined) endGroup(pid);
  };
  // What the program leaves behind could hold its output open, and must not be waited for.
  child.once('exit', end);
  // Where too much was printed, execa stops reading, and the program could go on for ever.
  child.stdout.once('close', () => {
    if (!child.stdout.readableEnded) end();
  });
  place.signal.addEventListener('abort', end, { once: true });
  try {
    const result = await child;
    if (result.failed) throw new FactFailure(whyFailed(result, program));
    return decode(result.stdout, program).replace(/\r?\n$/, '');
  } finally {
    place.signal.removeEventListener('abort', end);
    programs.release();
  }
}
