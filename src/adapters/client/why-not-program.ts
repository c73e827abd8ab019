import fs from 'node:fs';

/**
 * Why the system would not run a file as a program, as the end of «`file` …»; undefined when it would. A shell, and Node,
 * run a text without a first line `#!` by `/bin/sh`; the client does not (ENOEXEC, observed).
 */
export function whyNotProgram(file: string): string | undefined {
  try {
    if (!fs.statSync(file).isFile()) return 'is not a file (EACCES)';
    if (process.platform === 'win32') return undefined;
    fs.accessSync(file, fs.constants.X_OK);
    return isPlainText(file) ? 'has no first line `#!` that names its interpreter (ENOEXEC)' : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'is not there (ENOENT)';
    return code === 'EACCES' ? 'is not executable (EACCES)' : `cannot be run (${code ?? 'unknown'})`;
  }
}

/** A program that may be run and not read is taken for one. */
function isPlainText(file: string): boolean {
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, 'r');
    const start = Buffer.alloc(512);
    const text = start.subarray(0, fs.readSync(fd, start, 0, start.length, 0));
    return !text.includes(0) && text.toString('latin1', 0, 2) !== '#!';
  } catch {
    return false;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
