import type { FactDefinition, FactType } from '../context/fact.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { LawDocument } from './schema.ts';

/** A fact's definition as compiled; undefined when it has no source. */
export function defineFact(fact: NonNullable<LawDocument['context']>[string]): FactDefinition | undefined {
  const rest = {
    ...(fact.one_of === undefined ? {} : { oneOf: fact.one_of }),
    required: fact.required ?? true,
  };
  if (fact.env !== undefined)
    return { source: { kind: 'env', variable: fact.env }, type: fact.type ?? 'string', ...rest };
  if (fact.file !== undefined) {
    return {
      source: { kind: 'file', path: fact.file, pointer: fact.pointer ?? '' },
      type: fact.type ?? 'any',
      ...rest,
    };
  }
  if (fact.value !== undefined) {
    const value = fact.value as JsonValue;
    return { source: { kind: 'literal', value }, type: fact.type ?? literalType(value), ...rest };
  }
  return undefined;
}

function literalType(value: JsonValue): FactType {
  if (value === null) return 'any';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  return typeof value as 'string' | 'number' | 'boolean';
}
