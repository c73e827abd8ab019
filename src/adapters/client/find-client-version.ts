import os from 'node:os';
import { findProgram } from '../find-program.ts';
import { runProgram } from './run-program.ts';

/** The client that is installed. */
export interface InstalledClient {
  /** The path of the program. */
  readonly file: string;
  /** Such as `2.1.332`. */
  readonly version: string;
}

/** How long the client may take to tell its version, in milliseconds. */
const patience = 10_000;

/** The client that `PATH` leads to; undefined when there is none, or when it does not tell its version. Never throws. */
export async function findClientVersion(
  env: Readonly<Record<string, string | undefined>>,
): Promise<InstalledClient | undefined> {
  const file = findProgram('claude', '/', env);
  if (file === undefined) return undefined;
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const program = { file, args: ['--version'], cwd: os.tmpdir(), env: Object.fromEntries(set), stdin: '' };
  const signal = new AbortController().signal;
  try {
    const { stdout } = await runProgram({ ...program, timeout: patience, most: 10_000, signal });
    const version = /^(\d+\.\d+\.\d+\S*)/.exec(stdout.trim())?.[1];
    return version === undefined ? undefined : { file, version };
  } catch {
    return undefined;
  }
}
