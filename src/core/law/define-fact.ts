import {
  type CommandSource,
  type FactDefinition,
  type FactSource,
  type FactType,
  type OutputFormat,
  type TokenSource,
  tokenAlgorithms,
} from '../context/fact.ts';
import type { JsonValue } from '../json/json-value.ts';
import { parseDuration } from './duration.ts';
import type { FactDocument } from './fact-schema.ts';

/** How long a command or fetching keys may take unless the law says otherwise, in milliseconds. */
const defaultTimeoutMs = 2_000;

/** A fact's definition as compiled; undefined when it has no source that is whole. */
export function defineFact(fact: FactDocument): FactDefinition | undefined {
  const source = defineSource(fact);
  if (source === undefined) return undefined;
  return {
    source,
    type: fact.type ?? defaultType(source),
    ...(fact.one_of === undefined ? {} : { oneOf: fact.one_of }),
    required: fact.required ?? true,
  };
}

function defineSource(fact: FactDocument): FactSource | undefined {
  const excuse = fact.untrusted_ok === undefined ? {} : { untrustedOk: fact.untrusted_ok };
  if (fact.env !== undefined) return { kind: 'env', variable: fact.env };
  if (fact.file !== undefined) return { kind: 'file', path: fact.file, pointer: fact.pointer ?? '', ...excuse };
  if (fact.command !== undefined) return { ...defineCommand(fact, fact.command), ...excuse };
  if (fact.jwt !== undefined) {
    const source = defineToken(fact, fact.jwt);
    return source === undefined ? undefined : { ...source, ...excuse };
  }
  return fact.value === undefined ? undefined : { kind: 'literal', value: fact.value as JsonValue };
}

function timeoutOf({ timeout }: FactDocument): number {
  return timeout === undefined ? defaultTimeoutMs : (parseDuration(timeout) ?? defaultTimeoutMs);
}

/** A text is wanted as it is printed; anything else, or a part of something, stands in JSON. */
function formatOf({ format, pointer, type = 'string' }: FactDocument): OutputFormat {
  return format ?? (pointer === undefined && type === 'string' ? 'text' : 'json');
}

function defineCommand(fact: FactDocument, [program = '', ...args]: readonly string[]): CommandSource {
  const base = { timeoutMs: timeoutOf(fact), format: formatOf(fact), pointer: fact.pointer ?? '' };
  return { kind: 'command', command: [program, ...args], ...base };
}

function defineToken(fact: FactDocument, jwt: NonNullable<FactDocument['jwt']>): TokenSource | undefined {
  const { env, file } = jwt.token;
  const token = env !== undefined ? { env } : file !== undefined ? { file } : undefined;
  if (token === undefined) return undefined;
  return {
    kind: 'jwt',
    token,
    jwks: [jwt.jwks].flat(),
    issuer: jwt.issuer,
    audience: [jwt.audience].flat(),
    algorithms: [...new Set(jwt.algorithms ?? tokenAlgorithms)],
    clockToleranceS: (jwt.clock_tolerance === undefined ? 0 : (parseDuration(jwt.clock_tolerance) ?? 0)) / 1_000,
    timeoutMs: timeoutOf(fact),
    pointer: fact.pointer ?? '',
  };
}

function defaultType(source: FactSource): FactType {
  if (source.kind === 'env') return 'string';
  if (source.kind === 'command') return source.format === 'text' ? 'string' : 'any';
  return source.kind === 'literal' ? literalType(source.value) : 'any';
}

function literalType(value: JsonValue): FactType {
  if (value === null) return 'any';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  return typeof value as 'string' | 'number' | 'boolean';
}
