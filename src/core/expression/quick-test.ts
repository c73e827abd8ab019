import { type FactTest, readFactTest } from './facts/fact-test.ts';
import { leadingLiteral } from './regex-literal.ts';
import { type ASTNode, calledFunction, literalList, literalOf, operand, operands, pathOf } from './syntax.ts';

type Constant = string | number | boolean;

/** The names along a field's path, or, in a stored law, the number of the path in the law's list of paths. */
export type PathRef = readonly string[] | number;

/**
 * A part of a condition that plain field comparisons can decide, without the expression engine.
 * It answers true, false or «cannot tell», and what it is sure of CEL would say as well (there, too, `false && error` is
 * false and `true || error` true; a test compares the two). Everything else is decided by CEL.
 */
export type QuickTest =
  | { readonly op: 'all' | 'any'; readonly of: readonly QuickTest[] }
  | { readonly op: 'not'; readonly of: QuickTest }
  | { readonly op: '==' | '!=' | '<' | '<=' | '>' | '>='; readonly path: PathRef; readonly value: Constant }
  | {
      readonly op: 'contains' | 'startsWith' | 'endsWith';
      readonly path: PathRef;
      readonly value: string;
    }
  | {
      readonly op: 'matches';
      readonly path: PathRef;
      readonly value: string;
      /** A text that every match holds. */
      readonly literal: string;
    }
  | { readonly op: 'in'; readonly path: PathRef; readonly values: readonly Constant[] }
  | { readonly op: 'has'; readonly path: PathRef }
  /** What the call would do: decided by the analysis, which is loaded where all else leaves it open. */
  | FactTest
  | { readonly op: 'unknown' };

const unknown: QuickTest = { op: 'unknown' };
const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
type Comparison = keyof typeof mirrored;

function deriveComparison(node: ASTNode, op: Comparison): QuickTest {
  const sides = operands(node);
  if (sides === undefined) return unknown;
  const [left, right] = sides;
  const leftPath = pathOf(left);
  const rightPath = pathOf(right);
  const leftValue = literalOf(left);
  const rightValue = literalOf(right);
  if (leftPath !== undefined && rightValue !== undefined) return { op, path: leftPath, value: rightValue };
  if (rightPath !== undefined && leftValue !== undefined)
    return { op: mirrored[op], path: rightPath, value: leftValue };
  return unknown;
}

/** `has(input.a)`: whether a field at the top is there at all; deeper ones can fail on the way. */
function deriveHas(node: ASTNode): QuickTest {
  const call = calledFunction(node);
  const [field] = call?.name === 'has' ? call.arguments : [];
  const path = field?.op === '.' ? pathOf(field) : undefined;
  const known = path?.length === 2 && (path[0] === 'input' || path[0] === 'event');
  return known ? { op: 'has', path } : unknown;
}

/** Parts about what the call would do come last: they are not asked where another part decides. */
function costliestLast(parts: readonly QuickTest[]): readonly QuickTest[] {
  return [...parts.filter(part => !asksFacts(part)), ...parts.filter(asksFacts)];
}

/** Whether a test asks what the call would do. */
function asksFacts(test: QuickTest): boolean {
  if (test.op === 'all' || test.op === 'any') return test.of.some(asksFacts);
  return test.op === 'not' ? asksFacts(test.of) : test.op === 'fact';
}

function deriveCall(node: ASTNode): QuickTest {
  const call = calledFunction(node);
  const path = call?.receiver === undefined ? undefined : pathOf(call.receiver);
  const only = call?.arguments.length === 1 ? call.arguments[0] : undefined;
  const value = only === undefined ? undefined : literalOf(only);
  if (call === undefined || path === undefined || typeof value !== 'string') return unknown;
  switch (call.name) {
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return { op: call.name, path, value };
    case 'matches':
      return { op: 'matches', path, value, literal: leadingLiteral(value) };
    default:
      return unknown;
  }
}

function deriveMembership(node: ASTNode): QuickTest {
  const sides = operands(node);
  const path = sides === undefined ? undefined : pathOf(sides[0]);
  const values = sides === undefined ? undefined : literalList(sides[1]);
  return path === undefined || values === undefined ? unknown : { op: 'in', path, values };
}

