import { compileSource } from '../adapters/compile-source.ts';
import type { RegexVerdicts } from '../adapters/regex-verdicts.ts';
import { acceptWarnings } from '../core/law/accept-warnings.ts';
import type { CompileResult } from '../core/law/compile.ts';
import type { CompiledLaw } from '../core/law/compiled-law.ts';
import { lintLaw } from '../core/law/lint-law.ts';
import { prepareLaw } from '../core/law/linted-law.ts';
import { advisePermissions } from '../core/law/lints/permission-rule.ts';
import { openLaw } from '../core/law/open-law.ts';
import type { Softened } from '../core/law/packs/compile-extends.ts';
import { readLawDocument } from '../core/law/read-document.ts';
import { decodeLaw, type LawSource, readLawSource } from '../core/law/read-source.ts';
import type { LawTest } from '../core/law/schema.ts';
import { type Problem, sortProblems } from '../core/problem/problem.ts';
import { runLawTests } from './run-law-tests.ts';

/** What is found out about a law that compiles. */
export interface CheckedLaw {
  readonly law: CompiledLaw;
  readonly tests: readonly LawTest[];
  /** Tells the places in the file. */
  readonly source: LawSource;
  /** Warnings of the compiler and of the lints, by their place. */
  readonly warnings: readonly Problem[];
  /** How it weakens the rules of packs. */
  readonly softened: readonly Softened[];
  /** The entries of `permissions.deny` that would do in place of rules. */
  readonly permissions: readonly string[];
}

function expectedRule({ expect }: LawTest): string[] {
  if (typeof expect === 'string') return [];
  return Object.values(expect).filter(value => typeof value === 'string');
}

/** The rules that tests fire, and those that they wait for: a test that fails is another matter. */
async function testedRules({ law, tests }: CompileResult, file: string): Promise<ReadonlySet<string>> {
  const results = await runLawTests({ layer: 'named', file, trusted: true, law: openLaw(law) }, tests);
  return new Set([...results.flatMap(({ fired }) => fired), ...tests.flatMap(expectedRule)]);
}

/**
 * Compiles a law and looks at it with all lints. What takes time here is for a person's eyes: the hook compiles only.
 * @param known what was found about regular expressions before
 * @throws {LawError} with every problem found, when the law does not compile
 */
export async function checkLaw(bytes: Uint8Array, file: string, known?: RegexVerdicts): Promise<CheckedLaw> {
  const compiled = compileSource(bytes, file, known);
  const source = readLawSource(decodeLaw(bytes, file), file);
  const document = readLawDocument(source);
  const linted = prepareLaw(document, compiled.law, await testedRules(compiled, file));
  const found = sortProblems([...compiled.warnings, ...lintLaw(linted, source)]);
  const advice = advisePermissions(linted).filter(
    ({ rule }) => rule.document.warnings_ok?.['law/permission-rule'] === undefined,
  );
  return {
    law: compiled.law,
    tests: compiled.tests,
    source,
    warnings: acceptWarnings(found, document, source),
    softened: compiled.softened,
    permissions: [...new Set(advice.flatMap(({ entries }) => entries))],
  };
}
