import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from './folders.ts';
import { readRegularFile, UnreadableFile } from './read-regular-file.ts';

function temporaryName(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.${Math.random().toString(36).slice(2)}`);
}

function writeTemporary(file: string, content: string | Uint8Array): string {
  const temporary = temporaryName(file);
  makeFolder(path.dirname(file));
  fs.writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
  return temporary;
}

/** Writes a file whole or not at all; an existing one is replaced. */
export function writeFileAtomic(file: string, content: string | Uint8Array): void {
  const temporary = writeTemporary(file, content);
  try {
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes a file whole, but only if there is none yet.
 * @returns whether this call wrote it; false when another was first
 */
export function writeFileOnce(file: string, content: string | Uint8Array): boolean {
  const temporary = writeTemporary(file, content);
  try {
    fs.linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/**
 * The text of a regular file, or undefined when there is none.
 * @throws {UnreadableFile} for a folder, a pipe or a device, and the file system's error
 */
export function readTextIfExists(file: string): string | undefined {
  try {
    return readRegularFile(file, Number.POSITIVE_INFINITY).toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error instanceof UnreadableFile ? new UnreadableFile(`${file} ${error.message}`) : error;
  }
}
