import { Document, isMap, isSeq, type ParsedNode } from 'yaml';
import { syntaxOf } from '../core/law/read-source.ts';
import type { LawTest } from '../core/law/schema.ts';

/** How long a value may be that is written in one line, in characters. */
const longestLine = 110;

/** Writes what is short in one line, and what is long on lines of its own. */
function layOut(node: unknown): void {
  if (!isMap(node) && !isSeq(node)) return;
  const short = JSON.stringify((node as ParsedNode).toJSON()).length <= longestLine;
  node.flow = short;
  if (short) return;
  for (const item of node.items) layOut(isMap(node) ? (item as { value: unknown }).value : item);
}

/** Aliases are no part of the law format, so what occurs twice is written twice. */
function toYaml(test: LawTest): string {
  const document = new Document([test], { aliasDuplicateObjects: false });
  const list = document.contents;
  layOut(isSeq(list) ? list.items[0] : undefined);
  return document.toString({ lineWidth: 0 }).trimEnd();
}

/** A test as it can be put among those of a law file, in the syntax of that file. */
export function writeLawTest(test: LawTest, file: string): string {
  return syntaxOf(file) === 'yaml' ? toYaml(test) : JSON.stringify(test);
}
