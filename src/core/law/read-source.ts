import { type Node as JsonNode, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Node as YamlNode,
} from 'yaml';
import { createPositionFinder, type Span } from '../problem/position.ts';
import { createProblem, LawError, type Problem } from '../problem/problem.ts';
import { helpForKey, helpForYaml } from './yaml-help.ts';

export type LawSyntax = 'yaml' | 'json' | 'jsonc';

/** A law file's data with the place of every key and value. */
export interface LawSource {
  readonly file: string;
  readonly text: string;
  readonly data: unknown;
  /** The place of the value at a path, or of the nearest thing around it. */
  readonly locateValue: (path: readonly PropertyKey[]) => Span;
  /** The stretch of the value at a path from its first character to its last; undefined where there is none. */
  readonly locateWhole: (path: readonly PropertyKey[]) => Span | undefined;
  /** The place of a key in the mapping at a path. */
  readonly locateKey: (path: readonly PropertyKey[], key: string) => Span;
  /** The span of a stretch of the file. */
  readonly span: (start: number, end: number) => Span;
}

type Tree =
  | {
      kind: 'map';
      start: number;
      end: number;
      entries: { key: string; keyStart: number; keyEnd: number; value: Tree }[];
    }
  | { kind: 'list'; start: number; end: number; items: Tree[] }
  | { kind: 'value'; start: number; end: number; value: unknown };

const maxDepth = 40;

/** The syntax by the file's ending: `.json` is strict, `.jsonc` takes comments and trailing commas, the rest is YAML. */
export function syntaxOf(file: string): LawSyntax {
  if (file.endsWith('.jsonc')) return 'jsonc';
  return file.endsWith('.json') ? 'json' : 'yaml';
}

/**
 * Decodes a law file. UTF-8 with or without a byte order mark.
 * @throws {LawError} for anything else
 */
export function decodeLaw(bytes: Uint8Array, file: string): string {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  try {
    if (utf16) throw new Error('UTF-16');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new LawError([
      createProblem('law/encoding', {
        file,
        message: utf16 ? 'the file is UTF-16' : 'the file is not UTF-8',
        help: 'save it as UTF-8',
      }),
    ]);
  }
}

class TreeReader {
  readonly problems: Problem[] = [];
  readonly #file: string;
  readonly #span: (start: number, end: number) => Span;

  constructor(file: string, span: (start: number, end: number) => Span) {
    this.#file = file;
    this.#span = span;
  }

  fault(message: string, start: number, end: number, help?: string): void {
    this.problems.push(
      createProblem('law/syntax', {
        file: this.#file,
        message,
        span: this.#span(start, end),
        ...(help === undefined ? {} : { help }),
      }),
    );
  }

  checkDuplicates(entries: readonly { key: string; keyStart: number; keyEnd: number }[]): void {
    const seen = new Map<string, number>();
    for (const { key, keyStart, keyEnd } of entries) {
      if (key === '__proto__') this.fault('`__proto__` cannot be a key', keyStart, keyEnd);
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, keyStart);
        continue;
      }
      const line = this.#span(first, first).start.line;
      this.problems.push(
        createProblem('law/duplicate-key', {
          file: this.#file,
          message: `the key \`${key}\` stands twice in one mapping, first in line ${line}`,
          help: 'keep one of them',
          span: this.#span(keyStart, keyEnd),
        }),
      );
    }
  }

  yaml(node: YamlNode | null | undefined, depth = 0): Tree {
    const [start, end] = [node?.range?.[0] ?? 0, node?.range?.[1] ?? 0];
    if (depth > maxDepth) {
      this.fault(`the file nests deeper than ${maxDepth} levels`, start, end);
      return { kind: 'value', start, end, value: null };
    }
    if (isAlias(node)) {
      if (node.source === '') return { kind: 'value', start, end, value: null };
      this.fault(
        `aliases such as \`*${node.source}\` are not part of the law format`,
        start,
        end,
        'write the value out',
      );
      return { kind: 'value', start, end, value: null };
    }
    if (isMap(node)) {
      const entries = node.items.map(pair => {
        const key = pair.key as YamlNode | null;
        const [keyStart, keyEnd] = [key?.range?.[0] ?? start, key?.range?.[1] ?? start];
        if (!isScalar(key)) this.fault('a key must be a plain text', keyStart, keyEnd, helpForKey(isMap(key)));
        const value = pair.value as YamlNode | null;
        return {
          key: isScalar(key) ? String(key.value) : '',
          keyStart,
          keyEnd,
          value:
            value === null
              ? ({ kind: 'value', start: keyEnd, end: keyEnd, value: null } as Tree)
              : this.yaml(value, depth + 1),
        };
      });
      this.checkDuplicates(entries);
      return { kind: 'map', start, end, entries };
    }
    if (isSeq(node)) {
      return { kind: 'list', start, end, items: node.items.map(item => this.yaml(item as YamlNode, depth + 1)) };
    }
    return { kind: 'value', start, end, value: isScalar(node) ? node.value : null };
  }

  json(node: JsonNode, depth = 0): Tree {
    const [start, end] = [node.offset, node.offset + node.length];
    if (depth > maxDepth) {
      this.fault(`the file nests deeper than ${maxDepth} levels`, start, end);
      return { kind: 'value', start, end, value: null };
    }
    if (node.type === 'object') {
      const entries = (node.children ?? []).flatMap(property => {
        const [key, value] = property.children ?? [];
        if (key === undefined || value === undefined) return [];
        return [
          {
            key: String(key.value),
            keyStart: key.offset,
            keyEnd: key.offset + key.length,
            value: this.json(value, depth + 1),
          },
        ];
      });
      this.checkDuplicates(entries);
      return { kind: 'map', start, end, entries };
    }
    if (node.type === 'array') {
      return { kind: 'list', start, end, items: (node.children ?? []).map(child => this.json(child, depth + 1)) };
    }
    return { kind: 'value', start, end, value: node.value as unknown };
  }
}

