import { type LawPlace, loadLawsInForce } from '../adapters/laws-in-force.ts';
import { packLibrary } from '../adapters/packs.ts';
import { createRegexJudge } from '../adapters/regex-judge.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import { compileLawDocument } from '../core/law/compile.ts';
import { type OpenLaw, openLaw } from '../core/law/open-law.ts';
import { citedPack, citePack } from '../core/law/packs/pack.ts';
import { readLawDocument } from '../core/law/read-document.ts';
import { decodeLaw, readLawSource } from '../core/law/read-source.ts';
import type { ReadableLaw, ReadablePack } from '../core/law/readable-law.ts';
import type { LawDocument } from '../core/law/schema.ts';
import { LawError } from '../core/problem/problem.ts';

/** A law in force with the text that it was compiled from: of an approved law that of the approval. */
export interface ReadableLawInForce extends ReadableLaw {
  readonly inForce: LawInForce;
}

/** The packs that a law extends, with their texts. */
function readPacks({ extends: entries = [] }: LawDocument): ReadablePack[] {
  return entries.flatMap(entry => {
    const name = citedPack(typeof entry === 'string' ? entry : entry.pack);
    const text = name === undefined ? undefined : packLibrary.textOf(name);
    if (name === undefined || text === undefined) return [];
    const source = readLawSource(text, citePack(name));
    return [{ name, source, document: readLawDocument(source) }];
  });
}

/**
 * Reads and compiles one law.
 * @param file the name by which problems cite it
 * @throws {LawError}
 */
export function readReadableLaw(bytes: Uint8Array, file: string): ReadableLaw {
  const text = decodeLaw(bytes, file);
  try {
    const source = readLawSource(text, file);
    const document = readLawDocument(source);
    const ground = { judgeRegex: createRegexJudge(), packs: packLibrary };
    const { law, softened } = compileLawDocument(source, document, ground);
    return { source, document, compiled: law, softened, packs: readPacks(document) };
  } catch (error) {
    // An approved law is another text than its file: what is shown of it has to be its own.
    throw error instanceof LawError ? new LawError(error.problems, text) : error;
  }
}

/**
 * The laws in force here, compiled afresh and without a trace: nothing is stored and nothing approved.
 * @param onBroken told of a changed law that is broken, beside which the approved one stays in force
 * @throws {LawError}
 */
export async function loadReadableLaws(
  place: LawPlace,
  onBroken: (error: LawError) => void = () => undefined,
): Promise<ReadableLawInForce[]> {
  const read = new Map<OpenLaw, ReadableLaw>();
  const laws = await loadLawsInForce(place, {
    compile(bytes, file) {
      const law = readReadableLaw(bytes, file);
      const opened = openLaw(law.compiled);
      read.set(opened, law);
      return Promise.resolve(opened);
    },
    approveAtFirstUse: false,
    onFault(_step, error) {
      if (error instanceof LawError) onBroken(error);
    },
  });
  return laws.flatMap(inForce => {
    const law = read.get(inForce.law);
    return law === undefined ? [] : [{ ...law, inForce }];
  });
}
