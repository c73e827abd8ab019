import { packLibrary } from '../adapters/packs.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import { type CompileResult, type CompilerGround, compileLaw, compileLawDocument } from '../core/law/compile.ts';
import type { CompiledLaw } from '../core/law/compiled-law.ts';
import { type Mutant, mutateLaw } from '../core/law/mutate/mutate-law.ts';
import { openLaw } from '../core/law/open-law.ts';
import { readLawDocument } from '../core/law/read-document.ts';
import { type LawSource, readLawSource } from '../core/law/read-source.ts';
import type { LawDocument, LawTest, RuleDocument } from '../core/law/schema.ts';
import type { MutationReport, Survivor } from '../core/law/test-report.ts';
import { LawError } from '../core/problem/problem.ts';
import { allPass, runLawTests } from './run-law-tests.ts';
import { TestFinder } from './suggest-test.ts';

/** The most changes that are tried on one law, so that a run ends in bearable time. */
export const mostMutants = 500;

/** Regular expressions are not changed, and were judged when the law itself was compiled. */
const ground: CompilerGround = { judgeRegex: () => undefined, packs: packLibrary };

/** Compiles a changed law; undefined where it is none. A law without its only rule is a law all the same, one that says nothing. */
function compileMutant({ document }: Mutant, source: LawSource, original: CompiledLaw): CompiledLaw | undefined {
  if (document.rules.length === 0 && document.extends === undefined) return { ...original, chains: {} };
  try {
    return compileLawDocument(source, document, ground).law;
  } catch (error) {
    if (error instanceof LawError) return undefined;
    throw error;
  }
}

/** The tests that pass on the law as it is: only they can notice that it is another. */
async function passingTests({ law, tests }: CompileResult, file: string, now: number): Promise<LawTest[]> {
  const results = await runLawTests(asNamed(law, file), tests, now);
  return tests.filter((_, index) => results[index]?.passed === true);
}

function asNamed(law: CompiledLaw, file: string): LawInForce {
  return { layer: 'named', file, trusted: true, law: openLaw(law) };
}

function describeSurvivor(mutant: Mutant, source: LawSource, test: LawTest | undefined): Survivor {
  const { rule, path, change, becomes, hint } = mutant;
  const line = source.locateValue(path).start.line;
  return {
    rule,
    line,
    change,
    ...(becomes === undefined ? {} : { becomes }),
    hint,
    ...(test === undefined ? {} : { test }),
  };
}

/** The rule that was changed, as it is and as it became. */
function rulesOf({ rule, document }: Mutant, original: LawDocument): RuleDocument[] {
  return [original, document].flatMap(({ rules }) => rules.filter(({ id }) => id === rule));
}

/**
 * Changes a law in small ways, one at a time, and finds the changes that none of its tests notices.
 * @param text the law's text
 * @param now the time of tests that give none, in milliseconds since the epoch, the same for all runs
 * @param most the most changes to try
 * @throws {LawError} when the law itself does not compile
 */
export async function mutateLawTests(
  text: string,
  file: string,
  now: number,
  most: number = mostMutants,
): Promise<MutationReport> {
  const source = readLawSource(text, file);
  const original = compileLaw(text, file, ground);
  const tests = await passingTests(original, file, now);
  const document = readLawDocument(source);
  const all = mutateLaw(document);
  const finder = new TestFinder(
    { source, document, compiled: original.law, softened: original.softened, packs: [] },
    now,
  );
  const mutants = all.slice(0, most);
  const survivors: Survivor[] = [];
  let invalid = 0;
  for (const mutant of mutants) {
    const law = compileMutant(mutant, source, original.law);
    if (law === undefined) {
      invalid += 1;
      continue;
    }
    const changed = asNamed(law, file);
    if (!(await allPass(changed, tests, now))) continue;
    const search = { rules: rulesOf(mutant, document), original: asNamed(original.law, file), changed };
    survivors.push(describeSurvivor(mutant, source, await finder.find(search)));
  }
  const changes = mutants.length - invalid;
  return { changes, noticed: changes - survivors.length, invalid, untried: all.length - mutants.length, survivors };
}
