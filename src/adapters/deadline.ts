import vm from 'node:vm';
import { DeadlineError } from '../ports/world.ts';

/** A deadline that counts from the start of the process, or of a call. */
export interface Deadline {
  /** Milliseconds left; negative once it has passed. */
  readonly left: () => number;
  readonly ms: () => number;
  /** Sets the whole time allowed, from the same start. */
  readonly set: (ms: number) => void;
  /** Runs a synchronous computation and cuts it off at the deadline, loops and regular expressions included. */
  readonly bounded: <T>(run: () => T) => T;
}

const slot = '__hooklawBounded';

/**
 * Creates a deadline.
 * A synchronous computation can only be stopped from outside; Node's `vm` does that for whatever a script calls.
 * @param ms the whole time allowed, from the start
 * @param start by `performance.now()`; the start of the process unless a call begins later
 */
export function createDeadline(ms: number, start = 0): Deadline {
  let allowed = ms;
  const left = (): number => start + allowed - performance.now();
  return {
    left,
    ms: () => allowed,
    set: value => {
      allowed = value;
    },
    bounded<T>(run: () => T): T {
      const timeout = Math.floor(left());
      if (timeout <= 0) throw new DeadlineError(allowed);
      const world = globalThis as Record<string, unknown>;
      world[slot] = run;
      try {
        return new vm.Script(`globalThis.${slot}()`).runInThisContext({ timeout, displayErrors: false }) as T;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new DeadlineError(allowed);
        throw error;
      } finally {
        delete world[slot];
      }
    },
  };
}
