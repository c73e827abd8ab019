import { expect, it } from 'vitest';
import type { Evaluator } from '../core/expression/evaluator.ts';
import type { World } from '../ports/world.ts';
import { runBounded } from './run-bounded.ts';

const evaluator: Evaluator = { evaluate: () => true };

it.each([
  ['plain comparisons on a small event are not', 16 * 1024, undefined, false],
  ['those on a large event are', 16 * 1024 + 1, undefined, true],
  ['those on an event of unknown size are', undefined, undefined, true],
  ['expressions are, on however small an event', 10, evaluator, true],
] as const)('%s cut off at the deadline', (_what, bytes, given, watched) => {
  let bounded = false;
  const world = {
    bounded: <T>(run: () => T): T => {
      bounded = true;
      return run();
    },
  } as World;
  const event = {
    name: 'PreToolUse',
    sessionId: 's',
    cwd: '/',
    tool: undefined,
    fields: {},
    ...(bytes === undefined ? {} : { bytes }),
  };
  expect(runBounded({ event, evaluator: given, analysis: undefined }, world, () => 'judged')).toBe('judged');
  expect(bounded).toBe(watched);
});
