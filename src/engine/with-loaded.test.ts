import { expect, test } from 'vitest';
import type { CallFacts } from '../core/analysis/facts/facts.ts';
import { ParserNeeded, type Parsers } from '../core/analysis/parsers.ts';
import { AnalysisNeeded, EvaluatorNeeded } from '../core/decision/call-view.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import type { World } from '../ports/world.ts';
import { withLoaded } from './with-loaded.ts';

const event: HookEvent = { name: 'PreToolUse', sessionId: 's', cwd: '/', tool: undefined, fields: {} };

function fakeWorld(parsers: Parsers): { world: World; loads: string[] } {
  const loads: string[] = [];
  const world = {
    evaluator() {
      loads.push('evaluator');
      return Promise.resolve({ evaluate: () => true });
    },
    analysis() {
      loads.push('analysis');
      return Promise.resolve((given: { parsers: Parsers }) => ({ parsers: given.parsers }) as unknown as CallFacts);
    },
    parser(name: string) {
      loads.push(name);
      return Promise.resolve(parsers);
    },
    surroundings() {
      loads.push('surroundings');
      return {};
    },
  } as unknown as World;
  return { world, loads };
}

const parsers: Parsers = { postgresql: () => undefined };
const python = (() => undefined) as unknown as NonNullable<Parsers['python']>;

test('what is needed is loaded once, kept, and the judgement made again', async () => {
  const { world, loads } = fakeWorld({ ...parsers, python });
  const seen: unknown[] = [];
  const judged = await withLoaded(event, world, ({ evaluator, analysis }) => {
    if (analysis === undefined) throw new AnalysisNeeded();
    const facts = analysis('Bash', {}) as unknown as { parsers: Parsers };
    seen.push(facts.parsers);
    if (facts.parsers.postgresql === undefined) throw new ParserNeeded('postgresql');
    if (evaluator === undefined) throw new EvaluatorNeeded();
    return 'judged';
  });
  expect(judged).toBe('judged');
  expect(loads).toEqual(['analysis', 'surroundings', 'postgresql', 'evaluator']);
  expect(seen).toHaveLength(3);
});

test('an input has the same facts however often it is judged', async () => {
  const { world } = fakeWorld({});
  const input = {};
  await withLoaded(event, world, ({ evaluator, analysis }) => {
    if (analysis === undefined) throw new AnalysisNeeded();
    expect(analysis('Bash', input)).toBe(analysis('Bash', input));
    expect(analysis('Bash', {})).not.toBe(analysis('Bash', input));
    if (evaluator === undefined) throw new EvaluatorNeeded();
  });
});

test.each([
  ['the expression engine', () => new EvaluatorNeeded()],
  ['the analysis', () => new AnalysisNeeded()],
  ['a parser', () => new ParserNeeded('postgresql')],
  ['a parser that is not there', () => new ParserNeeded('python')],
])('%s is not asked for without end', async (_what, need) => {
  const { world, loads } = fakeWorld(parsers);
  await expect(
    withLoaded(event, world, () => {
      throw need();
    }),
  ).rejects.toThrow(need().message);
  expect(loads.length).toBeLessThan(3);
});

test('what cannot be loaded, and what goes wrong in between, is told', async () => {
  const { world } = fakeWorld({});
  const broken = { ...world, analysis: () => Promise.reject(new Error('no such file')) };
  await expect(
    withLoaded(event, broken, () => {
      throw new AnalysisNeeded();
    }),
  ).rejects.toThrow('no such file');
  await expect(
    withLoaded(event, world, () => {
      throw new Error('a fault');
    }),
  ).rejects.toThrow('a fault');
});
