import type { JsonValue } from '../json/json-value.ts';

declare const trusted: unique symbol;

/**
 * A value that our own side established at session start and that nothing in the conversation can change.
 * Its own type, so that what the model claims can never stand in for it.
 */
export type Trusted<T> = T & { readonly [trusted]: true };

/** Marks a value as established by our own side. Only context sources and the stored context may call this. */
export function trust<T>(value: T): Trusted<T> {
  return value as Trusted<T>;
}

/** One fact of the session's context: established with a value, or not, with the reason. */
export type Fact = { readonly value: Trusted<JsonValue> } | { readonly failure: string };

/** All facts of a session by name. */
export type Context = Readonly<Record<string, Fact>>;

export const factTypes = ['string', 'number', 'boolean', 'list', 'object', 'any'] as const;
export type FactType = (typeof factTypes)[number];

/** Signature algorithms of tokens: with a private key and a public one. With `none` and HS* whoever checks could also sign. */
export const tokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** Whether a command's output is the fact itself, or JSON in which it stands. */
export type OutputFormat = 'text' | 'json';

/** Why files that the agent could write are taken all the same; the author's own words. */
interface Excuse {
  readonly untrustedOk?: string;
}

interface EnvSource {
  readonly kind: 'env';
  readonly variable: string;
}

interface LiteralSource {
  readonly kind: 'literal';
  readonly value: JsonValue;
}

export interface FileSource extends Excuse {
  readonly kind: 'file';
  /** As the law has it; relative to the law file. */
  readonly path: string;
  readonly pointer: string;
}

export interface CommandSource extends Excuse {
  readonly kind: 'command';
  /** The program, and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly timeoutMs: number;
  readonly format: OutputFormat;
  readonly pointer: string;
}

export interface TokenSource extends Excuse {
  readonly kind: 'jwt';
  readonly token: { readonly env: string } | { readonly file: string };
  /** Paths and URLs of the key sets. */
  readonly jwks: readonly string[];
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly algorithms: readonly TokenAlgorithm[];
  /** How far the clocks may be apart, in seconds. */
  readonly clockToleranceS: number;
  readonly timeoutMs: number;
  readonly pointer: string;
}

export type FactSource = EnvSource | LiteralSource | FileSource | CommandSource | TokenSource;

/** A fact as compiled from the law. */
export interface FactDefinition {
  readonly source: FactSource;
  readonly type: FactType;
  readonly oneOf?: readonly JsonValue[];
  /** A fact that is not required and whose source has nothing is null. */
  readonly required: boolean;
}
