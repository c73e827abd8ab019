import type { Node } from 'jsonc-parser';

/** How a JSON text is laid out, so that what is put in looks like what is there. */
export interface TextStyle {
  /** One step of indentation. */
  readonly unit: string;
  readonly eol: string;
  /** The whole text stands on one line; `spaced` is the layout with a space after colon and comma. */
  readonly oneLine: false | 'tight' | 'spaced';
}

interface Child {
  /** The property's name when the container is an object. */
  readonly key?: string;
  readonly value: unknown;
}

const defaultStyle: TextStyle = { unit: '  ', eol: '\n', oneLine: false };

/** Reads the layout off a text; what it does not show is two spaces and LF. */
export function detectStyle(text: string, root: Node): TextStyle {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? defaultStyle.eol;
  const first = root.children?.[0];
  if (first === undefined) return { ...defaultStyle, eol };
  if (!hasBreak(text.slice(root.offset, root.offset + root.length))) {
    const afterColon = text[(first.colonOffset ?? 0) + 1];
    return { ...defaultStyle, eol, oneLine: afterColon === ' ' ? 'spaced' : 'tight' };
  }
  const ownLine = hasBreak(text.slice(root.offset, first.offset));
  return { ...defaultStyle, eol, unit: ownLine ? indentAt(text, first.offset) : defaultStyle.unit };
}

/** A whole JSON text in the given layout. */
export function printDocument(value: unknown, eol = defaultStyle.eol): string {
  return printJson(value, { ...defaultStyle, eol }, '') + eol;
}

/** Puts a new last child into an object or array; every other byte stays. */
export function appendChild(text: string, container: Node, child: Child, style: TextStyle): string {
  const end = container.offset + container.length;
  const last = container.children?.at(-1);
  if (last === undefined) return fillContainer(text, container, child, style);
  const lastEnd = last.offset + last.length;
  const inline = style.oneLine !== false || !hasBreak(text.slice(container.offset, end));
  if (inline) {
    const oneLine = style.oneLine === false ? 'spaced' : style.oneLine;
    const comma = oneLine === 'spaced' ? ', ' : ',';
    return splice(text, lastEnd, lastEnd, comma + printChild(child, { ...style, oneLine }, ''));
  }
  const indent = indentAt(text, last.offset);
  return splice(text, lastEnd, lastEnd, `,${style.eol}${indent}${printChild(child, style, indent)}`);
}

/** Puts another value in a node's place, on one line if the old one was. */
export function replaceValue(text: string, node: Node, value: unknown, style: TextStyle): string {
  const end = node.offset + node.length;
  const wasOneLine = !hasBreak(text.slice(node.offset, end));
  const oneLine = style.oneLine === false && wasOneLine ? 'spaced' : style.oneLine;
  return splice(text, node.offset, end, printJson(value, { ...style, oneLine }, indentAt(text, node.offset)));
}

/** Takes a child and one comma out: the exact reverse of `appendChild`. `whenEmpty` is what an empty container holds. */
export function removeChild(text: string, container: Node, index: number, whenEmpty = ''): string {
  const children = container.children ?? [];
  const child = children[index];
  if (child === undefined) return text;
  const previous = children[index - 1];
  const next = children[index + 1];
  if (previous !== undefined) return splice(text, previous.offset + previous.length, child.offset + child.length, '');
  if (next !== undefined) return splice(text, child.offset, next.offset, '');
  return splice(text, container.offset + 1, container.offset + container.length - 1, whenEmpty);
}

function fillContainer(text: string, container: Node, child: Child, style: TextStyle): string {
  const start = container.offset + 1;
  const end = container.offset + container.length - 1;
  if (style.oneLine !== false) return splice(text, start, end, printChild(child, style, ''));
  const outer = indentAt(text, container.offset);
  const inner = outer + style.unit;
  return splice(text, start, end, style.eol + inner + printChild(child, style, inner) + style.eol + outer);
}

function printChild(child: Child, style: TextStyle, indent: string): string {
  const value = printJson(child.value, style, indent);
  if (child.key === undefined) return value;
  return `${JSON.stringify(child.key)}:${style.oneLine === 'tight' ? '' : ' '}${value}`;
}

/** With one space of indentation per level, JSON.stringify shows the depth of each line; strings hold no line break. */
function printJson(value: unknown, style: TextStyle, indent: string): string {
  if (style.oneLine === 'tight') return JSON.stringify(value);
  const lines = JSON.stringify(value, null, 1).split('\n');
  if (style.oneLine === 'spaced') {
    return lines.map(line => line.trimStart() + (line.endsWith(',') ? ' ' : '')).join('');
  }
  return lines
    .map((line, index) => {
      const content = line.trimStart();
      return index === 0 ? content : indent + style.unit.repeat(line.length - content.length) + content;
    })
    .join(style.eol);
}

function indentAt(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

function hasBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

function splice(text: string, start: number, end: number, content: string): string {
  return text.slice(0, start) + content + text.slice(end);
}
