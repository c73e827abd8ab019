import fs from 'node:fs';

/**
 * The whole lines at the end of a file.
 * @param most how many bytes to look at
 * @returns no line where the file cannot be read
 */
export function readLastLines(file: string, most: number): string[] {
  let fd: number;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch {
    return [];
  }
  try {
    const { size } = fs.fstatSync(fd);
    const length = Math.min(size, most);
    const bytes = Buffer.alloc(length);
    const read = fs.readSync(fd, bytes, 0, length, size - length);
    const lines = bytes.toString('utf8', 0, read).split('\n');
    // What the look begins with is the rest of a line.
    return (length < size ? lines.slice(1) : lines).filter(line => line !== '');
  } catch {
    return [];
  } finally {
    fs.closeSync(fd);
  }
}
