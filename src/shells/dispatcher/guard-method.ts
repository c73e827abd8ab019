import type { Guard } from './guard-call.ts';
import { type AnyFunction, guardFunction, guardsOf } from './guard-function.ts';
import type { ReadCall } from './tool-call.ts';

type Target = Record<PropertyKey, unknown>;

/**
 * Guards a method of an object in its place, and keeps it guarded: whoever puts another function there later has it guarded,
 * too. A function that wraps the guarded one it found there is not judged twice, unless it makes another call of it.
 * @param createGuard a new guard of the same engine
 * @throws {TypeError} when the object does not let itself be changed
 */
export function guardMethod(target: object, name: PropertyKey, createGuard: () => Guard, readCall: ReadCall): void {
  const object = target as Target;
  const first = object[name];
  if (typeof first !== 'function') throw new TypeError(`the dispatcher has no method \`${String(name)}\``);
  const guard = createGuard();
  if (guardsOf(first).some(({ identity }) => identity === guard.identity)) return;
  const known = Object.getOwnPropertyDescriptor(target, name);
  if (known?.configurable === false && known.set !== undefined) {
    // A guard of another engine holds the property, and guards what is put there.
    object[name] = guardFunction(guard, first as AnyFunction, readCall);
    return;
  }
  let current: unknown = guardFunction(guard, first as AnyFunction, readCall);
  const own = new Set<unknown>([current]);
  try {
    Object.defineProperty(target, name, {
      // Not to be taken away: whoever replaces the property by another way is told so by an error.
      configurable: false,
      enumerable: known?.enumerable ?? false,
      get: () => current,
      set(value: unknown) {
        // A guarded function of this place that is put back, as a test does after its stand-in.
        if (own.has(value)) current = value;
        else
          current = typeof value === 'function' ? guardFunction(createGuard(), value as AnyFunction, readCall) : value;
        own.add(current);
      },
    });
  } catch (error) {
    throw new TypeError(
      `the dispatcher's \`${String(name)}\` cannot be replaced; guard the function itself: \`guardDispatcher((…args) => dispatcher.${String(name)}(…args), …)\``,
      { cause: error },
    );
  }
}
