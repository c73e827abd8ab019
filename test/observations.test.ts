import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const folder = path.join(import.meta.dirname, 'claude', 'model');
const newest = '2.1.332';
const older = '2.1.197';

const scenario = z.object({ id: z.string(), settings: z.record(z.string(), z.unknown()).optional() });
const record = z.object({
  id: z.string(),
  calls: z.array(z.object({ name: z.string(), ran: z.boolean().nullable() })),
  hooks: z.array(z.object({ event: z.string(), outcome: z.string() })),
});

function scenarioIds(): string[] {
  const files = fs.readdirSync(path.join(folder, 'scenarios'));
  return files.flatMap(name =>
    z
      .array(scenario)
      .parse(JSON.parse(fs.readFileSync(path.join(folder, 'scenarios', name), 'utf8')))
      .map(({ id }) => id),
  );
}

function recordedIds(version: string): string[] {
  const lines = fs
    .readFileSync(path.join(folder, 'observed', `${version}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(line => record.parse(JSON.parse(line)).id);
}

test('no two scenarios of the client have the same id', () => {
  const ids = scenarioIds();
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
});

test(`each scenario has exactly one record of Claude Code ${newest}, and each record its scenario`, () => {
  expect(recordedIds(newest).toSorted()).toEqual(scenarioIds().toSorted());
});

test(`each record of Claude Code ${older} has its scenario, and none has two`, () => {
  const ids = recordedIds(older);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter(id => !new Set(scenarioIds()).has(id))).toEqual([]);
});
