import { type CompileResult, compileLaw } from '../core/law/compile.ts';
import { decodeLaw } from '../core/law/read-source.ts';
import { judgeRegex } from './regex-judge.ts';

/**
 * Compiles a law file's bytes with all that belongs to it.
 * @throws {LawError} with every problem found
 */
export function compileSource(bytes: Uint8Array, file: string): CompileResult {
  return compileLaw(decodeLaw(bytes, file), file, judgeRegex);
}
