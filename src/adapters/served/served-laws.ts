import path from 'node:path';
import type { LawInForce } from '../../core/decision/decide.ts';
import type { OpenLaw } from '../../core/law/open-law.ts';
import { loadCompiledLaw } from '../compiled-laws.ts';
import { createDeadline } from '../deadline.ts';
import { sha256Once } from '../digest.ts';
import { type LawPlace, loadLawsInForce } from '../laws-in-force.ts';
import { createRegexVerdicts } from '../regex-verdicts.ts';
import { keepOpen } from './keep-open.ts';

export interface ServedLawsOptions extends LawPlace {
  /** How long a law may take to compile, in milliseconds. */
  readonly compileMs: number;
  /** How long what was found holds before the files are looked at again, in milliseconds. */
  readonly holdMs: number;
  readonly onFault: (step: string, error: unknown) => void;
  /** Told when other laws are in force than before, or none can be had; not told of the first. */
  readonly onChange: (laws: readonly LawInForce[] | undefined) => void;
}

/**
 * The laws in force, for a process that judges many calls. The files and approvals are read again when what was read last is
 * older than `holdMs`; what is compiled is kept in memory by the digest of its source.
 */
export class ServedLaws {
  readonly #options: ServedLawsOptions;
  #compiled: ReadonlyMap<string, OpenLaw> = new Map();
  #inForce: readonly LawInForce[] | undefined;
  #latest: Promise<readonly LawInForce[]> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #failing = false;

  constructor(options: ServedLawsOptions) {
    this.#options = options;
  }

  /** @throws {LawError} or a file system error, as long as one of the laws cannot be had */
  readonly get = (): Promise<readonly LawInForce[]> => {
    const due = performance.now() - this.#checkedAt > this.#options.holdMs;
    if (this.#latest === undefined || due) {
      this.#checkedAt = performance.now();
      this.#latest = this.#check();
      // Whoever asks is told; that nobody may be asking is no fault of the process.
      this.#latest.catch(() => undefined);
    }
    return this.#latest;
  };

  /** What was read last counts no longer. */
  readonly expire = (): void => {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  };

  async #check(): Promise<readonly LawInForce[]> {
    const used = new Map<string, OpenLaw>();
    const { onFault, folder } = this.#options;
    try {
      const found = await loadLawsInForce(this.#options, {
        compile: async (bytes, file) => {
          const key = `${sha256Once(bytes)} ${path.extname(file)}`;
          const law = used.get(key) ?? this.#compiled.get(key) ?? (await this.#compile(bytes, file));
          used.set(key, law);
          return law;
        },
        approveAtFirstUse: true,
        onFault,
      });
      // INVARIANT: only a check that saw all laws forgets compiled ones.
      this.#compiled = used;
      return this.#take(found);
    } catch (error) {
      this.#compiled = new Map([...this.#compiled, ...used]);
      if (!this.#failing) onFault(`the laws of ${folder.root} cannot be had`, error);
      if (!this.#failing && this.#inForce !== undefined) this.#options.onChange(undefined);
      this.#failing = true;
      throw error;
    } finally {
      this.#checkedAt = performance.now();
    }
  }

  #take(found: readonly LawInForce[]): readonly LawInForce[] {
    const before = this.#inForce;
    const same = before !== undefined && !this.#failing && isSame(before, found);
    this.#failing = false;
    if (same) return before;
    this.#inForce = found;
    if (before !== undefined) this.#options.onChange(found);
    return found;
  }

  async #compile(bytes: Uint8Array, file: string): Promise<OpenLaw> {
    const { folder, compileMs, onFault } = this.#options;
    const law = await loadCompiledLaw(
      bytes,
      file,
      folder,
      async (source, name) => {
        const { compileSource } = await import('../compile-source.ts');
        const verdicts = createRegexVerdicts(folder.regexVerdicts);
        return createDeadline(compileMs, performance.now()).bounded(() => compileSource(source, name, verdicts).law);
      },
      error => onFault('the compiled law could not be stored', error),
    );
    return keepOpen(law);
  }
}

function isSame(before: readonly LawInForce[], after: readonly LawInForce[]): boolean {
  return (
    before.length === after.length &&
    before.every((law, at) => {
      const other = after[at];
      return (
        other !== undefined &&
        law.law === other.law &&
        law.file === other.file &&
        law.layer === other.layer &&
        law.trusted === other.trusted &&
        law.unapproved === other.unapproved &&
        String(law.shutOut) === String(other.shutOut)
      );
    })
  );
}
