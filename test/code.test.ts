import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParser } from '../src/adapters/parsers/load-parser.ts';
import type { Parsers } from '../src/core/analysis/parsers.ts';
import { showCommand } from './support/show-code.ts';

interface Row {
  readonly id: string;
  readonly words: readonly string[];
  readonly input?: string;
  readonly expect: readonly string[] | null;
}

const rows = fs
  .readFileSync(path.join(import.meta.dirname, 'corpus/code.jsonl'), 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as Row);

let parsers: Parsers = {};
beforeAll(async () => {
  parsers = { ...(await loadParser('python')), ...(await loadParser('javascript')) };
});

describe('code on a command line', () => {
  it.each(rows)('$id', ({ words, input, expect: expected }) => {
    expect(showCommand(words, input, parsers) ?? null).toEqual(expected);
  });
});
