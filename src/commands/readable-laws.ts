import { type LawPlace, loadLawsInForce } from '../adapters/laws-in-force.ts';
import { createRegexJudge } from '../adapters/regex-judge.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import { compileLawDocument } from '../core/law/compile.ts';
import type { CompiledLaw } from '../core/law/compiled-law.ts';
import { type OpenLaw, openLaw } from '../core/law/open-law.ts';
import { readLawDocument } from '../core/law/read-document.ts';
import { decodeLaw, type LawSource, readLawSource } from '../core/law/read-source.ts';
import type { LawDocument } from '../core/law/schema.ts';

/** What a person can be shown of a law. */
export interface ReadableLaw {
  readonly source: LawSource;
  readonly document: LawDocument;
  readonly compiled: CompiledLaw;
}

/** A law in force with the text that it was compiled from: of an approved law that of the approval. */
export interface ReadableLawInForce extends ReadableLaw {
  readonly inForce: LawInForce;
}

/**
 * The laws in force here, compiled afresh and without a trace: nothing is stored and nothing approved.
 * @throws {LawError}
 */
export async function loadReadableLaws(place: LawPlace): Promise<ReadableLawInForce[]> {
  const read = new Map<OpenLaw, ReadableLaw>();
  const laws = await loadLawsInForce(place, {
    compile(bytes, file) {
      const source = readLawSource(decodeLaw(bytes, file), file);
      const document = readLawDocument(source);
      const compiled = compileLawDocument(source, document, createRegexJudge()).law;
      const opened = openLaw(compiled);
      read.set(opened, { source, document, compiled });
      return Promise.resolve(opened);
    },
    approveAtFirstUse: false,
    onFault: () => undefined,
  });
  return laws.flatMap(inForce => {
    const law = read.get(inForce.law);
    return law === undefined ? [] : [{ ...law, inForce }];
  });
}
