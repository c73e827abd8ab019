import { unescapeText } from '../escapes.ts';
import type { Node } from '../tree-walk.ts';
import { concatAll, text, type Value } from '../value.ts';

/** The text of a literal in single or double quotes. */
export function readString(source: string): Value {
  const end = source.length > 1 && source.endsWith(source[0] ?? '') ? -1 : undefined;
  return text(unescapeText(source.slice(1, end)));
}

/** A literal in backticks, with values in it. */
export function readTemplate(node: Node, code: string): Value {
  const parts: Value[] = [];
  let at = node.from + 1;
  for (const child of node.children) {
    if (child.name !== 'Interpolation') continue;
    parts.push(text(unescapeText(code.slice(at, child.from))), child.value);
    at = child.to;
  }
  parts.push(text(unescapeText(code.slice(at, Math.max(at, node.to - 1)))));
  return concatAll(parts);
}
