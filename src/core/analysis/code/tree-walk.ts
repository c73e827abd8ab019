import type { SyntaxTree } from '../parsers.ts';
import { nothing, type Value } from './value.ts';

/** A node of a syntax tree on the way up: its children have been looked at. */
export interface Node {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The node that it stands in. */
  readonly parent: Node | undefined;
  readonly children: Node[];
  value: Value;
}

/** What is done with the nodes of a tree. `enter` sees a node whose earlier siblings have been left. */
export interface Visitor {
  readonly enter: (node: Node) => void;
  /** The value of a node. */
  readonly leave: (node: Node) => Value;
}

/** Walks a tree bottom-up without recursion, so that no nesting can exhaust the stack. */
export function walkTree(tree: SyntaxTree, visitor: Visitor): void {
  let current: Node | undefined;
  tree.iterate({
    enter(ref) {
      const node: Node = { name: ref.name, from: ref.from, to: ref.to, parent: current, children: [], value: nothing };
      current?.children.push(node);
      current = node;
      visitor.enter(node);
    },
    leave() {
      if (current === undefined) return;
      current.value = visitor.leave(current);
      current = current.parent;
    },
  });
}

/** Deepest nesting of brackets and longest text that are given to a parser. */
const maxDepth = 400;
const maxCode = 64_000;

/** Whether a text is too large or too deep to be parsed in reasonable time. */
export function isTooLarge(text: string): boolean {
  if (text.length > maxCode) return true;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) depth++;
    else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}
