import type { IncomingMessage } from 'node:http';
import { CallRefused } from './refused.ts';

export interface BodyLimits {
  /** Most bytes of one body. */
  readonly maxBytes: number;
  /** How long a body may take to arrive, in milliseconds. */
  readonly timeoutMs: number;
}

/** Bytes of all bodies that are being read or judged; past the limit no further one is taken in. */
export class BodyMeter {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get held(): number {
    return this.#held;
  }

  /** Whether there is room for so many more; if so they are held. */
  readonly hold = (bytes: number): boolean => {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  };

  readonly release = (bytes: number): void => {
    this.#held -= bytes;
  };
}

/** A body, and what gives its memory free again. */
export interface Body {
  readonly bytes: Buffer;
  readonly release: () => void;
}

/**
 * Reads a request's body whole.
 * @param event the event that the URL names
 * @throws {CallRefused} for one that is too large, too slow, compressed, or cut off, and when all bodies together take too much memory
 */
export function readBody(
  request: IncomingMessage,
  event: string | undefined,
  { maxBytes, timeoutMs }: BodyLimits,
  meter: BodyMeter,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const end = (): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', cutOff).off('close', cutOff);
    };
    const refuse = (kind: 'event' | 'busy', detail: string): void => {
      end();
      meter.release(total);
      request.resume();
      reject(new CallRefused({ kind, detail }, event));
    };
    const take = (chunk: Buffer): void => {
      if (total + chunk.length > maxBytes) {
        refuse('event', `the event is larger than ${maxBytes} bytes`);
      } else if (meter.hold(chunk.length)) {
        total += chunk.length;
        chunks.push(chunk);
      } else {
        refuse('busy', 'the server holds too many large events at the moment');
      }
    };
    const finish = (): void => {
      end();
      resolve({ bytes: Buffer.concat(chunks, total), release: () => meter.release(total) });
    };
    const cutOff = (): void => refuse('event', 'the event was cut off before its end');
    const late = (): void => refuse('event', `the event did not arrive within ${timeoutMs} ms`);
    const timer = setTimeout(late, timeoutMs);
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return refuse('event', `the event is encoded (\`${encoding.slice(0, 40)}\`), which is not read`);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      return refuse('event', `the event is larger than ${maxBytes} bytes`);
    request.on('data', take).on('end', finish).on('error', cutOff).on('close', cutOff);
  });
}

/** How long the rest of a body that is not read is waited for, in milliseconds. */
const lingerMs = 2_000;

/**
 * Lets the rest of a request come in and go nowhere, for a while: a caller that is still sending when the connection ends would not
 * read its answer.
 * @returns whether it came to its end
 */
export function discardRest(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded || request.destroyed) return Promise.resolve(request.readableEnded);
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer);
      request.off('end', done).off('close', done).off('error', done);
      resolve(request.readableEnded);
    };
    const timer = setTimeout(done, lingerMs);
    request.on('end', done).on('close', done).on('error', done);
    request.resume();
  });
}
