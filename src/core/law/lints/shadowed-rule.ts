import { eventInfo } from '../../event/catalogue.ts';
import { isImpossible, isNeverTrue, type Wanted } from '../../expression/logic/conditions.ts';
import type { Finding, LawLint, LintedLaw, LintedRule } from '../linted-law.ts';
import { coversPattern } from '../tool-pattern.ts';

/** The rules that have run when a rule's turn comes, with the input as that rule sees it. */
function rulesBefore(rule: LintedRule, { compiled, rules }: LintedLaw): LintedRule[] {
  const chain = compiled.chains[rule.event] ?? [];
  const before = chain.slice(0, chain.indexOf(rule.compiled));
  const stretch = before.slice(before.findLastIndex(({ effect }) => effect.name === 'rewrite') + 1);
  return stretch.flatMap(({ id }) => rules.filter(other => other.id === id));
}

function coversTools(outer: LintedRule['tools'], inner: LintedRule['tools']): boolean {
  if (outer === undefined) return true;
  return (inner ?? ['*']).every(tool => outer.some(pattern => coversPattern(pattern, tool)));
}

function coversTime({ during: outer }: LintedRule['compiled'], { during: inner }: LintedRule['compiled']): boolean {
  return outer === undefined || JSON.stringify(outer) === JSON.stringify(inner);
}

/** Whether a rule denies, or cannot be checked and so denies, whenever the other one could fire. */
function deniesFirst(first: LintedRule, later: LintedRule): boolean {
  if (first.effect !== 'deny' || first.compiled.state !== undefined) return false;
  if (!coversTools(first.tools, later.tools) || !coversTime(first.compiled, later.compiled)) return false;
  if (first.document.when === undefined) return true;
  if (first.when === undefined) return false;
  const wanted: Wanted[] = [{ node: first.when, is: false }];
  if (later.when !== undefined) wanted.push({ node: later.when, is: true });
  return later.knowledge.every(known => isImpossible(wanted, known));
}

function findRule(rule: LintedRule, law: LintedLaw): Finding[] {
  const { when, knowledge } = rule;
  // After the fact a rule that cannot be checked ends nothing.
  if (eventInfo(rule.event).role === 'notice') return [];
  if (when !== undefined && knowledge.every(known => isNeverTrue(when, known))) return [];
  const first = rulesBefore(rule, law).find(earlier => deniesFirst(earlier, rule));
  if (first === undefined) return [];
  return [
    {
      path: [...rule.path, 'id'],
      message: `the rule \`${rule.id}\` can never fire: \`${first.id}\` in line ${first.compiled.line} comes first and denies all that it would catch`,
      help: 'narrow the condition of one of them, so that each has calls of its own, or make them one rule',
    },
  ];
}

/** Rules that never have their turn, since an earlier one denies every call for which they would speak. */
export const shadowedRule: LawLint = {
  code: 'law/shadowed-rule',
  find: law => law.rules.flatMap(rule => findRule(rule, law)),
};
