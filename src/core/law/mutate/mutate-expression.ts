import { createBaseEnvironment } from '../../expression/environment.ts';
import { type ASTNode, literalOf, operand, operands, walk } from '../../expression/syntax.ts';
import { type Comparison, isComparison, mirrored, moveLiteral, valueBetween } from './move-number.ts';

/** One small change of an expression. */
export interface ExpressionEdit {
  /** The changed expression. */
  readonly text: string;
  readonly change: string;
  readonly hint: string;
}

interface PlacedEdit extends ExpressionEdit {
  readonly start: number;
}

const flips: Readonly<Record<string, string>> = {
  '>': '>=',
  '>=': '>',
  '<': '<=',
  '<=': '<',
  '==': '!=',
  '!=': '==',
  '&&': '||',
  '||': '&&',
};

/** What a number is compared with, so that a hint can name the value that tells the difference. */
interface Compared {
  readonly with: string;
  readonly op: Comparison;
  readonly sign: 1 | -1;
}

const textOf = (node: ASTNode): string => node.input.slice(node.start, node.end);

function hintForFlip(op: string, sides: readonly [ASTNode, ASTNode]): string {
  const [first, second] = sides;
  const [left, right] = (literalOf(first) === undefined ? [first, second] : [second, first]).map(textOf);
  if (op === '&&' || op === '||') return 'a test in which one side holds and the other does not';
  if (op === '==' || op === '!=') return `tests in which \`${left}\` and \`${right}\` are the same, and are not`;
  return `a test in which \`${left}\` is exactly \`${right}\``;
}

/** Flips the operator of a node. It stands between the operands, with nothing but parentheses beside it. */
function flip(node: ASTNode): PlacedEdit[] {
  const other = Object.hasOwn(flips, node.op) ? flips[node.op] : undefined;
  const sides = operands(node);
  if (other === undefined || sides === undefined) return [];
  const [left, right] = sides;
  const between = node.input.slice(left.end, right.start);
  if (between.replace(/[()\s]/g, '') !== node.op) return [];
  const start = left.end + between.indexOf(node.op);
  return [
    {
      start,
      text: `${node.input.slice(0, start)}${other}${node.input.slice(start + node.op.length)}`,
      change: `\`${node.op}\` became \`${other}\``,
      hint: hintForFlip(node.op, sides),
    },
  ];
}

function move(node: ASTNode, compared: Compared | undefined): PlacedEdit[] {
  const literal = textOf(node);
  return ([1, -1] as const).flatMap(by => {
    const moved = moveLiteral(literal, by);
    if (moved === undefined) return [];
    const value = compared && valueBetween(compared.op, compared.sign * Number(literal), compared.sign * Number(moved));
    return [
      {
        start: node.start,
        text: `${node.input.slice(0, node.start)}${moved}${node.input.slice(node.end)}`,
        change: `\`${literal}\` became \`${moved}\``,
        hint:
          compared === undefined
            ? `a test whose outcome hangs on this very \`${literal}\``
            : `a test in which \`${compared.with}\` is exactly ${value}`,
      },
    ];
  });
}

/** The literal inside `500` or `-500`. */
function numberIn(node: ASTNode): { literal: ASTNode; sign: 1 | -1 } | undefined {
  if (typeof literalOf(node) !== 'number') return undefined;
  const inner = node.op === '-_' ? operand(node) : undefined;
  return inner === undefined ? { literal: node, sign: 1 } : { literal: inner, sign: -1 };
}

function noteComparison(node: ASTNode, numbers: Map<ASTNode, Compared>): void {
  const [left, right] = operands(node) ?? [];
  if (!isComparison(node.op) || left === undefined || right === undefined) return;
  for (const [side, other, op] of [
    [right, left, node.op],
    [left, right, mirrored[node.op]],
  ] as const) {
    const number = numberIn(side);
    if (number !== undefined) numbers.set(number.literal, { with: textOf(other), op, sign: number.sign });
  }
}

/** A place in a list is no limit: moved, it reads something else or nothing. */
function noteIndex(node: ASTNode, indexes: Set<ASTNode>): void {
  const [, index] = node.op === '[]' || node.op === '[?]' ? (operands(node) ?? []) : [];
  if (index !== undefined) indexes.add(index);
}

/**
 * The small changes of a CEL expression, in the order of the text: each comparison and connective flipped, each number
 * moved by one. None for an expression that does not parse.
 */
export function mutateExpression(text: string): ExpressionEdit[] {
  let root: ASTNode;
  try {
    root = createBaseEnvironment().parse(text).ast;
  } catch {
    return [];
  }
  const numbers = new Map<ASTNode, Compared>();
  const indexes = new Set<ASTNode>();
  const edits: PlacedEdit[] = [];
  walk(root, node => {
    noteComparison(node, numbers);
    noteIndex(node, indexes);
    edits.push(...flip(node));
    if (node.op === 'value' && !indexes.has(node)) edits.push(...move(node, numbers.get(node)));
  });
  return edits.sort((a, b) => a.start - b.start).map(({ start: _start, ...edit }) => edit);
}
