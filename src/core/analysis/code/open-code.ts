import type { SyntaxTree } from '../parsers.ts';
import { isOpen, type Pattern } from '../pattern.ts';
import type { Findings } from './findings.ts';

const texts = new Set([
  'String',
  'FormatString',
  'TemplateString',
  'Escape',
  'RegExp',
  'Comment',
  'LineComment',
  'BlockComment',
]);
const holes = new Set(['Interpolation', 'FormatReplacement']);
const arithmetic = new Set(['BinaryExpression', 'UnaryExpression', 'ParenthesizedExpression']);
const numeric = /^(?:int|float|round|range|abs|min|max|Number|parseInt|parseFloat|Math\.\w+)$/;

/**
 * Notes where code is not what it seems: what is no valid code, and open parts that stand outside of text literals, where they
 * could be anything. One that stands for a number is none.
 */
export function findOpenCode(tree: SyntaxTree, code: Pattern, open: boolean, findings: Findings): void {
  let invalid = false;
  let inText = 0;
  const outer: number[] = [];
  let openLeaf = false;
  tree.iterate({
    enter(node) {
      if (texts.has(node.name)) inText++;
      if (holes.has(node.name)) {
        outer.push(inText);
        inText = 0;
      }
      if (node.type.isError) invalid = true;
      const leaf = node.node.firstChild === null;
      if (!open || !leaf || inText > 0 || !isOpen(code.slice(node.from, node.to))) return;
      if (!standsForNumber(node.node, code)) openLeaf = true;
    },
    leave(node) {
      if (texts.has(node.name)) inText--;
      if (holes.has(node.name)) inText = outer.pop() ?? 0;
    },
  });
  if (openLeaf || (invalid && open)) findings.unknown('text', 'code with a part that is put in from outside');
  else if (invalid) findings.unknown('invalid', 'code that does not parse');
}

type Leaf = ReturnType<SyntaxTree['resolve']>;

function standsForNumber(leaf: Leaf, code: Pattern): boolean {
  if (leaf.name !== 'VariableName' || !/^[\uE000-\uE003]+$/.test(code.slice(leaf.from, leaf.to))) return false;
  const { parent } = leaf;
  if (parent === null) return false;
  if (parent.name === 'ArgList') {
    const callee = parent.prevSibling;
    return callee !== null && numeric.test(code.slice(callee.from, callee.to));
  }
  return arithmetic.has(parent.name) && parent.name !== 'ParenthesizedExpression';
}
