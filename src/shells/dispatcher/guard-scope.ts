import { AsyncLocalStorage } from 'node:async_hooks';

/** A call that a guard has permitted and that is under way. */
interface Permitted {
  /** What tells engines that judge alike. */
  readonly identity: string;
  readonly guard: object;
  readonly name: string;
  /** The input with which it runs, as JSON. */
  readonly input: string;
  /** Guards further in that have let it pass. */
  readonly passed: Set<object>;
  /** Set when the call has ended: what it has left running makes calls of its own. */
  over: boolean;
}

/** What is under way on the way down from the outermost guard; follows each call, and nothing else. */
const underWay = new AsyncLocalStorage<readonly Permitted[]>();

/**
 * Whether a guard further out has permitted this very call by the same law a moment ago, as where a dispatcher is wrapped
 * twice. Each guard lets a call pass so only once, and never the guard itself that permitted it: a tool that calls the
 * dispatcher again makes a call of its own, though it be the same.
 */
export function isPermittedFurtherOut(identity: string, guard: object, name: string, input: string): boolean {
  for (const permitted of underWay.getStore() ?? []) {
    if (permitted.over || permitted.identity !== identity || permitted.guard === guard) continue;
    if (permitted.name !== name || permitted.input !== input || permitted.passed.has(guard)) continue;
    permitted.passed.add(guard);
    return true;
  }
  return false;
}

/** What runs inside it is known to be permitted, until it is closed. */
export interface PermittedScope {
  readonly run: <T>(run: () => T) => T;
  readonly close: () => void;
}

/** Opens a scope for a call that a guard has permitted, so that guards further in know. */
export function openScope(identity: string, guard: object, name: string, input: string): PermittedScope {
  const permitted: Permitted = { identity, guard, name, input, passed: new Set(), over: false };
  const all = [...(underWay.getStore() ?? []), permitted];
  return {
    run: run => underWay.run(all, run),
    close: () => {
      permitted.over = true;
    },
  };
}
