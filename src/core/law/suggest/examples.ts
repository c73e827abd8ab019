import type { FactDefinition } from '../../context/fact.ts';
import { builtinToolShape } from '../../event/builtin-tools.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import type { CompiledLaw } from '../compiled-law.ts';
import type { Shape, ToolShape } from '../shape.ts';
import { isGlob, matchesToolPattern } from '../tool-pattern.ts';

/** A tool's name that a pattern covers. */
export function exampleTool(pattern: string): string {
  return isGlob(pattern) ? pattern.replaceAll('*', 'other').replaceAll('?', 'x') : pattern;
}

function exampleOfShape(shape: Shape): JsonValue {
  switch (shape.type) {
    case 'string':
      return 'x';
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return false;
    case 'list':
      return [];
    case 'fields':
      return exampleFields(shape.fields);
    default:
      return {};
  }
}

function exampleFields(shape: ToolShape): JsonObject {
  const fields = Object.entries(shape).filter(([, { optional }]) => !optional);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOfShape(field.shape)]));
}

/** An input that has the shape of a tool, as far as the law declares it or the client's own tools are known. */
export function exampleInput(tool: string, { shapes }: CompiledLaw): JsonObject {
  const declared = Object.entries(shapes).filter(([pattern]) => matchesToolPattern(pattern, tool));
  return exampleFields(Object.assign({}, builtinToolShape(tool), ...declared.map(([, shape]) => shape)) as ToolShape);
}

function exampleOfFact({ oneOf, type }: FactDefinition): JsonValue {
  const [first] = oneOf ?? [];
  if (first !== undefined) return first;
  const examples = { string: 'x', number: 1, boolean: true, list: [], object: {}, any: 'x' } as const;
  return examples[type] as JsonValue;
}

/** A value for each fact of a law. */
export function exampleFacts({ context }: CompiledLaw): JsonObject {
  return Object.fromEntries(Object.entries(context).map(([name, fact]) => [name, exampleOfFact(fact)]));
}
