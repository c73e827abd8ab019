import { readPaths } from '../../expression/syntax.ts';
import { type Finding, type LawLint, type LintedLaw, type LintedRule, parseExpression } from '../linted-law.ts';
import { coversPattern } from '../tool-pattern.ts';

/** The expressions by which a rule decides. */
function expressionsOf({ when, budget, once }: LintedRule['document']): string[] {
  const values = [when, budget?.spend, budget?.limit, budget?.per, typeof once === 'object' ? once.key : once];
  return values.flatMap(value => [value].flat()).filter(value => typeof value === 'string');
}

/** The fields of the input that a rule decides by. */
function fieldsReadBy({ document }: LintedRule): ReadonlySet<string> {
  const paths = expressionsOf(document).flatMap(text => {
    const ast = parseExpression(text);
    return ast === undefined ? [] : readPaths(ast);
  });
  return new Set(paths.flatMap(([root, field]) => (root === 'input' && field !== undefined ? [field] : [])));
}

/** Whether there is certainly a tool that both rules concern. */
function shareTool(a: LintedRule, b: LintedRule): boolean {
  if (a.tools === undefined || b.tools === undefined) return true;
  return a.tools.some(one => b.tools?.some(other => coversPattern(one, other) || coversPattern(other, one)));
}

function refuses({ effect }: LintedRule): boolean {
  return effect === 'deny' || effect === 'ask';
}

function findRewrite(rule: LintedRule, { compiled, rules }: LintedLaw): Finding[] {
  const chain = compiled.chains[rule.event] ?? [];
  const place = (other: LintedRule): number => chain.indexOf(other.compiled);
  const concerned = rules.filter(other => other.event === rule.event && refuses(other) && shareTool(other, rule));
  return Object.keys(rule.document.rewrite ?? {}).flatMap((field): Finding[] => {
    const readers = concerned.filter(other => fieldsReadBy(other).has(field));
    // Where a rule judges the field as rewritten, too, the order is meant.
    if (readers.some(other => place(other) > place(rule))) return [];
    const [first] = readers;
    if (first === undefined) return [];
    return [
      {
        path: [...rule.path, 'rewrite'],
        key: field,
        message: `\`${first.id}\` in line ${first.compiled.line} judges \`input.${field}\` before \`${rule.id}\` rewrites it, so nothing judges the value with which the tool runs`,
        help: `move \`${rule.id}\` above \`${first.id}\` to have the rewritten value judged; where the original one is meant, leave it`,
      },
    ];
  });
}

/** Rewrites of a field that only rules before them have judged. */
export const rewriteAfterDeny: LawLint = {
  code: 'law/rewrite-after-deny',
  find: law => law.rules.filter(({ effect }) => effect === 'rewrite').flatMap(rule => findRewrite(rule, law)),
};
