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
 * Reads a regular file, and no more of it than is allowed. A device or a pipe could go on for ever, some files of the
 * system say that they are empty and are not, and nothing can interrupt the reading.
 * @param most the largest size that is read, in bytes
 * @throws {UnreadableFile} for anything else, and the file system's error
 */
export function readRegularFile(file: string, most: number = largestFile): Buffer {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const stats = fs.fstatSync(fd);
    if (stats.isDirectory()) throw new UnreadableFile('is a folder');
    if (!stats.isFile()) throw new UnreadableFile('is not a regular file');
    return readUpTo(fd, stats.size, most);
  } finally {
    fs.closeSync(fd);
  }
}

/**
 * Reads to the end, which only an empty reading shows: some file systems give less than was asked for. The first piece
 * is as large as the file says it is, so that mostly there is one.
 */
function readUpTo(fd: number, size: number, most: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (let room = Math.min(size, most) + 1; ; room = 64 * 1024) {
    const chunk = Buffer.allocUnsafe(room);
    const count = fs.readSync(fd, chunk, 0, room, null);
    if (count === 0) break;
    total += count;
    if (total > most) throw new UnreadableFile(`is larger than ${most} bytes`);
    chunks.push(chunk.subarray(0, count));
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, total);
}
