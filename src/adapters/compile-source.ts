import { type CompileResult, compileLaw } from '../core/law/compile.ts';
import { decodeLaw } from '../core/law/read-source.ts';
import { packLibrary } from './packs.ts';
import { createRegexJudge } from './regex-judge.ts';
import type { RegexVerdicts } from './regex-verdicts.ts';

/**
 * Compiles a law file's bytes with all that belongs to it.
 * @param known what was found about regular expressions before
 * @throws {LawError} with every problem found
 */
export function compileSource(bytes: Uint8Array, file: string, known?: RegexVerdicts): CompileResult {
  return compileLaw(decodeLaw(bytes, file), file, { judgeRegex: createRegexJudge(known), packs: packLibrary });
}
