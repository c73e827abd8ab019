import type { LawDocument } from '../schema.ts';
import { mutateRule } from './mutate-rule.ts';

/** A law with one small change. */
export interface Mutant {
  /** The id of the rule that was changed. */
  readonly rule: string;
  /** The place of the change in the law as it was. */
  readonly path: readonly PropertyKey[];
  readonly change: string;
  /** The changed expression as a whole, where it was one. */
  readonly becomes?: string;
  /** Which test would notice. */
  readonly hint: string;
  /** The changed law, without its tests: one of them may wait for a rule that is no longer there. */
  readonly document: LawDocument;
}

/** The small changes of a law, in the order of the file; the same law always gives the same. */
export function mutateLaw(document: LawDocument): Mutant[] {
  return document.rules.flatMap((original, index) =>
    mutateRule(original).map(({ rule, at, ...edit }) => ({
      ...edit,
      rule: original.id,
      path: ['rules', index, ...at],
      document: {
        ...document,
        tests: undefined,
        rules: document.rules.flatMap((kept, place) => (place !== index ? [kept] : rule === undefined ? [] : [rule])),
      },
    })),
  );
}
