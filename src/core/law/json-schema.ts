import * as z from 'zod';
import { lawSchema } from './schema.ts';

type Json = Record<string, unknown>;

/** The JSON Schema of the law file, generated from the schema that the program itself checks by. */
export function lawJsonSchema(): Json {
  const schema = z.toJSONSchema(lawSchema, { io: 'input', unrepresentable: 'any' }) as Json;
  const properties = schema['properties'] as Record<string, Json>;
  const context = properties['context'];
  if (context !== undefined) {
    const literal = { type: ['string', 'number', 'boolean', 'array', 'null'], description: 'The fact itself.' };
    context['additionalProperties'] = { anyOf: [context['additionalProperties'], literal] };
  }
  return schema;
}
