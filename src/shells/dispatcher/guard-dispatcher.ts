import { type Engine, type EngineOptions, engineOf, identityOf } from '../library/engine.ts';
import type { CallOptions, Guard } from './guard-call.ts';
import { type AnyFunction, guardFunction, guardsOf } from './guard-function.ts';
import { guardMethod } from './guard-method.ts';
import { type ReadCall, readCallOf, readUsualCall } from './tool-call.ts';
import type { Denial, McpDenial } from './tool-result.ts';

/** By which engine, and how, the calls of a dispatcher are guarded. */
export type DispatcherOptions = (EngineOptions | { readonly engine: Engine }) &
  CallOptions & {
    /** The methods of a dispatcher object that call tools; `callTool` unless given. */
    readonly methods?: readonly string[];
    /** Reads a call from arguments of another form than the usual ones. */
    readonly readCall?: ReadCall;
  };

/** A guarded function: what it gave, later, or a denial. */
export type Guarded<F extends AnyFunction> = (
  ...args: Parameters<F>
) => ReturnType<F> extends AsyncGenerator<infer Part, infer Last, infer Sent>
  ? AsyncGenerator<Part | Denial, Last | Denial, Sent>
  : Promise<Awaited<ReturnType<F>> | DenialFor<F>>;

/** An MCP client is answered in its own form. */
type DenialFor<F extends AnyFunction> =
  Parameters<F> extends readonly [string, ...unknown[]] ? Denial : Denial | McpDenial;

/** Functions by the name of the tool that each of them is. */
export type ToolFunctions = Readonly<Record<string, AnyFunction>>;

function isToolFunctions(target: object): target is ToolFunctions {
  const prototype = Object.getPrototypeOf(target) as object | null;
  if (prototype !== null && prototype !== Object.prototype) return false;
  const values = Object.values(target);
  return values.length > 0 && values.every(value => typeof value === 'function');
}

/** Tools by name, guarded as they are taken out; a tool that is added later is covered too. */
function guardFunctions(target: ToolFunctions, createGuard: () => Guard): ToolFunctions {
  const guarded = new Map<string, { readonly of: unknown; readonly fn: AnyFunction }>();
  const guardAt = (key: PropertyKey, value: unknown): unknown => {
    if (typeof value !== 'function' || typeof key !== 'string') return value;
    const known = guarded.get(key);
    if (known?.of === value) return known.fn;
    const fn = guardFunction(createGuard(), value as AnyFunction, readCallOf(key));
    guarded.set(key, { of: value, fn });
    return fn;
  };
  // A frozen object would have to give what it holds.
  return new Proxy<ToolFunctions>(Object.isFrozen(target) ? { ...target } : target, {
    get: (functions, key, receiver) =>
      Object.hasOwn(functions, key)
        ? guardAt(key, Reflect.get(functions, key, receiver))
        : Reflect.get(functions, key, receiver),
    getOwnPropertyDescriptor(functions, key) {
      const found = Reflect.getOwnPropertyDescriptor(functions, key);
      return found !== undefined && 'value' in found ? { ...found, value: guardAt(key, found.value) } : found;
    },
  });
}

/**
 * Guards whatever calls the tools of an agent loop, so that every call is judged before it runs and recorded after it:
 *
 * - a function, `callTool(name, input, …)`, `callTool(toolUseBlock, …)` or, as in MCP, `callTool({ name, arguments }, …)`:
 *   gives the guarded function;
 * - an object with such a method: the method is replaced in its place, and stays guarded if somebody puts another one there;
 *   gives the object;
 * - an object of functions by the names of tools: gives such an object, in which tools that are added later are guarded too.
 *   Call the tools through it and no more through the one given.
 *
 * A call that a rule stops does not reach the tool. The dispatcher then gives a `tool_result` with the id of the call,
 * `is_error: true` and the text `BLOCKED: …`, to be handed to the model like any other answer. A call that a rule rewrites
 * reaches the tool as rewritten. What the tool gives or throws is handed on as it is. The input has to be plain JSON and
 * reaches the tool as the copy that was judged. Guarding twice is guarding once.
 * @param options the engine, or what to make one of; see `CallOptions`
 * @throws {TypeError} for what is no dispatcher
 */
export function guardDispatcher<F extends AnyFunction>(callTool: F, options: DispatcherOptions): Guarded<F>;
export function guardDispatcher<D extends object>(dispatcher: D, options: DispatcherOptions): D;
export function guardDispatcher(target: AnyFunction | object, options: DispatcherOptions): unknown {
  const engine = engineOf(options);
  const { ask, onWarning, methods, readCall = readUsualCall } = options;
  const createGuard = (): Guard => ({
    engine,
    identity: identityOf(engine),
    token: {},
    ...(ask === undefined ? {} : { ask }),
    ...(onWarning === undefined ? {} : { onWarning }),
  });
  if (typeof target === 'function') return guardFunction(createGuard(), target as AnyFunction, readCall);
  const named =
    methods ?? (typeof (target as { callTool?: unknown }).callTool === 'function' ? ['callTool'] : undefined);
  if (named !== undefined) {
    for (const method of named) guardMethod(target, method, createGuard, readCall);
    return target;
  }
  if (isToolFunctions(target)) return guardFunctions(target, createGuard);
  throw new TypeError("the dispatcher has no method `callTool`; name those that call tools: `methods: ['dispatch']`");
}

/**
 * The engines by which a dispatcher is guarded, the outermost first; none where it is not guarded. Shows whether a guard is
 * in force, and gives the engine whose `stop()` ends the session.
 * @param method the method to look at, for an object
 */
export function guardingEngines(target: object, method = 'callTool'): readonly Engine[] {
  const fn: unknown = typeof target === 'function' ? target : (target as Record<string, unknown>)[method];
  return guardsOf(fn).map(({ engine }) => engine);
}
