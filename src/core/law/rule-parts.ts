import type { Span } from '../problem/position.ts';
import type { LawSource } from './read-source.ts';

/** A key of a rule, and its value as it is written. */
export interface RulePart {
  readonly key: string;
  readonly text: string;
  readonly span: Span;
}

/** The keys that hold the conditions of a rule, in the order in which they are asked. */
export const conditionKeys = ['during', 'when', 'requires', 'budget', 'once'] as const;

/** Those parts of a rule that it has, in the order of the keys. */
export function partsOf(source: LawSource, index: number, keys: readonly string[]): RulePart[] {
  return keys.flatMap(key => {
    const span = source.locateWhole(['rules', index, key]);
    return span === undefined ? [] : [{ key, text: source.text.slice(span.start.offset, span.end.offset), span }];
  });
}
