import type { Environment } from '@marcbachmann/cel-js';
import type { FactDefinition } from '../context/fact.ts';
import { eventInfo } from '../event/catalogue.ts';
import { eventFields } from '../event/event-fields.ts';
import type { Shape, ToolShape } from '../law/shape.ts';
import { createBaseEnvironment } from './environment.ts';
import { celTypeOf, shellTools } from './facts/fact-members.ts';
import { sessionType } from './session.ts';
import type { ExpressionSite, InputKnowledge } from './site.ts';

const celTypes: Record<'string' | 'number' | 'integer' | 'boolean' | 'any' | 'object', string> = {
  string: 'string',
  number: 'double',
  integer: 'double',
  boolean: 'bool',
  any: 'dyn',
  object: 'map',
};

const factCelTypes: Record<FactDefinition['type'], string> = {
  string: 'string',
  number: 'double',
  boolean: 'bool',
  list: 'list',
  object: 'map',
  any: 'dyn',
};

class TypeBuilder {
  readonly #environment: Environment;
  #count = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  struct(fields: Readonly<Record<string, string>>): string {
    const name = `hooklaw.T${++this.#count}`;
    this.#environment.registerType(name, { fields: { ...fields } });
    return name;
  }

  shape(shape: Shape): string {
    if (shape.type === 'list') return `list<${this.shape(shape.of)}>`;
    if (shape.type === 'fields') return this.fields(shape.fields);
    return celTypes[shape.type];
  }

  input({ shape }: InputKnowledge, extra: Readonly<Record<string, string>>): string {
    const known = Object.entries(shape).map(([name, field]) => [name, this.shape(field.shape)]);
    return this.struct({ ...(Object.fromEntries(known) as Record<string, string>), ...extra });
  }

  fields(shape: ToolShape): string {
    return this.struct(
      Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, this.shape(field.shape)])),
    );
  }
}

/**
 * The environment in which an expression is type-checked at its site.
 * @param extra fields that are not known and are let through, by the name they belong to
 */
export function createTypeEnvironment(
  site: ExpressionSite,
  extra: ReadonlyMap<string, ReadonlySet<string>>,
): Environment {
  const environment = createBaseEnvironment();
  const types = new TypeBuilder(environment);
  const dynamic = (name: string): Record<string, string> =>
    Object.fromEntries([...(extra.get(name) ?? [])].map(field => [field, 'dyn']));
  const info = eventInfo(site.event);
  if (info.tool) {
    environment.registerVariable('input', site.input === undefined ? 'map' : types.input(site.input, dynamic('input')));
    environment.registerVariable('tool', types.struct({ name: 'string', server: 'string', short: 'string' }));
    environment.registerVariable('files', celTypeOf('Files'));
    if (site.tool !== undefined && shellTools.has(site.tool)) {
      environment.registerVariable('shell', celTypeOf('Shell'));
    }
  }
  if (site.event === 'PostToolUse' || site.earlierCall !== undefined) environment.registerVariable('result', 'dyn');
  if (site.earlierCall !== undefined) {
    environment.registerVariable(
      'call',
      site.earlierCall === 'unknown' ? 'map' : types.input(site.earlierCall, dynamic('call')),
    );
  }
  environment.registerVariable('session', sessionType);
  environment.registerVariable(
    'event',
    types.struct({
      ...Object.fromEntries(Object.entries(eventFields(site.event)).map(([name, field]) => [name, field.celType])),
      ...dynamic('event'),
    }),
  );
  environment.registerVariable(
    'context',
    types.struct(Object.fromEntries(Object.entries(site.facts).map(([name, fact]) => [name, factCelTypes[fact.type]]))),
  );
  environment.registerVariable('now', 'google.protobuf.Timestamp');
  environment.registerOperator('double == int', (left: number, right: bigint) => left === Number(right));
  return environment;
}