function toData(tree: Tree): unknown {
  if (tree.kind === 'value') return tree.value;
  if (tree.kind === 'list') return tree.items.map(toData);
  const data: Record<string, unknown> = {};
  for (const { key, value } of tree.entries) {
    Object.defineProperty(data, key, { value: toData(value), enumerable: true, writable: true, configurable: true });
  }
  return data;
}

function follow(tree: Tree, path: readonly PropertyKey[]): { node: Tree; whole: boolean } {
  let node = tree;
  for (const step of path) {
    const next: Tree | undefined =
      node.kind === 'map'
        ? node.entries.find(entry => entry.key === step)?.value
        : node.kind === 'list'
          ? node.items[Number(step)]
          : undefined;
    if (next === undefined) return { node, whole: false };
    node = next;
  }
  return { node, whole: true };
}

function readYaml(text: string, reader: TreeReader): Tree {
  const directive = /^%.*$/m.exec(text);
  if (directive !== null && /^\s*(?:#.*)?$/.test(text.slice(0, directive.index).replaceAll('\n', ' '))) {
    reader.fault(
      'directives such as `%YAML` are not part of the law format',
      directive.index,
      directive.index + directive[0].length,
      'take the line out',
    );
  }
  const documents = parseAllDocuments(text, {
    version: '1.2',
    uniqueKeys: false,
    merge: false,
    lineCounter: new LineCounter(),
  });
  const list = Array.isArray(documents) ? (documents as Document.Parsed[]) : [];
  for (const document of list) {
    for (const fault of [...document.errors, ...document.warnings]) {
      const message = fault.message.split(/ at line \d+|\n/)[0]?.replace(/:$/, '') ?? fault.message;
      reader.fault(message, fault.pos[0], fault.pos[1], helpForYaml(message));
    }
  }
  const [first, second] = list;
  if (second !== undefined) {
    const at = second.contents?.range?.[0] ?? text.length;
    reader.fault('the file holds more than one YAML document', at, at, 'remove the `---` between them');
  }
  return reader.yaml(first?.contents);
}

function readJson(text: string, syntax: LawSyntax, reader: TreeReader): Tree {
  const errors: ParseError[] = [];
  const lenient = syntax === 'jsonc';
  const root = parseTree(text, errors, {
    disallowComments: !lenient,
    allowTrailingComma: lenient,
    allowEmptyContent: false,
  });
  for (const error of errors) {
    const name = printParseErrorCode(error.error)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase();
    reader.fault(
      `the file is not valid ${lenient ? 'JSON with comments' : 'JSON'}: ${name}`,
      error.offset,
      error.offset + error.length,
    );
  }
  return root === undefined ? { kind: 'value', start: 0, end: 0, value: null } : reader.json(root);
}

/**
 * Reads a law file's text into data, with the place of everything in it.
 * @throws {LawError} when it does not parse, or a key stands twice
 */
export function readLawSource(text: string, file: string): LawSource {
  const position = createPositionFinder(text);
  const span = (start: number, end: number): Span => ({ start: position(start), end: position(Math.max(start, end)) });
  const reader = new TreeReader(file, span);
  const syntax = syntaxOf(file);
  const tree = syntax === 'yaml' ? readYaml(text, reader) : readJson(text, syntax, reader);
  if (reader.problems.length > 0) throw new LawError(reader.problems);
  const spanOf = (node: Tree): Span => span(node.start, node.kind === 'value' ? node.end : node.start);
  return {
    file,
    text,
    data: toData(tree),
    span,
    locateValue: path => spanOf(follow(tree, path).node),
    locateWhole(path) {
      const { node, whole } = follow(tree, path);
      if (!whole) return undefined;
      // A YAML mapping reaches to the end of its last line.
      return span(node.start, node.start + text.slice(node.start, node.end).trimEnd().length);
    },
    locateKey(path, key) {
      const { node, whole } = follow(tree, path);
      const entry = whole && node.kind === 'map' ? node.entries.find(e => e.key === key) : undefined;
      return entry === undefined ? spanOf(node) : span(entry.keyStart, entry.keyEnd);
    },
  };
}
