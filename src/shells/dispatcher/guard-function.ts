import { type Guard, openPassage, type Passage } from './guard-call.ts';
import { isStream, watchStream } from './guard-stream.ts';
import type { DispatchedCall, ReadCall } from './tool-call.ts';
import { isDenial } from './tool-result.ts';

export type AnyFunction = (...args: never[]) => unknown;

/** On a guarded function: by which guards it is guarded. */
const guardMark = Symbol.for('hooklaw.guards');

/** The guards of a function, the outermost first. */
export function guardsOf(fn: unknown): readonly Guard[] {
  if (typeof fn !== 'function' || !Object.hasOwn(fn, guardMark)) return [];
  return (fn as unknown as { readonly [guardMark]: readonly Guard[] })[guardMark];
}

function call(original: AnyFunction, self: unknown, args: readonly unknown[]): unknown {
  return Reflect.apply(original as (...args: unknown[]) => unknown, self, args as unknown[]);
}

function read(readCall: ReadCall, args: readonly unknown[]): DispatchedCall {
  const found = readCall(args);
  if (found !== undefined) return found;
  throw new TypeError(
    'the arguments are no call of a tool that hooklaw can read; give `readCall` to tell which they are',
  );
}

function warn({ onWarning }: Guard, { name, toolUseId }: DispatchedCall, warnings: readonly string[] = []): void {
  if (warnings.length > 0) onWarning?.(warnings, { tool: name, toolUseId });
}

/** Runs what was let through, and says how it ended. */
async function runThrough(
  passage: Passage & { readonly open: true },
  run: () => unknown,
  tell: (warnings: readonly string[] | undefined) => void,
): Promise<unknown> {
  const { running, scope } = passage;
  let value: unknown;
  try {
    value = await scope.run(run);
  } catch (error) {
    scope.close();
    tell(await running?.failed(error));
    throw error;
  }
  if (isStream(value)) return watchStream(value, running, scope, tell);
  scope.close();
  if (isDenial(value)) await running?.denied();
  else tell(await running?.gave(value));
  return value;
}

function guardPlain(guard: Guard, original: AnyFunction, readCall: ReadCall): AnyFunction {
  return async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const called = read(readCall, args);
    const passage = await openPassage(guard, called, args);
    warn(guard, called, passage.warnings);
    if (!passage.open) return called.deny(passage.text);
    return runThrough(
      passage,
      () => call(original, this, passage.args),
      warnings => warn(guard, called, warnings),
    );
  };
}

function guardGenerator(guard: Guard, original: AnyFunction, readCall: ReadCall): AnyFunction {
  return async function* (this: unknown, ...args: unknown[]): AsyncGenerator<unknown, unknown, unknown> {
    const called = read(readCall, args);
    const passage = await openPassage(guard, called, args);
    warn(guard, called, passage.warnings);
    if (!passage.open) {
      const denial = called.deny(passage.text);
      yield denial;
      return denial;
    }
    const stream = passage.scope.run(() => call(original, this, passage.args)) as AsyncIterable<unknown>;
    return yield* watchStream(stream, passage.running, passage.scope, warnings => warn(guard, called, warnings));
  };
}

function isGenerator(fn: AnyFunction): boolean {
  return Object.prototype.toString.call(fn) === '[object AsyncGeneratorFunction]';
}

/**
 * Guards a function that calls tools. One that is guarded already by an engine that judges alike is given back as it is.
 * @param guard made anew for each function, so that the layers around a call can be told apart
 */
export function guardFunction(guard: Guard, original: AnyFunction, readCall: ReadCall): AnyFunction {
  const around = guardsOf(original);
  if (around.some(({ identity }) => identity === guard.identity)) return original;
  const guarded = (isGenerator(original) ? guardGenerator : guardPlain)(guard, original, readCall);
  Object.defineProperty(guarded, 'name', { value: original.name, configurable: true });
  return Object.defineProperty(guarded, guardMark, { value: Object.freeze([guard, ...around]) });
}
