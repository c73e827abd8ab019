import type { CompiledLaw } from './compiled-law.ts';
import type { Softened } from './packs/compile-extends.ts';
import { citePack, splitPackId } from './packs/pack.ts';
import type { LawSource } from './read-source.ts';
import type { LawDocument, RuleDocument } from './schema.ts';

/** A law with the text that it was compiled from, so that a person can be shown its parts. */
export interface ReadableLaw {
  readonly source: LawSource;
  readonly document: LawDocument;
  readonly compiled: CompiledLaw;
  /** How it weakens the rules of packs. */
  readonly softened: readonly Softened[];
  /** The packs that it extends. */
  readonly packs: readonly ReadablePack[];
}

/** A pack with its text. */
export interface ReadablePack {
  readonly name: string;
  readonly source: LawSource;
  readonly document: LawDocument;
}

/** A rule of a law by its id, whose text may be that of a pack. */
export interface FoundRule {
  /** The file as it is cited; undefined for the law's own. */
  readonly cited: string | undefined;
  readonly source: LawSource;
  readonly index: number;
  readonly rule: RuleDocument;
}

/** Finds a rule of a law, or of the packs that it extends. */
export function findRule(
  id: string,
  { source, document, packs }: Pick<ReadableLaw, 'source' | 'document' | 'packs'>,
): FoundRule | undefined {
  const split = splitPackId(id);
  const of = split === undefined ? { source, document } : packs.find(({ name }) => name === split.pack);
  const index = of?.document.rules.findIndex(rule => rule.id === (split?.id ?? id)) ?? -1;
  const rule = of?.document.rules[index];
  if (of === undefined || rule === undefined) return undefined;
  return { cited: split === undefined ? undefined : citePack(split.pack), source: of.source, index, rule };
}
