import fs from 'node:fs';

/** The largest law, or file with facts, that is read. */
const largestFile = 8 * 1024 * 1024;

/** A path that is no regular file, or one that is too large. */
export class UnreadableFile extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'UnreadableFile';
  }
}

/**
 * Reads a regular file. A device or a pipe could go on for ever, and nothing can interrupt the reading.
 * @throws {UnreadableFile} for anything else, and the file system's error
 */
export function readRegularFile(file: string): Buffer {
  const { size, ...stats } = describe(file);
  if (stats.isFolder) throw new UnreadableFile('is a folder');
  if (!stats.isFile) throw new UnreadableFile('is not a regular file');
  if (size > largestFile) throw new UnreadableFile(`is larger than ${largestFile} bytes`);
  return fs.readFileSync(file);
}

function describe(file: string): { size: number; isFile: boolean; isFolder: boolean } {
  const stats = fs.statSync(file);
  return { size: stats.size, isFile: stats.isFile(), isFolder: stats.isDirectory() };
}
