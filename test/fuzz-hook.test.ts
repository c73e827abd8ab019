import path from 'node:path';
import { expect, test } from 'vitest';
import { runFuzz } from './fuzz/run-fuzz.mjs';

const seed = 20_261_130;
const program = { name: 'node', command: process.execPath, args: [path.resolve('bin/hooklaw.js')] };

test('the hook withstands 300 damaged events and lets no canary pass', { timeout: 180_000 }, async () => {
  const { problems, outcomes } = await runFuzz(program, { seed, count: 300, parallel: 2 });
  expect(problems.map(({ index, problem }) => `input ${index} of seed ${seed}: ${problem}`)).toEqual([]);
  expect([...outcomes.keys()].sort()).toEqual([
    'denied by the rule',
    'denied, could not be judged',
    'passed in silence',
  ]);
});
