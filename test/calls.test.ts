import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fits, judgeCall, readCalls } from './support/labelled-calls.ts';

const folder = path.join(import.meta.dirname, 'corpus', 'calls');

describe.each(fs.readdirSync(folder))('with all packs, calls of %s', name => {
  it.each(readCalls(path.join(folder, name)))('$id: $expect', async row => {
    const { got, says } = await judgeCall(row);
    expect(fits(row.expect, got), `${JSON.stringify(row.input)}\n${row.why}\nit was: ${got} ${says}`).toBe(
      row.missed === undefined,
    );
  });
});

describe('facts in rules of a law', () => {
  it.each(readCalls('test/corpus/facts.jsonl'))('$id: $expect', async row => {
    const { got, says } = await judgeCall(row);
    expect(fits(row.expect, got), `${JSON.stringify(row.input)}\n${row.why}\nit was: ${got} ${says}`).toBe(true);
  });
});
