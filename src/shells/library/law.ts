import { sha256 } from '../../adapters/digest.ts';
import { canonicalPath, readLawFile } from '../../adapters/law-files.ts';
import type { LawInForce } from '../../core/decision/decide.ts';
import type { CompiledLaw } from '../../core/law/compiled-law.ts';
import { openLaw } from '../../core/law/open-law.ts';
import type { Problem } from '../../core/problem/problem.ts';

/** Where a law comes from. */
export interface LawText {
  /** The law itself, in YAML or JSON. */
  readonly text: string;
  /** How it is called in messages, and by its ending whether it is JSON; `law.yaml` unless said otherwise. */
  readonly name?: string;
}

/** What of a law the engine asks; no part of what is published. */
interface LawParts {
  readonly compiled: CompiledLaw;
  /** Undefined for a law that was given as text. */
  readonly file: string | undefined;
  readonly identity: string;
}

let partsOf: (law: Law) => LawParts;

/** A law that compiles. Only `loadLaw` makes one. */
export class Law {
  /** The law's file by its absolute path, or the name of one that was given as text. */
  readonly name: string;
  /** What the compiler warns of. What `hooklaw validate` finds beyond that is for a person's eyes. */
  readonly warnings: readonly Problem[];
  /** The facts that the law reads, in its own order. */
  readonly facts: readonly string[];
  /** The events that it has rules on. */
  readonly events: readonly string[];
  readonly #parts: LawParts;

  static {
    partsOf = law => law.#parts;
  }

  /** @internal */
  constructor(name: string, warnings: readonly Problem[], parts: LawParts) {
    this.name = name;
    this.warnings = warnings;
    this.facts = Object.freeze(Object.keys(parts.compiled.context));
    this.events = Object.freeze(
      Object.keys(parts.compiled.chains).filter(event => parts.compiled.chains[event]?.length),
    );
    this.#parts = parts;
    Object.freeze(this);
  }
}

/**
 * Loads a law from a file, or from a text.
 *
 * A file is treated as the hook treats it: what was approved last (at first use, the law found) stays in force, and a
 * change of the file can only tighten it until a person has run `hooklaw approve`. A text holds as it stands.
 * @param source the path of the file, or the text
 * @throws {LawError} with every problem found, when the law cannot be read or does not compile
 */
export async function loadLaw(source: string | URL | LawText): Promise<Law> {
  if (typeof source === 'object' && 'text' in source) return compileText(source);
  const file = canonicalPath(typeof source === 'string' ? source : (await import('node:url')).fileURLToPath(source));
  const bytes = readLawFile(file);
  const { compileSource } = await import('../../adapters/compile-source.ts');
  const { law, warnings } = compileSource(bytes, file);
  return new Law(file, warnings, { compiled: law, file, identity: `file ${file}` });
}

async function compileText({ text, name = 'law.yaml' }: LawText): Promise<Law> {
  const { compileSource } = await import('../../adapters/compile-source.ts');
  const { law, warnings } = compileSource(new TextEncoder().encode(text), name);
  return new Law(name, warnings, { compiled: law, file: undefined, identity: `text ${sha256(text)}` });
}

/** What an engine is told of a law. */
export function openParts(law: Law): {
  readonly identity: string;
  readonly source: { readonly file: string } | { readonly inMemory: LawInForce };
} {
  const { compiled, file, identity } = partsOf(law);
  if (file !== undefined) return { identity, source: { file } };
  return { identity, source: { inMemory: { layer: 'named', file: law.name, trusted: true, law: openLaw(compiled) } } };
}
