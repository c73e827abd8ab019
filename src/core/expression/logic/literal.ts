import type { ASTNode } from '../syntax.ts';

/** A constant that a value is compared with; null stands in lists of possible values only. */
export type Constant = string | number | boolean | null;

/** The types that a value of JSON has in CEL; all its numbers are doubles. */
export const jsonTypes = ['string', 'double', 'bool', 'null_type', 'list', 'map'] as const;
export type JsonType = (typeof jsonTypes)[number];

export type Order = '<' | '<=' | '>' | '>=';

/** What is asked of one value. */
export type ValueTest =
  | { readonly op: '=='; readonly value: Constant }
  | { readonly op: 'in'; readonly values: readonly Constant[] }
  | { readonly op: Order; readonly value: number }
  | { readonly op: 'contains' | 'startsWith' | 'endsWith'; readonly value: string }
  | { readonly op: 'type'; readonly value: string };

/** A value that an expression reads: a field, or the size of one. */
export interface Term {
  readonly key: string;
  readonly path: readonly string[];
  readonly of: 'value' | 'size';
}

/** A part of a condition that is true or false by itself, and which of the two it is wanted to be. */
export type Literal =
  | { readonly kind: 'value'; readonly term: Term; readonly test: ValueTest; readonly holds: boolean }
  | { readonly kind: 'has'; readonly path: readonly string[]; readonly holds: boolean }
  /** Something else, told apart by its text: it cannot be true and false at once. */
  | { readonly kind: 'opaque'; readonly text: string; readonly holds: boolean }
  /** A constant that is not what it is wanted to be. */
  | { readonly kind: 'never' };

/** The term of a field. */
export function fieldTerm(path: readonly string[]): Term {
  return { key: JSON.stringify(path), path, of: 'value' };
}

/** The term of a field's size. */
export function sizeTerm(path: readonly string[]): Term {
  return { key: `size ${JSON.stringify(path)}`, path, of: 'size' };
}

/** The text of a node without the spaces that mean nothing; spaces inside of quotes are kept. */
export function textOf(node: ASTNode): string {
  const text = node.input.slice(node.start, node.end);
  return /['"]/.test(text) ? text : text.replace(/\s+/g, ' ');
}
