import type { ASTNode } from './syntax.ts';

/** What the CEL library says of a faulty expression. */
export interface CelFault {
  readonly code: string;
  readonly summary: string;
  readonly node: ASTNode | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Reads an error of the CEL library. */
export function readFault(error: unknown): CelFault {
  const fault = error as {
    code?: string;
    summary?: string;
    message?: string;
    node?: unknown;
    range?: { start: number; end: number };
  };
  return {
    code: fault.code ?? 'unknown',
    summary: fault.summary ?? fault.message ?? String(error),
    node:
      typeof fault.node === 'object' && fault.node !== null && 'op' in fault.node ? (fault.node as ASTNode) : undefined,
    start: fault.range?.start,
    end: fault.range?.end,
  };
}

/** The place of a node in its expression. */
export function place(node: { start: number; end: number } | undefined): { start?: number; end?: number } {
  return node === undefined ? {} : { start: node.start, end: node.end };
}

/** The place that the library names. */
export function faultPlace(fault: CelFault): { start?: number; end?: number } {
  return fault.start === undefined ? {} : { start: fault.start, end: fault.end ?? fault.start };
}
