import type { ASTNode } from '@marcbachmann/cel-js';

export type { ASTNode };

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

/** The direct children of a node, in source order. */
function childrenOf(node: ASTNode): ASTNode[] {
  const pending: unknown[] = [node.args];
  const children: ASTNode[] = [];
  while (pending.length > 0) {
    const next = pending.shift();
    if (Array.isArray(next)) pending.unshift(...next);
    else if (isNode(next)) children.push(next);
  }
  return children;
}

/** Calls `visit` for a node and everything below it. */
export function walk(node: ASTNode, visit: (node: ASTNode) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

function argument(node: ASTNode, index: number): unknown {
  return Array.isArray(node.args) ? (node.args as unknown[])[index] : undefined;
}

/** The two sides of an operator with two operands. */
export function operands(node: ASTNode): readonly [ASTNode, ASTNode] | undefined {
  const left = argument(node, 0);
  const right = argument(node, 1);
  return isNode(left) && isNode(right) ? [left, right] : undefined;
}

/** The operand of an operator with one. */
export function operand(node: ASTNode): ASTNode | undefined {
  return isNode(node.args) ? node.args : undefined;
}

/** The name of the function that a node calls, with the receiver of a method. */
export function calledFunction(
  node: ASTNode,
): { name: string; receiver: ASTNode | undefined; arguments: readonly ASTNode[] } | undefined {
  if (node.op !== 'call' && node.op !== 'rcall') return undefined;
  const name = argument(node, 0);
  const receiver = node.op === 'rcall' ? argument(node, 1) : undefined;
  const given = argument(node, node.op === 'rcall' ? 2 : 1);
  if (typeof name !== 'string') return undefined;
  return {
    name,
    receiver: isNode(receiver) ? receiver : undefined,
    arguments: Array.isArray(given) ? given.filter(isNode) : [],
  };
}

/** The constant that a node stands for: text, number or truth value; whole numbers as numbers where they are exact. */
export function literalOf(node: ASTNode): string | number | boolean | undefined {
  if (node.op === '-_') {
    const inner = operand(node);
    const value = inner === undefined ? undefined : literalOf(inner);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.op !== 'value') return undefined;
  const value: unknown = node.args;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** The elements of a list of constants. */
export function literalList(node: ASTNode): (string | number | boolean)[] | undefined {
  if (node.op !== 'list' || !Array.isArray(node.args)) return undefined;
  const values = (node.args as unknown[]).map(child => (isNode(child) ? literalOf(child) : undefined));
  return values.every(value => value !== undefined) ? values : undefined;
}

/** The names along `input.a.b` or `input['a'].b`; undefined when the node is anything else. */
export function pathOf(node: ASTNode): string[] | undefined {
  if (node.op === 'id') return typeof node.args === 'string' ? [node.args] : undefined;
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const object = argument(node, 0);
  const key = argument(node, 1);
  const base = isNode(object) ? pathOf(object) : undefined;
  if (base === undefined) return undefined;
  if (typeof key === 'string') return [...base, key];
  const constant = isNode(key) ? literalOf(key) : undefined;
  return typeof constant === 'string' ? [...base, constant] : undefined;
}

/** Every path that an expression reads, longest only: `input.a.b` does not also give `input.a`. */
export function readPaths(root: ASTNode): string[][] {
  const paths: string[][] = [];
  const visit = (node: ASTNode): void => {
    const path = pathOf(node);
    if (path === undefined) for (const child of childrenOf(node)) visit(child);
    else paths.push(path);
  };
  visit(root);
  return paths;
}

/** The paths that an expression asks for with `has(…)`. */
export function guardedPaths(root: ASTNode): string[][] {
  const paths: string[][] = [];
  walk(root, node => {
    const call = calledFunction(node);
    const path = call?.name === 'has' && call.arguments[0] !== undefined ? pathOf(call.arguments[0]) : undefined;
    if (path !== undefined) paths.push(path);
  });
  return paths;
}
