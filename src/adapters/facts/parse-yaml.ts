import { parse } from 'yaml';
import type { JsonValue } from '../../core/json/json-value.ts';

/** YAML can hold what JSON cannot; such a value would change when it is stored. */
function refuseBeyondJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
    throw new Error(`the number ${value} is none of JSON`);
  return value;
}

/**
 * Parses YAML 1.2 whose values are those of JSON. A module of its own, so that the library is loaded on need.
 * @throws for anything else: a syntax error, a key that stands twice, aliases that multiply
 */
export function parseYaml(text: string): JsonValue {
  const value: unknown = parse(text, { version: '1.2', merge: false, prettyErrors: false, logLevel: 'error' });
  return JSON.parse(JSON.stringify(value, refuseBeyondJson) ?? 'null') as JsonValue;
}
