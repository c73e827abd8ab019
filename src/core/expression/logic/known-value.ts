import type { Constant, JsonType, Term } from './literal.ts';

/** What is certain of a value before a condition is asked. */
export interface KnownValue {
  /** The types that it can have, where it is there. */
  readonly types?: readonly JsonType[];
  readonly integer?: boolean;
  /** The smallest number that it can be. */
  readonly min?: number;
  /** All values that it can have. */
  readonly values?: readonly Constant[];
  /** Whether it can be this text. */
  readonly allows?: (text: string) => boolean;
  /** Whether it is always there. */
  readonly present?: boolean;
}

/** Tells what is certain of a field; undefined when nothing is. */
export type Knowledge = (path: readonly string[]) => KnownValue | undefined;

const size: KnownValue = { types: ['double'], integer: true, min: 0 };

/** What is certain of a term. */
export function knownOf(term: Term, knowledge: Knowledge): KnownValue {
  return term.of === 'size' ? size : (knowledge(term.path) ?? {});
}
