import { type Node as JsonNode, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isMap, isScalar, isSeq, parseDocument, type Node as YamlNode } from 'yaml';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { scanJson } from '../json/scan-json.ts';
import { deepestSettings } from '../settings/settings-document.ts';

/** A value with its place in the text; offsets are UTF-16 units. Of a repeated key the last value counts, as for the client. */
export interface DocumentNode {
  readonly start: number;
  readonly end: number;
  readonly value: JsonValue;
  /** The members of an object by key, or the items of an array by index. */
  readonly children: ReadonlyMap<string | number, DocumentNode>;
  /** Keys that stand twice; the place is that of an earlier one, whose value is lost. */
  readonly lost: readonly { readonly key: string; readonly start: number; readonly end: number }[];
}

/** A text that does not parse: what is wrong and where. */
export interface SyntaxFault {
  readonly kind: 'comment' | 'trailing-comma' | 'other';
  readonly message: string;
  readonly offset: number;
}

export type DocumentReading = { readonly root: DocumentNode } | { readonly fault: SyntaxFault };

/** Reads JSON as strictly as the client does; a byte order mark is forgiven, and counts in the offsets. */
export function readJsonDocument(text: string): DocumentReading {
  const shift = text.startsWith('\uFEFF') ? 1 : 0;
  const body = text.slice(shift);
  if (scanJson(body, deepestSettings).depth > deepestSettings) {
    return { fault: { kind: 'other', message: `it nests deeper than ${deepestSettings} levels`, offset: shift } };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(body, errors, { disallowComments: true, allowTrailingComma: false });
  const fault = findSyntaxFault(body, errors);
  if (fault !== undefined) return { fault: { ...fault, offset: fault.offset + shift } };
  return tree === undefined
    ? { fault: { kind: 'other', message: 'the file is empty', offset: 0 } }
    : { root: fromJson(tree, JSON.parse(body) as JsonValue, shift) };
}

function findSyntaxFault(body: string, [first]: readonly ParseError[]): SyntaxFault | undefined {
  if (first !== undefined) return describeError(body, first);
  try {
    JSON.parse(body);
    return undefined;
  } catch {
    return { kind: 'other', message: 'not valid JSON', offset: 0 };
  }
}

function describeError(body: string, { error, offset }: ParseError): SyntaxFault {
  const name = printParseErrorCode(error);
  if (body.trim() === '') return { kind: 'other', message: 'the file is empty', offset: 0 };
  if (name === 'InvalidCommentToken') return { kind: 'comment', message: 'a comment', offset };
  const before = body.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /[}\]]/.test(body[offset] ?? '')) {
    return { kind: 'trailing-comma', message: 'a trailing comma', offset: before.length - 1 };
  }
  const what = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return { kind: 'other', message: `not valid JSON (${what})`, offset };
}

/** `value` is what the parser makes of the node: it keeps a key such as `__proto__`, and takes the last of two. */
function fromJson(node: JsonNode, value: JsonValue, shift: number): DocumentNode {
  const children = new Map<string | number, DocumentNode>();
  const lost: { key: string; start: number; end: number }[] = [];
  if (node.type === 'array') {
    for (const [index, item] of (node.children ?? []).entries()) {
      children.set(index, fromJson(item, (value as readonly JsonValue[])[index] ?? null, shift));
    }
  }
  if (node.type === 'object') {
    const last = new Map((node.children ?? []).map(property => [String(property.children?.[0]?.value), property]));
    for (const property of node.children ?? []) {
      const [key, item] = property.children ?? [];
      if (key === undefined || item === undefined) continue;
      const name = String(key.value);
      if (last.get(name) !== property) lost.push({ key: name, ...spanOf(key, shift) });
      else children.set(name, fromJson(item, (value as JsonObject)[name] ?? null, shift));
    }
  }
  return { ...spanOf(node, shift), value, children, lost };
}

function spanOf(node: JsonNode, shift: number): { start: number; end: number } {
  return { start: node.offset + shift, end: node.offset + node.length + shift };
}

const frontmatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Reads the YAML between the two `---` lines at the head of a Markdown file; undefined when there is none. */
export function readFrontmatter(text: string): DocumentReading | undefined {
  const found = frontmatter.exec(text);
  if (found === null) return undefined;
  const body = found[1] ?? '';
  const shift = text.indexOf('\n') + 1;
  const document = parseDocument(body, { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const message = error.message.split('\n')[0]?.replace(/ at line .*$/, '') ?? 'not valid YAML';
    return { fault: { kind: 'other', message, offset: shift + (error.pos[0] ?? 0) } };
  }
  return { root: fromYaml(document.contents as YamlNode | null, shift) };
}

function fromYaml(node: YamlNode | null | undefined, shift: number): DocumentNode {
  const place = { start: shift + (node?.range?.[0] ?? 0), end: shift + (node?.range?.[1] ?? 0) };
  const children = new Map<string | number, DocumentNode>();
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) children.set(index, fromYaml(item as YamlNode, shift));
    return { ...place, value: [...children.values()].map(child => child.value), children, lost: [] };
  }
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      children.set(String(isScalar(key) ? key.value : key), fromYaml(value as YamlNode | null, shift));
    }
    const value = Object.fromEntries([...children].map(([key, child]) => [String(key), child.value]));
    return { ...place, value, children, lost: [] };
  }
  return { ...place, value: isScalar(node) ? toJson(node.value) : null, children, lost: [] };
}

function toJson(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : String(value);
}

/** The node at a path; undefined when there is none. */
export function nodeAtPath(root: DocumentNode, path: readonly (string | number)[]): DocumentNode | undefined {
  let node: DocumentNode | undefined = root;
  for (const step of path) node = node?.children.get(step);
  return node;
}
