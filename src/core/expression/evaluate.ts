import type { Environment, ParseResult } from '@marcbachmann/cel-js';
import { createBaseEnvironment } from './environment.ts';

/** The names an expression can read while an event is judged. */
export interface ExpressionNames {
  readonly input?: unknown;
  readonly tool?: unknown;
  readonly event: unknown;
  readonly context: unknown;
  readonly result?: unknown;
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

function summaryOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'summary' in error && typeof error.summary === 'string') {
    return error.summary;
  }
  return error instanceof Error ? error.message : String(error);
}

function createRuntimeEnvironment(): Environment {
  return createBaseEnvironment()
    .registerVariable('input', 'map')
    .registerVariable('tool', 'map')
    .registerVariable('event', 'map')
    .registerVariable('context', 'map')
    .registerVariable('result', 'dyn')
    .registerVariable('now', 'google.protobuf.Timestamp');
}

/** Whole numbers leave CEL as numbers, times as ISO text, so that values can go into JSON. */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [String(key), toJson(inner)]));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner)]));
  }
  return value;
}

/** Makes the evaluator; parsed expressions are kept for its lifetime. */
export function createEvaluator(): Evaluator {
  const environment = createRuntimeEnvironment();
  const parsed = new Map<string, ParseResult>();
  return {
    evaluate(expression, names) {
      try {
        let run = parsed.get(expression);
        if (run === undefined) {
          run = environment.parse(expression);
          parsed.set(expression, run);
        }
        const value: unknown = run({ ...names, now: new Date(names.now) });
        if (value instanceof Promise) throw new Error('expressions cannot wait');
        return toJson(value);
      } catch (error) {
        throw new ExpressionError(summaryOf(error), error);
      }
    },
  };
}
