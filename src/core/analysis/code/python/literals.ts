import { unescapeText } from '../escapes.ts';
import type { Node } from '../tree-walk.ts';
import { concatAll, some, text, type Value } from '../value.ts';

const literal = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*)$/;

/** The text between the quotes of a Python literal, escapes taken for what they are. */
export function readString(source: string): Value {
  const match = literal.exec(source);
  if (match === null) return some(0);
  const [, prefix = '', quote = '', rest = ''] = match;
  const body = rest.endsWith(quote) ? rest.slice(0, -quote.length) : rest;
  return text(/r/i.test(prefix) ? body : unescapeText(body));
}

/** A literal with values in it: `f'{folder}/x'`. */
export function readFormatString(node: Node, code: string): Value {
  const match = /^([a-zA-Z]*)("""|'''|"|')/.exec(code.slice(node.from, Math.min(node.to, node.from + 8)));
  if (match === null) return some(0);
  const raw = /r/i.test(match[1] ?? '');
  const parts: Value[] = [];
  let at = node.from + match[0].length;
  const end = node.to - (match[2] ?? '').length;
  const plain = (to: number): void => {
    const piece = code.slice(at, to).replaceAll('{{', '{').replaceAll('}}', '}');
    if (piece !== '') parts.push(text(raw ? piece : unescapeText(piece)));
  };
  for (const child of node.children) {
    if (child.name !== 'FormatReplacement') continue;
    plain(child.from);
    parts.push(child.value);
    at = child.to;
  }
  plain(end);
  return concatAll(parts);
}

/** What one `{…}` stands for. */
export function readReplacement(node: Node): Value {
  const [, value] = node.children;
  if (value === undefined) return some(0);
  const changed = node.children.some(child => /^Format(?:SelfDoc|Conversion|Spec)$/.test(child.name));
  return changed ? some(value.value.from) : value.value;
}
