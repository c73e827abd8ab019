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

/** Copies a program into `folder`, so that a test may delete it and a build may replace the original. */
export function copyProgram(program, folder) {
  const parts = program.name === 'exe' ? [program.command] : nodeParts.map(part => path.join(folderOf(program), part));
  for (const part of parts) fs.cpSync(part, path.join(folder, path.basename(part)), { recursive: true });
  if (program.name === 'node') fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return program.name === 'exe' ? executableProgram(path.join(folder, executableName)) : nodeProgram(folder);
}

const nodeParts = ['bin', 'dist', 'package.json'];

function folderOf({ args: [entry] }) {
  return path.dirname(path.dirname(entry));
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
