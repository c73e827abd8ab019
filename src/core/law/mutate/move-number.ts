/** Comparisons that a moved number can stand in, as they read with the number on the right. */
export type Comparison = '>' | '>=' | '<' | '<=' | '==' | '!=';

/** The comparison with its sides exchanged. */
export const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '>': '<',
  '>=': '<=',
  '<': '>',
  '<=': '>=',
  '==': '==',
  '!=': '!=',
};

export function isComparison(op: string): op is Comparison {
  return Object.hasOwn(mirrored, op);
}

/** A literal moved by one, written as it was (`2.50` gives `3.50`); undefined for one that is no plain number. */
export function moveLiteral(literal: string, by: 1 | -1): string | undefined {
  const match = /^\d+(?:\.(\d+))?$/.exec(literal);
  const value = Number(literal);
  if (match === null || !Number.isSafeInteger(Math.trunc(value) + by)) return undefined;
  return (value + by).toFixed(match[1]?.length ?? 0);
}

/** The value at which `x OP before` and `x OP after` differ, one of the two. */
export function valueBetween(op: Comparison, before: number, after: number): number {
  if (op === '>' || op === '<=') return Math.max(before, after);
  if (op === '<' || op === '>=') return Math.min(before, after);
  return before;
}
