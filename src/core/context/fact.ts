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

/** Where a fact comes from, as compiled from the law. */
export interface FactDefinition {
  readonly source:
    | { readonly kind: 'env'; readonly variable: string }
    | { readonly kind: 'file'; readonly path: string; readonly pointer: string }
    | { readonly kind: 'literal'; readonly value: JsonValue };
  readonly type: FactType;
  readonly oneOf?: readonly JsonValue[];
  /** A fact that is not required and whose source has nothing is null. */
  readonly required: boolean;
}
