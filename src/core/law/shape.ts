import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';

/** The shape of a value in a tool's input. Maps are open: fields that are not declared may be there. */
export type Shape =
  | { readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'any' | 'object' }
  | { readonly type: 'list'; readonly of: Shape }
  | { readonly type: 'fields'; readonly fields: Readonly<Record<string, ShapeField>> };

export interface ShapeField {
  readonly shape: Shape;
  readonly optional: boolean;
}

export type ToolShape = Readonly<Record<string, ShapeField>>;

/** The words that a declaration may use. */
export const shapeNames = ['string', 'number', 'integer', 'boolean', 'object', 'any'] as const;

/** A declaration as it stands in the law: `string`, `number?`, `string[]`, or nested fields. */
export type ShapeNotation = string | { readonly [field: string]: ShapeNotation };

function parseWord(word: string): Shape | undefined {
  if (word.endsWith('[]')) {
    const of = parseWord(word.slice(0, -2));
    return of === undefined ? undefined : { type: 'list', of };
  }
  const name = shapeNames.find(n => n === word);
  return name === undefined ? undefined : { type: name };
}

/** Reads the notation of one field; undefined when a word is not a shape. */
export function parseShapeField(notation: ShapeNotation): ShapeField | undefined {
  if (typeof notation !== 'string') {
    const fields = parseToolShape(notation);
    return fields === undefined ? undefined : { shape: { type: 'fields', fields }, optional: false };
  }
  const optional = notation.endsWith('?');
  const shape = parseWord(optional ? notation.slice(0, -1) : notation);
  return shape === undefined ? undefined : { shape, optional };
}

/** Reads the notation of a whole input; undefined when a word is not a shape. */
export function parseToolShape(notation: { readonly [field: string]: ShapeNotation }): ToolShape | undefined {
  const fields: Record<string, ShapeField> = {};
  for (const [name, value] of Object.entries(notation)) {
    const field = parseShapeField(value);
    if (field === undefined) return undefined;
    fields[name] = field;
  }
  return fields;
}

function typeName(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function describe(shape: Shape): string {
  if (shape.type === 'list') return 'a list';
  if (shape.type === 'fields' || shape.type === 'object') return 'an object';
  return shape.type === 'integer' ? 'a whole number' : `a ${shape.type}`;
}

function misfit(shape: Shape, value: JsonValue, path: string): string | undefined {
  const wrong = `\`${path}\` must be ${describe(shape)} and is ${typeName(value)}`;
  switch (shape.type) {
    case 'any':
      return undefined;
    case 'string':
    case 'boolean':
      return typeof value === shape.type ? undefined : wrong;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : wrong;
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : wrong;
    case 'object':
      return isJsonObject(value) ? undefined : wrong;
    case 'list': {
      if (!Array.isArray(value)) return wrong;
      for (let at = 0; at < value.length; at++) {
        const inner = misfit(shape.of, value[at] as JsonValue, `${path}[${at}]`);
        if (inner !== undefined) return inner;
      }
      return undefined;
    }
    case 'fields':
      return isJsonObject(value) ? findMisfit(shape.fields, value, `${path}.`) : wrong;
  }
}

/** The first field of an input that does not fit its declared shape, as a sentence; undefined when all fit. */
export function findMisfit(shape: ToolShape, input: JsonObject, prefix = 'input.'): string | undefined {
  for (const [name, field] of Object.entries(shape)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) {
      if (field.optional) continue;
      return `\`${prefix}${name}\` is missing`;
    }
    const wrong = misfit(field.shape, value, `${prefix}${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
