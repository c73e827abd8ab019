import type { FactGround } from './facts/fact-views.ts';
import type { ReadCalls } from './session.ts';

/** The names an expression can read while an event is judged. */
export interface ExpressionNames {
  readonly input?: unknown;
  readonly tool?: unknown;
  readonly event: unknown;
  readonly context: unknown;
  readonly result?: unknown;
  /** The input of an earlier call, where a condition is about one. */
  readonly call?: unknown;
  readonly session: ReadCalls;
  /** What the call would do; worked out when it is asked for. */
  readonly facts?: FactGround;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** An expression that could not be evaluated: a missing field, a wrong type, a division by zero. */
export class ExpressionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ExpressionError';
  }
}

/** Evaluates CEL; the port behind which the engine loads the library only when a call needs it. */
export interface Evaluator {
  /** @throws {ExpressionError} */
  readonly evaluate: (expression: string, names: ExpressionNames) => unknown;
}
