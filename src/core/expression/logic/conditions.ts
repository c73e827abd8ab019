import { type ASTNode, operand, operands } from '../syntax.ts';
import { isContradiction } from './contradiction.ts';
import type { Knowledge } from './known-value.ts';
import type { Literal } from './literal.ts';
import { readLiteral } from './read-literal.ts';

/** Ways in which a condition comes out as wanted: one of them, and of that everything, must be so. */
type Ways = readonly (readonly Literal[])[];

/** The most ways that are followed; of a condition with more nothing is said. */
const mostWays = 200;

function branches(node: ASTNode): readonly [ASTNode, ASTNode, ASTNode] | undefined {
  const [condition, yes, no] = node.op === '?:' ? (node.args as readonly ASTNode[]) : [];
  return condition === undefined || yes === undefined || no === undefined ? undefined : [condition, yes, no];
}

/** The parts of a condition that decide together whether it holds; none of a part that is no connective. */
export function partsOf(node: ASTNode): readonly ASTNode[] {
  if (node.op === '&&' || node.op === '||') return operands(node) ?? [];
  if (node.op === '?:') return branches(node) ?? [];
  const inner = node.op === '!_' ? operand(node) : undefined;
  return inner === undefined ? [] : [inner];
}

/** Reads conditions with what is known of the values in them; each part is read once. */
class ConditionReader {
  readonly #knowledge: Knowledge;
  readonly #read = [new WeakMap<ASTNode, { readonly ways: Ways | undefined }>(), new WeakMap()] as const;

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  /** The possible ways; undefined where there are too many. */
  ways(node: ASTNode, wanted: boolean): Ways | undefined {
    const read = this.#read[wanted ? 1 : 0];
    const known = read.get(node) ?? { ways: this.#find(node, wanted) };
    read.set(node, known);
    return known.ways;
  }

  #find(node: ASTNode, wanted: boolean): Ways | undefined {
    const sides = node.op === '&&' || node.op === '||' ? operands(node) : undefined;
    if (sides !== undefined) {
      const [left, right] = sides.map(side => this.ways(side, wanted));
      return (node.op === '&&') === wanted ? this.#both(left, right) : this.#either(left, right);
    }
    const inner = node.op === '!_' ? operand(node) : undefined;
    if (inner !== undefined) return this.ways(inner, !wanted);
    const [condition, yes, no] = branches(node) ?? [];
    if (condition !== undefined && yes !== undefined && no !== undefined) {
      return this.#either(
        this.#both(this.ways(condition, true), this.ways(yes, wanted)),
        this.#both(this.ways(condition, false), this.ways(no, wanted)),
      );
    }
    return this.#possible([readLiteral(node, wanted)]);
  }

  /** Whether no way of each, taken together, is possible; ends at the first that is. */
  exclude(all: readonly (Ways | undefined)[], chosen: readonly Literal[] = []): boolean {
    const [first, ...others] = all;
    if (first === undefined) return false;
    return first.every(way => {
      const both = [...chosen, ...way];
      if (isContradiction(both, this.#knowledge)) return true;
      return others.length > 0 && this.exclude(others, both);
    });
  }

  #both(left: Ways | undefined, right: Ways | undefined): Ways | undefined {
    if (left?.length === 0 || right?.length === 0) return [];
    if (left === undefined || right === undefined || left.length * right.length > mostWays) return undefined;
    return this.#possible(left.flatMap(a => right.map(b => [...a, ...b])));
  }

  #either(left: Ways | undefined, right: Ways | undefined): Ways | undefined {
    if (left === undefined || right === undefined || left.length + right.length > mostWays) return undefined;
    return [...left, ...right];
  }

  #possible(ways: Ways): Ways {
    return ways.filter(literals => !isContradiction(literals, this.#knowledge));
  }
}

const readers = new WeakMap<Knowledge, ConditionReader>();

function readerFor(knowledge: Knowledge): ConditionReader {
  const reader = readers.get(knowledge) ?? new ConditionReader(knowledge);
  readers.set(knowledge, reader);
  return reader;
}

/** A condition that is wanted to be true, or false. */
export interface Wanted {
  readonly node: ASTNode;
  readonly is: boolean;
}

/**
 * Whether conditions, all together, can certainly not come out as wanted, for any values: then each evaluation gives
 * at least one that is otherwise, or an error. Sound, not complete.
 */
export function isImpossible(wanted: readonly Wanted[], knowledge: Knowledge): boolean {
  const reader = readerFor(knowledge);
  const ways = wanted.map(({ node, is }) => reader.ways(node, is));
  if (ways.some(found => found?.length === 0)) return true;
  const count = ways.reduce((product, found) => product * (found?.length ?? Number.POSITIVE_INFINITY), 1);
  return count <= mostWays && reader.exclude(ways);
}

/** Whether a condition can certainly never be true. */
export function isNeverTrue(node: ASTNode, knowledge: Knowledge): boolean {
  return isImpossible([{ node, is: true }], knowledge);
}

/** Whether a condition can certainly never be false; it may be an error. */
export function isNeverFalse(node: ASTNode, knowledge: Knowledge): boolean {
  return isImpossible([{ node, is: false }], knowledge);
}