function deriveNode(node: ASTNode): QuickTest {
  switch (node.op) {
    case '&&':
    case '||': {
      const sides = operands(node);
      if (sides === undefined) return unknown;
      return { op: node.op === '&&' ? 'all' : 'any', of: costliestLast(sides.map(deriveNode)) };
    }
    case '!_': {
      const inner = operand(node);
      return inner === undefined ? unknown : { op: 'not', of: deriveNode(inner) };
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return deriveComparison(node, node.op);
    case 'in':
      return deriveMembership(node);
    case 'call':
      return deriveHas(node);
    case 'rcall':
      return readFactTest(node) ?? deriveCall(node);
    case '.':
      return readFactTest(node) ?? unknown;
    default:
      return unknown;
  }
}

function canDecide(test: QuickTest): boolean {
  switch (test.op) {
    case 'unknown':
      return false;
    case 'all':
      return test.of.some(canDecide);
    case 'any':
      return test.of.every(canDecide);
    case 'not':
      return canDecide(test.of);
    default:
      return true;
  }
}

/** Derives the quick test of a condition; undefined when it could never prove anything. */
export function deriveQuickTest(root: ASTNode): QuickTest | undefined {
  const test = deriveNode(root);
  return canDecide(test) ? test : undefined;
}

function compare(op: Comparison, a: Constant, b: Constant): boolean {
  switch (op) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

function ordered(op: Comparison): boolean {
  return op !== '==' && op !== '!=';
}

function testText(op: 'contains' | 'startsWith' | 'endsWith', text: string, value: string): boolean {
  switch (op) {
    case 'contains':
      return text.includes(value);
    case 'startsWith':
      return text.startsWith(value);
    case 'endsWith':
      return text.endsWith(value);
  }
}

/** The same test with other paths. */
export function mapPaths(test: QuickTest, change: (path: PathRef) => PathRef): QuickTest {
  switch (test.op) {
    case 'unknown':
      return test;
    case 'all':
    case 'any':
      return { op: test.op, of: test.of.map(part => mapPaths(part, change)) };
    case 'not':
      return { op: 'not', of: mapPaths(test.of, change) };
    case 'fact':
      return test.path === undefined ? test : { ...test, path: change(test.path) };
    default:
      return { ...test, path: change(test.path) };
  }
}

/** What a quick test is run on. */
export interface QuickGround {
  /** The value at a path, or undefined where there is none or where it cannot be told. */
  readonly read: (path: PathRef) => unknown;
  /** Answers a question about what the call would do; undefined where that cannot be told. */
  readonly ask: (test: FactTest) => boolean | undefined;
}

/**
 * Runs a quick test.
 * @returns undefined for «cannot tell»
 */
export function runQuickTest(test: QuickTest, ground: QuickGround): boolean | undefined {
  const { read } = ground;
  switch (test.op) {
    case 'unknown':
      return undefined;
    case 'all':
    case 'any': {
      const decisive = test.op === 'any';
      let all: boolean | undefined = !decisive;
      for (const part of test.of) {
        const result = runQuickTest(part, ground);
        if (result === decisive) return decisive;
        if (result === undefined) all = undefined;
      }
      return all;
    }
    case 'not': {
      const result = runQuickTest(test.of, ground);
      return result === undefined ? undefined : !result;
    }
    case 'has':
      return read(test.path) !== undefined;
    case 'fact':
      return ground.ask(test);
    case 'in': {
      const value = read(test.path);
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? test.values.includes(value)
        : undefined;
    }
    case 'contains':
    case 'startsWith':
    case 'endsWith': {
      const value = read(test.path);
      return typeof value === 'string' ? testText(test.op, value, test.value) : undefined;
    }
    case 'matches': {
      const value = read(test.path);
      if (typeof value !== 'string') return undefined;
      return value.includes(test.literal) && new RegExp(test.value).test(value);
    }
    default: {
      const value = read(test.path);
      if (typeof value !== typeof test.value || (typeof value === 'boolean' && ordered(test.op))) return undefined;
      return compare(test.op, value as Constant, test.value);
    }
  }
}
