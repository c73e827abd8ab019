import { createProblem, type Problem } from '../problem/problem.ts';
import type { Finding, LawLint, LintedLaw } from './linted-law.ts';
import { budgetLimit } from './lints/budget-limit.ts';
import { constantCondition } from './lints/constant-condition.ts';
import { emptyReason } from './lints/empty-reason.ts';
import { neverFires } from './lints/never-fires.ts';
import { noInstead } from './lints/no-instead.ts';
import { noTests } from './lints/no-tests.ts';
import { permissionRule } from './lints/permission-rule.ts';
import { regexAsLiteral } from './lints/regex-as-literal.ts';
import { rewriteAfterDeny } from './lints/rewrite-after-deny.ts';
import { shadowedRule } from './lints/shadowed-rule.ts';
import { textMatch } from './lints/text-match.ts';
import { untestedRule } from './lints/untested-rule.ts';
import { placeInside } from './place-inside.ts';
import type { LawSource } from './read-source.ts';

/** All lints: first those about rules that do nothing, then what gets through, then what the model reads, then tests. */
export const lawLints: readonly LawLint[] = [
  neverFires,
  shadowedRule,
  constantCondition,
  budgetLimit,
  permissionRule,
  rewriteAfterDeny,
  textMatch,
  regexAsLiteral,
  emptyReason,
  noInstead,
  noTests,
  untestedRule,
];

function spanOf({ path, key, node }: Finding, source: LawSource): Problem['span'] {
  if (node !== undefined) return placeInside(source, path, node.input, node);
  return key === undefined ? source.locateValue(path) : source.locateKey(path, key);
}

/** Runs all lints. They are for a person who looks at the law, and never run when a call is judged. */
export function lintLaw(law: LintedLaw, source: LawSource): Problem[] {
  return lawLints.flatMap(({ code, find }) =>
    find(law).map(finding => {
      const { message, help, suggestion } = finding;
      return createProblem(code, {
        file: source.file,
        span: spanOf(finding, source) as NonNullable<Problem['span']>,
        message,
        ...(help === undefined ? {} : { help }),
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }),
  );
}
