import type { FactDefinition } from '../context/fact.ts';
import type { EventName } from '../event/catalogue.ts';
import type { Knowledge, KnownValue } from '../expression/logic/known-value.ts';
import type { Constant, JsonType } from '../expression/logic/literal.ts';
import type { CompiledLaw } from './compiled-law.ts';
import type { Shape, ShapeField, ToolShape } from './shape.ts';
import { coversPattern, isGlob, matchesToolPattern } from './tool-pattern.ts';

const shapeTypes: Readonly<Record<Shape['type'], readonly JsonType[] | undefined>> = {
  string: ['string'],
  number: ['double'],
  integer: ['double'],
  boolean: ['bool'],
  object: ['map'],
  fields: ['map'],
  list: ['list'],
  any: undefined,
};

function knownField({ shape, optional }: ShapeField): KnownValue {
  const types = shapeTypes[shape.type];
  return {
    ...(types === undefined ? {} : { types }),
    ...(shape.type === 'integer' ? { integer: true } : {}),
    present: !optional,
  };
}

/** What a declared shape says of a field: every call that does not fit it is denied before a rule reads it. */
function knownByShape(shape: ToolShape, path: readonly string[]): KnownValue | undefined {
  const [name, ...inner] = path;
  const field = name !== undefined && Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (field === undefined) return undefined;
  if (inner.length === 0) return knownField(field);
  if (field.shape.type !== 'fields') return undefined;
  const known = knownByShape(field.shape.fields, inner);
  // Inside of something that may be missing nothing is always there.
  return known === undefined || !field.optional ? known : { ...known, present: false };
}

const factTypes: Readonly<Record<FactDefinition['type'], readonly JsonType[] | undefined>> = {
  string: ['string'],
  number: ['double'],
  boolean: ['bool'],
  list: ['list'],
  object: ['map'],
  any: undefined,
};

function isConstant(value: unknown): value is Constant {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function knownFact({ type, oneOf, required, source }: FactDefinition): KnownValue {
  // A value that stands in the law itself is a switch: comparing with it is meant.
  if (source.kind === 'literal') return {};
  const none = required ? [] : [null];
  const types = factTypes[type];
  const values = oneOf?.every(isConstant) === true ? [...(oneOf as readonly Constant[]), ...none] : undefined;
  return {
    ...(types === undefined ? {} : { types: required ? types : [...types, 'null_type'] }),
    ...(values === undefined ? {} : { values }),
  };
}

function knownToolName(tools: readonly string[] | undefined): KnownValue {
  if (tools === undefined) return { types: ['string'] };
  if (!tools.some(isGlob)) return { types: ['string'], values: tools };
  return { types: ['string'], allows: name => tools.some(pattern => matchesToolPattern(pattern, name)) };
}

/**
 * What is certain of the values that a rule reads, for each of its tool patterns. The fields of Claude Code's own tools
 * are not: they are known for checking expressions, and not enforced.
 */
export function knowledgeOfRule(
  { shapes, context }: CompiledLaw,
  event: EventName,
  tools: readonly string[] | undefined,
): Knowledge[] {
  return (tools ?? ['*']).map(tool => {
    const enforced = Object.entries(shapes).filter(([pattern]) => coversPattern(pattern, tool));
    return path => {
      const [root, ...rest] = path;
      const [name = ''] = rest;
      if (root === 'input') {
        return enforced.map(([, shape]) => knownByShape(shape, rest)).find(known => known !== undefined);
      }
      if (root === 'context') {
        const fact = rest.length === 1 && Object.hasOwn(context, name) ? context[name] : undefined;
        return fact === undefined ? undefined : knownFact(fact);
      }
      if (root === 'tool' && name === 'name') return knownToolName(tools);
      return root === 'event' && name === 'hook_event_name' && rest.length === 1
        ? { types: ['string'], values: [event] }
        : undefined;
    };
  });
}
