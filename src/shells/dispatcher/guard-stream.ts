import type { RunningCall } from './guard-call.ts';
import type { PermittedScope } from './guard-scope.ts';

/** The most of a stream that is kept for what is told of the call, in characters. */
const mostKept = 1_000_000;

/** What a tool gives in parts. A web stream is left to whoever reads it, since it is more than its parts. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' && value !== null && Symbol.asyncIterator in value && !(value instanceof ReadableStream)
  );
}

/** Keeps the beginning of what went by. */
class Kept {
  readonly #parts: unknown[] = [];
  #left = mostKept;

  add(part: unknown): void {
    if (this.#left <= 0) return;
    this.#left -= typeof part === 'string' ? part.length : (JSON.stringify(part)?.length ?? 0);
    this.#parts.push(part);
  }

  whole(returned: unknown): unknown {
    if (this.#parts.length === 0) return returned;
    return this.#parts.every(part => typeof part === 'string') ? this.#parts.join('') : this.#parts;
  }
}

/**
 * Hands a tool's stream on part by part, and says how it ended: to its end, with an error, or left by whoever read it.
 * @param onWarning told of what rules say about the call when it is over
 */
export async function* watchStream(
  stream: AsyncIterable<unknown>,
  running: RunningCall | undefined,
  scope: PermittedScope,
  onWarning: (warnings: readonly string[]) => void,
): AsyncGenerator<unknown, unknown, unknown> {
  const kept = new Kept();
  const iterator = scope.run(() => stream[Symbol.asyncIterator]());
  let ended = false;
  try {
    let sent: unknown;
    for (;;) {
      const given = sent;
      const step = await scope.run(() => iterator.next(given));
      if (step.done === true) {
        ended = true;
        if (running !== undefined) onWarning(await running.gave(kept.whole(step.value)));
        return step.value;
      }
      kept.add(step.value);
      sent = yield step.value;
    }
  } catch (error) {
    if (!ended && running !== undefined) {
      ended = true;
      onWarning(await running.failed(error));
    }
    throw error;
  } finally {
    scope.close();
    if (!ended) {
      await iterator.return?.();
      if (running !== undefined) onWarning(await running.left());
    }
  }
}
