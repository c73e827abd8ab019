import { eventInfo } from '../../event/catalogue.ts';
import { isImpossible, isNeverTrue, type Wanted } from '../../expression/logic/conditions.ts';
import type { Finding, LawLint, LintedLaw, LintedRule } from '../linted-law.ts';
import { coversPattern } from '../tool-pattern.ts';

/** Each rule of a chain, in the order in which they run, with those that have run before it on the same input. */
function pairUp(chain: readonly LintedRule[]): { rule: LintedRule; before: readonly LintedRule[] }[] {
  let start = 0;
  return chain.map((rule, at) => {
    const before = chain.slice(start, at);
    if (rule.effect === 'rewrite') start = at + 1;
    return { rule, before };
  });
}

function chainsOf({ compiled, rules }: LintedLaw): LintedRule[][] {
  const byCompiled = new Map(rules.map(rule => [rule.compiled, rule]));
  return Object.values(compiled.chains).map(chain => chain.flatMap(rule => byCompiled.get(rule) ?? []));
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

function findRule(rule: LintedRule, before: readonly LintedRule[]): Finding[] {
  const { when, knowledge } = rule;
  // After the fact a rule that cannot be checked ends nothing.
  if (eventInfo(rule.event).role === 'notice') return [];
  if (when !== undefined && knowledge.every(known => isNeverTrue(when, known))) return [];
  const first = before.find(earlier => deniesFirst(earlier, rule));
  if (first === undefined) return [];
  return [
    {
      path: [...rule.path, 'id'],
      message: `the rule \`${rule.id}\` can never fire: \`${first.id}\` in line ${first.compiled.line} comes first and denies all that it would catch`,
      help: 'narrow the condition of one of them, so that each has calls of its own, or make them one rule',
    },
  ];
}

/** The most pairs of rules that are compared, so that a law of a thousand rules is checked in bearable time. */
const mostPairs = 100_000;

function find(law: LintedLaw): Finding[] {
  let pairs = 0;
  return chainsOf(law)
    .flatMap(pairUp)
    .flatMap(({ rule, before }) => {
      pairs += before.length;
      return pairs > mostPairs ? [] : findRule(rule, before);
    });
}

/** Rules that never have their turn, since an earlier one denies every call for which they would speak. */
export const shadowedRule: LawLint = { code: 'law/shadowed-rule', find };
