import type { Finding, LawLint, LintedLaw, LintedRule } from '../linted-law.ts';
import { saysNothing, tellsWhatToDo } from '../reason-text.ts';
import { advisePermissions } from './permission-rule.ts';

function findRule({ id, path, document }: LintedRule): Finding[] {
  const { deny, instead, handoff } = document;
  if (deny === undefined || instead !== undefined || handoff !== undefined) return [];
  if (saysNothing(deny) || tellsWhatToDo(deny)) return [];
  return [
    {
      path: [...path, 'deny'],
      message: `the denial of \`${id}\` does not tell the model what to do instead`,
      help: 'add `instead`, or a `handoff` to a person; a model that knows another way takes it',
    },
  ];
}

function find(law: LintedLaw): Finding[] {
  const plain = new Set(advisePermissions(law).map(({ rule }) => rule));
  return law.rules.filter(rule => !plain.has(rule)).flatMap(findRule);
}

/** Denials after which the model does not know how to go on. For `ask` a person decides. */
export const noInstead: LawLint = { code: 'law/no-instead', find };
