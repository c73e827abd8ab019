import { describeResponse } from '../../commands/judge-for-program.ts';
import { isJsonObject, type JsonObject } from '../../core/json/json-value.ts';
import { copyPlainJson } from '../../core/json/plain-json.ts';
import type { Engine, Judgement } from '../library/engine.ts';
import { isPermittedFurtherOut, openScope, type PermittedScope } from './guard-scope.ts';
import type { DispatchedCall } from './tool-call.ts';
import { saysItFailed, textOf } from './tool-result.ts';

/** What a person is asked where a rule says `ask`. */
export interface Question {
  /** What the rule says; begins with `NEEDS APPROVAL:`. */
  readonly message: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly toolUseId: string;
  readonly rule: string | undefined;
}

/** How calls are guarded. */
export interface CallOptions {
  /** Asks a person where a rule says `ask`. Without it, and unless the answer is `true`, the call does not run. */
  readonly ask?: (question: Question) => boolean | Promise<boolean>;
  /** Told of texts of rules for the model, which a dispatcher has no place for in the answer of a tool. */
  readonly onWarning?: (
    warnings: readonly string[],
    call: { readonly tool: string; readonly toolUseId: string },
  ) => void;
}

/** Who guards: an engine, and what tells this guard from others around the same call. */
export interface Guard extends CallOptions {
  readonly engine: Engine;
  /** The same for guards whose engines judge alike. */
  readonly identity: string;
  readonly token: object;
}

/** What may run. */
interface Permit {
  readonly input: JsonObject;
  readonly rewritten: boolean;
  readonly warnings: readonly string[];
}

type Refused = { readonly text: string; readonly warnings: readonly string[] };

const refusedWithoutText = 'BLOCKED: The call was refused.';

/** A report of what became of a call; no failure of it reaches whoever waits for the call. */
async function report(
  { engine }: Guard,
  name: string,
  call: DispatchedCall,
  input: JsonObject,
  more: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  try {
    const fields = { hook_event_name: name, tool_name: call.name, tool_input: input, tool_use_id: call.toolUseId };
    return (await engine.judge({ ...fields, ...more })).warnings;
  } catch {
    // INVARIANT: after the fact nothing is disturbed; the engine has written down what failed as far as it could.
    return [];
  }
}

async function isApproved(
  { ask }: Guard,
  call: DispatchedCall,
  input: JsonObject,
  judged: Judgement,
): Promise<boolean> {
  if (ask === undefined) return false;
  const question = {
    message: judged.message ?? '',
    tool: call.name,
    input,
    toolUseId: call.toolUseId,
    rule: judged.rule?.id,
  };
  return (await ask(question)) === true;
}

/** The input as plain data, so that nothing can change it between the verdict and the call. */
function snapshot(input: unknown): JsonObject | undefined {
  if (input === undefined || input === null) return {};
  try {
    const copied = copyPlainJson(input, 'input');
    return isJsonObject(copied) ? copied : undefined;
  } catch {
    return undefined;
  }
}

async function permit(guard: Guard, call: DispatchedCall): Promise<Permit | Refused> {
  const given = snapshot(call.input);
  const judged = await guard.engine.judge({
    hook_event_name: 'PreToolUse',
    tool_name: call.name,
    // What is no plain object is handed on as it is: the engine refuses it, and says why.
    tool_input: given ?? call.input,
    tool_use_id: call.toolUseId,
  });
  const { verdict, message = refusedWithoutText, warnings } = judged;
  if (verdict === 'deny' || verdict === 'block' || given === undefined) return { text: message, warnings };
  const input = judged.rewrittenInput ?? given;
  const giveBack = (reason: string): Promise<unknown> => report(guard, 'PermissionDenied', call, input, { reason });
  if (verdict === 'ask') {
    let approved = false;
    try {
      approved = await isApproved(guard, call, input, judged);
    } finally {
      if (!approved) await giveBack('nobody has approved it');
    }
    if (!approved)
      return { text: `BLOCKED: This call needs the approval of a person, and nobody gave it. ${message}`, warnings };
  }
  if (call.signal?.aborted === true) {
    await giveBack('it was aborted before it began');
    call.signal.throwIfAborted();
  }
  return { input, rewritten: judged.rewrittenInput !== undefined, warnings };
}

function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted === true) return true;
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'APIUserAbortError');
}

/** A call that is under way, told of when it ends. */
export class RunningCall {
  readonly #guard: Guard;
  readonly #call: DispatchedCall;
  readonly #input: JsonObject;
  readonly #began = performance.now();

  constructor(guard: Guard, call: DispatchedCall, input: JsonObject) {
    this.#guard = guard;
    this.#call = call;
    this.#input = input;
  }

  /** Says what the tool gave. An answer that says of itself that it is an error is told as a failure, as the client does. */
  gave(value: unknown): Promise<readonly string[]> {
    if (saysItFailed(value)) return this.#tell('PostToolUseFailure', { error: textOf(value), is_interrupt: false });
    return this.#tell('PostToolUse', { tool_response: describeResponse(value) });
  }

  /** Says that the tool threw, or that nobody waited for its end. */
  failed(error: unknown): Promise<readonly string[]> {
    const text =
      error instanceof Error
        ? error.name === 'Error'
          ? error.message
          : `${error.name}: ${error.message}`
        : String(error);
    return this.#tell('PostToolUseFailure', { error: text, is_interrupt: isAbort(error, this.#call.signal) });
  }

  /** Says that it did not run after all, since a guard further in has denied it. */
  denied(): Promise<readonly string[]> {
    return this.#tell('PermissionDenied', { reason: 'another guard has denied it' });
  }

  /** Says that nobody waits for the end of what the tool gives. */
  left(): Promise<readonly string[]> {
    return this.#tell('PostToolUseFailure', { error: 'nobody waited for its end', is_interrupt: true });
  }

  #tell(name: string, more: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const duration = Math.round(performance.now() - this.#began);
    return report(this.#guard, name, this.#call, this.#input, { ...more, duration_ms: duration });
  }
}

/** A call that this guard has let through, or the text of its refusal. */
export type Passage =
  | {
      readonly open: true;
      readonly args: readonly unknown[];
      /** What is told of how it ends; undefined where a guard further out tells. */
      readonly running: RunningCall | undefined;
      readonly scope: PermittedScope;
      readonly warnings: readonly string[];
    }
  | { readonly open: false; readonly text: string; readonly warnings: readonly string[] };

/** For a call that a guard further out has permitted: its scope is around it already. */
const outerScope: PermittedScope = { run: run => run(), close: () => undefined };

/**
 * Has a call judged. A call that a guard further out has let through by the same law is not judged again.
 * @throws the signal's reason when the call is aborted before it begins
 */
export async function openPassage(guard: Guard, call: DispatchedCall, args: readonly unknown[]): Promise<Passage> {
  call.signal?.throwIfAborted();
  const asGiven = snapshot(call.input);
  const given = asGiven === undefined ? undefined : JSON.stringify(asGiven);
  if (given !== undefined && isPermittedFurtherOut(guard.identity, guard.token, call.name, given)) {
    return { open: true, args, running: undefined, scope: outerScope, warnings: [] };
  }
  const permitted = await permit(guard, call);
  if ('text' in permitted) return { open: false, ...permitted };
  const { input, rewritten, warnings } = permitted;
  const nothing = call.input === undefined || call.input === null;
  return {
    open: true,
    args: nothing && !rewritten ? args : call.withInput(structuredClone(input)),
    running: new RunningCall(guard, call, input),
    scope: openScope(guard.identity, guard.token, call.name, JSON.stringify(input)),
    warnings,
  };
}
