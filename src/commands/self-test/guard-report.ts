import type { LawPlace } from '../../adapters/laws-in-force.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { createProblem, LawError } from '../../core/problem/problem.ts';
import type { Finding } from '../../core/self-test/finding.ts';
import { loadReadableLaws } from '../readable-laws.ts';
import type { Disobedience, GuardProof, TestedLaw } from './prove-guard.ts';

/** The laws in force with their tests; of a law that was changed since it was approved, those of the approved text. */
export async function loadTestedLaws(
  place: LawPlace,
): Promise<{ readonly laws: readonly TestedLaw[]; readonly faults: readonly Finding[] }> {
  try {
    const loaded = await loadReadableLaws(place);
    const laws = loaded.map(({ inForce, compiled, document }) => ({
      law: inForce,
      compiled,
      tests: document.tests ?? [],
    }));
    return { laws, faults: [] };
  } catch (error) {
    return { laws: [], faults: [brokenLaw(error)] };
  }
}

function brokenLaw(error: unknown): Finding {
  const [first] = error instanceof LawError ? error.problems : [];
  return createProblem('guard/law-broken', {
    message: `the law cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    help: 'mend it (`hooklaw validate` shows everything); unless one was approved before, every call is denied until then',
    ...(first?.file === undefined ? {} : { file: first.file }),
    ...(first?.span === undefined ? {} : { span: first.span }),
  });
}

/** What is wrong by the proof, as findings. */
export function reportProof({ letThrough, stopped, unproven }: GuardProof, laws: readonly TestedLaw[]): Finding[] {
  const untested = unproven.filter(({ why }) => why.startsWith('the law has no test'));
  return [
    ...letThrough.map(fault =>
      disobeyed('guard/lets-through', fault, `\`${fault.test}\` has to be denied, and passes`),
    ),
    ...stopped.map(fault => disobeyed('guard/stops-harmless', fault, `\`${fault.test}\` has to pass, and is stopped`)),
    ...untested.map(({ rule }) => {
      const place = findRule(rule, laws);
      return createProblem('guard/not-proven', {
        ...place,
        message: `no test of the law shows that \`${rule}\` denies`,
        help: 'add a test whose event it has to deny; `hooklaw test --mutate` shows how one looks',
      });
    }),
  ];
}

/** That hooklaw's hook is a server's, of which only the wiring was looked at. */
export function reportUnasked(hook: ConfiguredHook): Finding {
  return {
    ...createProblem('guard/not-proven', {
      file: hook.source.file,
      span: hook.span,
      message: 'hooklaw is asked by HTTP, and nothing was sent there, since it would go into the records of the server',
      help: 'run `hooklaw test` with the law of the server; `/ready` there says whether it can judge',
    }),
    hook,
  };
}

function disobeyed(code: 'guard/lets-through' | 'guard/stops-harmless', fault: Disobedience, what: string): Finding {
  const start = { line: fault.line, column: 1, offset: 0 };
  return {
    ...createProblem(code, {
      file: fault.law.file,
      span: { start, end: start },
      message: `sent through the installed hook, the event of the test ${what}`,
      help: 'the command in the settings does something else than `hooklaw test`: look at its options and at the evidence',
    }),
    evidence: fault.evidence,
  };
}

function findRule(rule: string, laws: readonly TestedLaw[]): Pick<Finding, 'file' | 'span'> {
  for (const { law, compiled } of laws) {
    const found = Object.values(compiled.chains)
      .flat()
      .find(({ id }) => id === rule);
    if (found === undefined) continue;
    const start = { line: found.line, column: 1, offset: 0 };
    return { file: law.file, span: { start, end: start } };
  }
  return {};
}
