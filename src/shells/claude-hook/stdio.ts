import fs from 'node:fs';

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Waits without giving up the thread; only ever for a few milliseconds at a full pipe. */
function wait(ms: number): void {
  Atomics.wait(pause, 0, 0, ms);
}

/**
 * Writes a text whole before it returns. A full pipe is waited for, since output that is still on its way when the
 * process ends would be lost; a reader that is gone is not.
 * @param patience the longest to wait for a full pipe, in milliseconds
 */
export function writeWhole(fd: number, text: string, patience: number): void {
  const bytes = Buffer.from(text);
  const end = performance.now() + patience;
  let at = 0;
  while (at < bytes.length) {
    try {
      at += fs.writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) return;
      wait(2);
    }
  }
}

function readSome(fd: number, buffer: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.read(fd, buffer, 0, buffer.length, null, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}

/** Reads by calls of its own; in the executable that costs half of what a stream costs to set up. */
async function readByCalls(maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  while (total <= maxBytes) {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    let count: number;
    try {
      count = await readSome(0, buffer);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') break;
      if (code !== 'EAGAIN') throw error;
      await new Promise(resolve => setTimeout(resolve, 2));
      continue;
    }
    if (count === 0) break;
    chunks.push(buffer.subarray(0, count));
    total += count;
  }
  return Buffer.concat(chunks, total);
}

async function readByStream(maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of process.stdin) {
    const data = chunk as Buffer;
    chunks.push(data);
    total += data.length;
    if (total > maxBytes) break;
  }
  return Buffer.concat(chunks, total);
}

/**
 * Reads standard input to its end, or until it is longer than allowed: then the rest stays unread, and the result is
 * longer than `maxBytes`.
 * Node cannot end while a read of its own is under way on an input that nobody closes, and the deadline has to end the
 * process, so there the stream is used.
 * @throws the file system's error when it cannot be read
 */
export function readStandardInput(maxBytes: number): Promise<Buffer> {
  return 'bun' in process.versions ? readByCalls(maxBytes) : readByStream(maxBytes);
}
