import type { JsonValue } from '../json/json-value.ts';
import { isJsonObject } from '../json/json-value.ts';
import { type Fact, type FactDefinition, type FactType, trust } from './fact.ts';

const fits: Record<FactType, (value: JsonValue) => boolean> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number' && Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  list: value => Array.isArray(value),
  object: isJsonObject,
  any: () => true,
};

/** Text from the environment as a value of the wanted type; undefined when it is none. No partial reading: `5x` is no number. */
function fromText(text: string, type: FactType): JsonValue | undefined {
  if (type === 'string' || type === 'any') return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function whyNoValue({ source }: FactDefinition): string {
  return source.kind === 'env' ? `the variable \`${source.variable}\` is empty or not set` : 'the source has no value';
}

/**
 * Makes a fact of what a source gave.
 * @param raw the source's value; undefined when the source has nothing
 * @param isText whether the value came as text that still has to become the wanted type
 */
export function convertFact(definition: FactDefinition, raw: JsonValue | undefined, isText: boolean): Fact {
  if (raw === undefined) {
    return definition.required ? { failure: whyNoValue(definition) } : { value: trust<JsonValue>(null) };
  }
  const value = isText && typeof raw === 'string' ? fromText(raw, definition.type) : raw;
  if (value === undefined || !fits[definition.type](value)) return { failure: `the value is not a ${definition.type}` };
  if (definition.oneOf !== undefined && !definition.oneOf.includes(value)) {
    return { failure: `the value is none of ${definition.oneOf.map(v => JSON.stringify(v)).join(', ')}` };
  }
  return { value: trust(value) };
}

/** Follows a JSON pointer (RFC 6901) through own fields only; undefined where nothing is. */
export function followPointer(value: JsonValue, pointer: string): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current))
      current = /^(?:0|[1-9]\d*)$/.test(key) ? (current[Number(key)] as JsonValue | undefined) : undefined;
    else if (isJsonObject(current)) current = Object.hasOwn(current, key) ? current[key] : undefined;
    else return undefined;
  }
  return current;
}
