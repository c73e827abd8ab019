import { isNeverFalse, isNeverTrue, partsOf } from '../../expression/logic/conditions.ts';
import type { Knowledge } from '../../expression/logic/known-value.ts';
import { textOf } from '../../expression/logic/literal.ts';
import { type ASTNode, calledFunction, operands, pathOf } from '../../expression/syntax.ts';
import { type Finding, type LawLint, type LintedRule, parseExpression } from '../linted-law.ts';

interface Constant {
  readonly node: ASTNode;
  readonly is: boolean;
}

/** The smallest parts of a condition that always come out the same. */
function findConstants(node: ASTNode, knowledge: readonly Knowledge[]): Constant[] {
  const inner = partsOf(node).flatMap(part => findConstants(part, knowledge));
  if (inner.length > 0) return inner;
  if (knowledge.every(known => isNeverFalse(node, known))) return [{ node, is: true }];
  return knowledge.every(known => isNeverTrue(node, known)) ? [{ node, is: false }] : [];
}

function readsType(node: ASTNode): boolean {
  return (operands(node) ?? []).some(side => calledFunction(side)?.name === 'type');
}

/** What to do about a part that is always the same. */
function helpFor(node: ASTNode): string {
  const call = calledFunction(node);
  const asked = call?.name === 'has' ? call.arguments[0] : undefined;
  if (asked !== undefined) {
    return `\`tools\` declares \`${textOf(asked)}\`, and a call without it is denied before; take it out, or declare the field with \`?\``;
  }
  if (readsType(node)) return 'all numbers of an input are `double`; what `tools` declares need not be asked';
  const fact = (operands(node) ?? []).map(pathOf).find(path => path?.[0] === 'context');
  if (fact !== undefined) return `compare \`${fact.join('.')}\` with one of the values that \`context\` declares`;
  return 'compare with something else, or take it out';
}

function describe({ node, is }: Constant, whole: ASTNode): string {
  return node === whole && node.op === 'value'
    ? `the condition is always ${is}`
    : `\`${textOf(node)}\` is always ${is}`;
}

function findIn(whole: ASTNode | undefined, path: readonly PropertyKey[], knowledge: readonly Knowledge[]): Finding[] {
  if (whole === undefined) return [];
  return findConstants(whole, knowledge).map(found => ({
    path,
    node: found.node,
    message: describe(found, whole),
    help: helpFor(found.node),
  }));
}

const nothingKnown: readonly Knowledge[] = [() => undefined];

function findRule({ path, when, knowledge, document }: LintedRule): Finding[] {
  // A condition that is never true is a matter of its own.
  const dead = when !== undefined && knowledge.every(known => isNeverTrue(when, known));
  const where = document.requires?.where;
  return [
    ...(dead ? [] : findIn(when, [...path, 'when'], knowledge)),
    ...(where === undefined ? [] : findIn(parseExpression(where), [...path, 'requires', 'where'], nothingKnown)),
  ];
}

/** Parts of conditions that are always true, or always false. */
export const constantCondition: LawLint = {
  code: 'law/constant-condition',
  find: ({ rules }) => rules.flatMap(findRule),
};
