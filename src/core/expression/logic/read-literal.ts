import { type ASTNode, calledFunction, literalList, literalOf, operands, pathOf } from '../syntax.ts';
import {
  type Constant,
  fieldTerm,
  type Literal,
  type Order,
  sizeTerm,
  type Term,
  textOf,
  type ValueTest,
} from './literal.ts';

const mirrored: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const opposite: Readonly<Record<Order, Order>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

function isOrder(op: string): op is Order {
  return Object.hasOwn(mirrored, op);
}

/** What holds values of JSON, so that a number is a double and a missing field an error. */
const jsonRoots: ReadonlySet<string> = new Set(['input', 'context', 'event', 'result', 'call', 'tool']);

/** The field that a node reads; undefined for names that a macro may have given another meaning to. */
function fieldOf(node: ASTNode | undefined): readonly string[] | undefined {
  const path = node === undefined ? undefined : pathOf(node);
  return path !== undefined && path.length > 1 && jsonRoots.has(path[0] ?? '') ? path : undefined;
}

function sizeOf(node: ASTNode): readonly string[] | undefined {
  const call = calledFunction(node);
  if (call?.name !== 'size') return undefined;
  return fieldOf(call.receiver ?? call.arguments[0]);
}

function termOf(node: ASTNode): Term | undefined {
  const field = fieldOf(node);
  if (field !== undefined) return fieldTerm(field);
  const sized = sizeOf(node);
  return sized === undefined ? undefined : sizeTerm(sized);
}

/** The field whose type a node asks for: `type(input.amount)`. */
function typedField(node: ASTNode): readonly string[] | undefined {
  const call = calledFunction(node);
  return call?.name === 'type' && call.receiver === undefined ? fieldOf(call.arguments[0]) : undefined;
}

const never: readonly Literal[] = [{ kind: 'never' }];

/** A constant truth: nothing more to ask where it is what is wanted. */
function decided(is: boolean, wanted: boolean): readonly Literal[] {
  return is === wanted ? [] : never;
}

function opaque(node: ASTNode, holds: boolean): readonly Literal[] {
  return [{ kind: 'opaque', text: textOf(node), holds }];
}

function asked(term: Term, test: ValueTest, holds: boolean): readonly Literal[] {
  return [{ kind: 'value', term, test, holds }];
}

function compareConstants(op: string, a: Constant, b: Constant): boolean | undefined {
  if (op === '==') return a === b;
  if (op === '!=') return a !== b;
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  return op === '<' ? a < b : op === '<=' ? a <= b : op === '>' ? a > b : a >= b;
}

function readEquality(node: ASTNode, left: ASTNode, right: ASTNode, wanted: boolean): readonly Literal[] {
  const holds = (node.op === '==') === wanted;
  const field = fieldOf(left);
  if (field !== undefined && fieldOf(right)?.join('\0') === field.join('\0')) return decided(true, holds);
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const typed = typedField(side);
    const name = pathOf(other);
    if (typed !== undefined && name?.length === 1) {
      return asked(fieldTerm(typed), { op: 'type', value: name[0] ?? '' }, holds);
    }
    const term = termOf(side);
    const value = literalOf(other);
    if (term !== undefined && value !== undefined) return asked(term, { op: '==', value }, holds);
  }
  return opaque(node, wanted);
}

function readOrder(node: ASTNode, op: Order, left: ASTNode, right: ASTNode, wanted: boolean): readonly Literal[] {
  const field = fieldOf(left);
  if (field !== undefined && fieldOf(right)?.join('\0') === field.join('\0')) {
    return decided(op === '<=' || op === '>=', wanted);
  }
  for (const [side, other, seen] of [
    [left, right, op],
    [right, left, mirrored[op]],
  ] as const) {
    const term = termOf(side);
    const value = literalOf(other);
    if (term === undefined || typeof value !== 'number') continue;
    // A comparison that is false has compared numbers all the same: anything else is an error, which is neither.
    return asked(term, { op: wanted ? seen : opposite[seen], value }, true);
  }
  return opaque(node, wanted);
}

function readComparison(node: ASTNode, wanted: boolean): readonly Literal[] {
  const [left, right] = operands(node) ?? [];
  if (left === undefined || right === undefined) return opaque(node, wanted);
  const [a, b] = [literalOf(left), literalOf(right)];
  const known = a === undefined || b === undefined ? undefined : compareConstants(node.op, a, b);
  if (known !== undefined) return decided(known, wanted);
  return isOrder(node.op) ? readOrder(node, node.op, left, right, wanted) : readEquality(node, left, right, wanted);
}

function readMembership(node: ASTNode, wanted: boolean): readonly Literal[] {
  const [left, right] = operands(node) ?? [];
  const values = right === undefined ? undefined : literalList(right);
  if (left === undefined || values === undefined) return opaque(node, wanted);
  // An error in `left` is neither true nor false, and nothing is in an empty list.
  if (values.length === 0) return decided(false, wanted);
  const term = termOf(left);
  return term === undefined ? opaque(node, wanted) : asked(term, { op: 'in', values }, wanted);
}

function readCall(node: ASTNode, wanted: boolean): readonly Literal[] {
  const call = calledFunction(node);
  const [first, second] = call?.arguments ?? [];
  if (call === undefined || first === undefined || second !== undefined) return opaque(node, wanted);
  if (call.receiver === undefined) {
    const path = call.name === 'has' ? fieldOf(first) : undefined;
    return path === undefined ? opaque(node, wanted) : [{ kind: 'has', path, holds: wanted }];
  }
  const field = fieldOf(call.receiver);
  const value = literalOf(first);
  const { name } = call;
  if (field === undefined || typeof value !== 'string') return opaque(node, wanted);
  if (name !== 'contains' && name !== 'startsWith' && name !== 'endsWith') return opaque(node, wanted);
  return asked(fieldTerm(field), { op: name, value }, wanted);
}

/**
 * What must be so for a part of a condition, which is no connective, to be true (or false) without an error. All of it
 * must be; where it says less than the expression does, that is on the safe side.
 */
export function readLiteral(node: ASTNode, wanted: boolean): readonly Literal[] {
  const constant = literalOf(node);
  if (constant !== undefined) return typeof constant === 'boolean' ? decided(constant, wanted) : never;
  switch (node.op) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return readComparison(node, wanted);
    case 'in':
      return readMembership(node, wanted);
    case 'call':
    case 'rcall':
      return readCall(node, wanted);
    default: {
      const field = fieldOf(node);
      return field === undefined ? opaque(node, wanted) : asked(fieldTerm(field), { op: '==', value: wanted }, true);
    }
  }
}
