import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const root = path.join(import.meta.dirname, '..', '..');

const executableName = process.platform === 'win32' ? 'hooklaw.exe' : 'hooklaw';

/** hooklaw as Node runs it: `folder` holds bin/ and dist/. */
export function nodeProgram(folder = root) {
  return { name: 'node', command: process.execPath, args: [path.join(folder, 'bin', 'hooklaw.js')] };
}

/** hooklaw as a single executable. */
export function executableProgram(file = path.join(root, 'build', executableName)) {
  return { name: 'exe', command: file, args: [] };
}

/** Copies a program into `folder`, so that a test may delete it. */
export function copyProgram(program, folder) {
  fs.mkdirSync(folder, { recursive: true });
  if (program.name === 'exe') {
    const file = path.join(folder, executableName);
    fs.copyFileSync(program.command, file);
    return executableProgram(file);
  }
  for (const part of ['bin', 'dist', 'package.json']) {
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  return nodeProgram(folder);
}

/** Runs one hooklaw command to its end and gives its output; throws with what it printed when it fails. */
export async function runHooklaw(program, args, { cwd, env }) {
  try {
    const { stdout } = await run(program.command, [...program.args, ...args], { cwd, env });
    return stdout;
  } catch (error) {
    const how = `exit ${error.code ?? error.signal}`;
    throw new Error(`\`hooklaw ${args.join(' ')}\` failed (${how}):\n${error.stdout ?? ''}${error.stderr ?? ''}`);
  }
}
