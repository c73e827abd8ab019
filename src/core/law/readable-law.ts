import type { CompiledLaw } from './compiled-law.ts';
import type { LawSource } from './read-source.ts';
import type { LawDocument } from './schema.ts';

/** A law with the text that it was compiled from, so that a person can be shown its parts. */
export interface ReadableLaw {
  readonly source: LawSource;
  readonly document: LawDocument;
  readonly compiled: CompiledLaw;
}
