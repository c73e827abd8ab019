import { isImpossible, type Wanted } from '../../expression/logic/conditions.ts';
import { literalOf, readPaths } from '../../expression/syntax.ts';
import { type Finding, type LawLint, type LintedRule, parseExpression } from '../linted-law.ts';

type Amount = number | string;

/** The number that an amount is, whatever the call; undefined where it depends on the call. */
function constantOf(amount: Amount): number | undefined {
  if (typeof amount === 'number') return amount;
  const ast = parseExpression(amount);
  const value = ast === undefined ? undefined : literalOf(ast);
  return typeof value === 'number' ? value : undefined;
}

/** Whether every call for which the rule's condition holds spends more than the limit by itself. */
function exceedsAlone({ when, knowledge }: LintedRule, spend: Amount, limit: number): boolean {
  const constant = constantOf(spend);
  if (constant !== undefined) return constant > limit;
  const fits = parseExpression(`(${spend}) <= ${limit}`);
  if (fits === undefined) return false;
  const wanted: Wanted[] = [{ node: fits, is: true }];
  if (when !== undefined) wanted.push({ node: when, is: true });
  return knowledge.every(known => isImpossible(wanted, known));
}

/** Whether a key is another one for each call, so that nothing ever adds up. */
function isPerCall(key: string): boolean {
  const ast = parseExpression(key);
  return ast !== undefined && readPaths(ast).some(path => path.join('.') === 'event.tool_use_id');
}

function findLimit(rule: LintedRule): Finding[] {
  const { id, path, document } = rule;
  const { budget } = document;
  const limit = budget === undefined ? undefined : constantOf(budget.limit);
  if (budget === undefined || limit === undefined) return [];
  const at = [...path, 'budget'];
  if (constantOf(budget.spend) === 0) {
    return [
      {
        path: [...at, 'spend'],
        message: `the budget of \`${id}\` can never be reached: a call spends nothing`,
        help: 'say what a call spends, such as `spend: input.amount`, or `spend: 1` to count calls',
      },
    ];
  }
  if (limit > 0 && !exceedsAlone(rule, budget.spend, limit)) return [];
  return [
    {
      path: [...at, 'limit'],
      message: `every call is over the limit of \`${id}\`${limit > 0 ? ` by itself: it spends more than ${limit}` : `, since the limit is ${limit}`}`,
      help: 'set a limit that a call can keep; to deny every call, leave `budget` out',
    },
  ];
}

function findKeys({ id, path, document }: LintedRule): Finding[] {
  const { budget, once } = document;
  const given: [readonly PropertyKey[], string | string[] | undefined][] = [
    [['budget', 'per'], budget?.per],
    typeof once === 'object' ? [['once', 'key'], once.key] : [['once'], once],
  ];
  return given
    .filter(([, keys]) => keys !== undefined && [keys].flat().some(isPerCall))
    .map(([at]) => ({
      path: [...path, ...at],
      message: `the rule \`${id}\` counts each call by itself, since \`event.tool_use_id\` is another one for each`,
      help: 'count by what calls have in common, such as `input.order_id` or `context.user_id`',
    }));
}

/** Limits that no call can keep, or that none can reach. */
export const budgetLimit: LawLint = {
  code: 'law/budget-limit',
  find: ({ rules }) => rules.flatMap(rule => [...findLimit(rule), ...findKeys(rule)]),
};
