import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../src/core/json/json-value.ts';
import { judge, lawFrom } from './support/judge.ts';

interface Row {
  readonly id: string;
  readonly why: string;
  readonly law: JsonValue;
  readonly event: { readonly [name: string]: unknown };
  readonly context?: { readonly [name: string]: JsonValue };
  readonly now?: string;
  readonly verdict: string;
  readonly rule?: string;
  readonly says?: string;
}

const file = path.join(import.meta.dirname, 'corpus', 'decisions.jsonl');
const rows = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as Row);

describe('the corpus of decisions', () => {
  it('is there', () => {
    expect(rows.length).toBeGreaterThan(60);
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
  });

  it.each(rows.map(row => [row.id, row.why, row] as const))('%s: %s', async (_id, _why, row) => {
    const law = lawFrom(JSON.stringify(row.law), 'named', true, 'law.json');
    const decision = await judge(law, row.event, {
      ...(row.context === undefined ? {} : { context: row.context }),
      ...(row.now === undefined ? {} : { now: row.now }),
    });
    expect(decision.verdict).toBe(row.verdict);
    if (row.rule !== undefined) expect(decision.rule?.id).toBe(row.rule);
    if (row.says !== undefined) expect(decision.message).toContain(row.says);
    if (row.verdict === 'deny') expect(decision.message).toMatch(/^BLOCKED: /);
  });
});
