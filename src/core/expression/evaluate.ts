import type { Environment, ParseResult } from '@marcbachmann/cel-js';
import type { JsonValue } from '../json/json-value.ts';
import { createBaseEnvironment, noFacts } from './environment.ts';
import { type Evaluator, ExpressionError, type ExpressionNames } from './evaluator.ts';
import { type FactGround, factViews } from './facts/fact-views.ts';
import { SessionView, sessionType } from './session.ts';

function summaryOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'summary' in error && typeof error.summary === 'string') {
    return error.summary;
  }
  return error instanceof Error ? error.message : String(error);
}

function createRuntimeEnvironment(facts: FactGround): Environment {
  return createBaseEnvironment(facts)
    .registerVariable('shell', 'hooklaw.Shell')
    .registerVariable('files', 'hooklaw.Files')
    .registerVariable('input', 'map')
    .registerVariable('tool', 'map')
    .registerVariable('event', 'map')
    .registerVariable('context', 'map')
    .registerVariable('result', 'dyn')
    .registerVariable('call', 'map')
    .registerVariable('session', sessionType)
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

/**
 * Objects with a field named `constructor` become maps: CEL's library tells types apart by that very name. All others stay
 * as they are.
 */
function hideConstructors(value: unknown): unknown {
  return hasConstructorField(value) ? toMaps(value) : value;
}

function hasConstructorField(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.hasOwn(next, 'constructor')) return true;
    for (const child of Object.values(next)) pending.push(child);
  }
  return false;
}

function toMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toMaps);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, inner]) => [key, toMaps(inner)]));
}

/** Makes the evaluator; parsed expressions are kept for its lifetime. */
export function createEvaluator(): Evaluator {
  let judged: ExpressionNames | undefined;
  const ground: FactGround = {
    read: () => (judged?.facts ?? noFacts).read(),
    failed: error => judged?.facts?.failed(error),
  };
  const environment = createRuntimeEnvironment(ground);
  const views = { shell: factViews.shell(ground), files: factViews.files(ground) };
  const parsed = new Map<string, ParseResult>();
  const seen = new WeakMap<object, unknown>();
  const prepare = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (!seen.has(value)) seen.set(value, hideConstructors(value));
    return seen.get(value);
  };
  return {
    evaluate(expression, names) {
      try {
        let run = parsed.get(expression);
        if (run === undefined) {
          run = environment.parse(expression);
          parsed.set(expression, run);
        }
        judged = names;
        const value: unknown = run({
          ...names,
          ...views,
          input: prepare(names.input),
          event: prepare(names.event),
          context: prepare(names.context),
          result: prepare(names.result),
          call: prepare(names.call),
          session: new SessionView((outcome, tool) =>
            names.session(outcome, tool).map(past => ({
              ...past,
              input: prepare(past.input) as JsonValue,
              result: prepare(past.result) as JsonValue,
            })),
          ),
          now: new Date(names.now),
        });
        if (value instanceof Promise) throw new Error('expressions cannot wait');
        return toJson(value);
      } catch (error) {
        throw new ExpressionError(summaryOf(error), error);
      } finally {
        judged = undefined;
      }
    },
  };
}
