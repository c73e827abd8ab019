import { isImpossible, isNeverTrue } from '../../expression/logic/conditions.ts';
import type { Knowledge } from '../../expression/logic/known-value.ts';
import { textOf } from '../../expression/logic/literal.ts';
import { type ASTNode, operands } from '../../expression/syntax.ts';
import type { Finding, LawLint, LintedRule } from '../linted-law.ts';

/** The parts of `a && b && c`, in the order of the text. */
function conjuncts(node: ASTNode): readonly ASTNode[] {
  return node.op === '&&' ? (operands(node) ?? []).flatMap(conjuncts) : [node];
}

interface Reason {
  readonly node: ASTNode;
  readonly says: string;
}

/** The part, or the two parts, of a condition by which it can never be true. */
function findReason(when: ASTNode, knowledge: readonly Knowledge[]): Reason {
  const parts = conjuncts(when);
  for (const node of parts) {
    if (knowledge.every(known => isNeverTrue(node, known))) return { node, says: `\`${textOf(node)}\` is never true` };
  }
  for (const [at, node] of parts.entries()) {
    const earlier = parts.slice(0, at).find(other => {
      const both = [other, node].map(part => ({ node: part, is: true }));
      return knowledge.every(known => isImpossible(both, known));
    });
    if (earlier === undefined) continue;
    return { node, says: `\`${textOf(earlier)}\` and \`${textOf(node)}\` are never true together` };
  }
  return { node: when, says: 'its condition is never true' };
}

function findRule({ id, path, when, knowledge }: LintedRule): Finding[] {
  if (when === undefined || !knowledge.every(known => isNeverTrue(when, known))) return [];
  const { node, says } = findReason(when, knowledge);
  return [
    {
      path: [...path, 'when'],
      node,
      message: `the rule \`${id}\` can never fire: ${says}`,
      help: 'say when it shall fire; to do without the rule, take it out',
    },
  ];
}

/** Rules whose condition cannot be true. */
export const neverFires: LawLint = {
  code: 'law/never-fires',
  find: ({ rules }) => rules.flatMap(findRule),
};
