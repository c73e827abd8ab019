import fs from 'node:fs';
import path from 'node:path';
import { readTextIfExists } from './atomic-file.ts';
import { makeFolder } from './folders.ts';

/**
 * Appends one line to a file, in one write, so that processes that append at the same time never mix their lines.
 * When the file ends in a torn line (a disk that was full), the new line starts afresh.
 * @throws the file system's error when the line could not be written whole, or an error when the file is a pipe or a
 * device, which does not keep it
 */
export function appendJsonLine(file: string, value: unknown): void {
  const fd = openForAppend(file);
  try {
    const stats = fs.fstatSync(fd);
    // A full pipe would hold the hook up until its host gives up.
    if (stats.isFIFO()) throw new Error(keepsNothing(file));
    const { size } = stats;
    const last = Buffer.alloc(1);
    const torn = size > 0 && fs.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    const line = Buffer.from(`${torn ? '\n' : ''}${JSON.stringify(value)}\n`);
    const written = fs.writeSync(fd, line);
    if (written !== line.length) throw new Error(`only ${written} of ${line.length} bytes could be written to ${file}`);
    if (!stats.isFile()) throw new Error(keepsNothing(file));
  } finally {
    fs.closeSync(fd);
  }
}

function keepsNothing(file: string): string {
  return `${file} is not a regular file, so it keeps nothing`;
}

function openForAppend(file: string): number {
  try {
    return fs.openSync(file, 'a+', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(path.dirname(file));
    return fs.openSync(file, 'a+', 0o600);
  }
}

/** Reads a file of JSON lines; a line that does not parse is left out. A file that does not exist has none. */
export function readJsonLines<T>(file: string): T[] {
  const text = readTextIfExists(file) ?? '';
  return text.split('\n').flatMap(line => {
    try {
      return line === '' ? [] : [JSON.parse(line) as T];
    } catch {
      return [];
    }
  });
}
