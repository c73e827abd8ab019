import { describe, expect, it } from 'vitest';
import type { Decision } from '../decision/decision.ts';
import { findDifferences, holds } from './expectation.ts';

const base = { warnings: [], trace: [] } as const;
const rule = { id: 'limit', layer: 'named', file: 'law.yaml', line: 3 } as const;
const denied: Decision = { ...base, verdict: 'deny', rule, message: 'BLOCKED: Too much. Ask Ann. [rule limit]' };
const warned: Decision = {
  ...base,
  verdict: 'silent',
  warnings: ['Mind the gap. [rule gap]', 'Mind the step. [rule step]'],
  trace: ['gap', 'step'].map(id => ({ rule: { ...rule, id }, effect: 'warn', outcome: 'fired', detail: '' })),
};
const rewritten = (rewrittenInput: Decision['rewrittenInput']): Decision => ({
  ...base,
  verdict: 'silent',
  ...(rewrittenInput === undefined ? {} : { rewrittenInput }),
});

describe('an expected message', () => {
  it.each([
    ['as the model reads it', 'BLOCKED: Too much. Ask Ann. [rule limit]', true],
    ['without marker and rule', 'Too much. Ask Ann.', true],
    ['over several lines', 'Too much.\n  Ask Ann.\n', true],
    ['a part of it', 'Too much.', false],
    ['in another case', 'too much. Ask Ann.', false],
  ])('%s', (_what, message, fits) => {
    expect(holds({ deny: 'limit', message }, denied)).toBe(fits);
    expect(findDifferences({ deny: 'limit', message }, denied)).toHaveLength(fits ? 0 : 1);
  });

  it('is compared in the form in which it is expected', () => {
    const [bare] = findDifferences({ deny: 'limit', message: 'Too much.' }, denied);
    expect(bare).toEqual({ path: 'message', expected: 'Too much.', got: 'Too much. Ask Ann.' });
    const [whole] = findDifferences({ deny: 'limit', message: 'BLOCKED: Too much. [rule limit]' }, denied);
    expect(whole?.got).toBe(denied.message);
  });

  it('of a warning is that of its rule', () => {
    expect(holds({ warn: 'step', message: 'Mind the step.' }, warned)).toBe(true);
    expect(holds({ warn: 'step', message: 'Mind the gap.' }, warned)).toBe(false);
  });

  it('does not make up for another verdict', () => {
    expect(holds({ ask: 'limit', message: 'Too much. Ask Ann.' }, denied)).toBe(false);
    expect(findDifferences({ ask: 'limit', message: 'x' }, denied)).toEqual([]);
  });
});

describe('an expected rewrite', () => {
  it('holds whatever the order of its fields', () => {
    expect(holds({ rewrite: { a: { x: 1, y: [2] } } }, rewritten({ a: { y: [2], x: 1 }, b: 3 }))).toBe(true);
    expect(holds({ rewrite: { a: [1, 2] } }, rewritten({ a: [2, 1] }))).toBe(false);
    expect(holds({ rewrite: {} }, rewritten(undefined))).toBe(false);
  });

  it('tells of the innermost values that differ', () => {
    const expected = { rewrite: { a: { x: 1, y: 'u' }, gone: true } };
    expect(findDifferences(expected, rewritten({ a: { x: 1, y: 'v', z: 0 } }))).toEqual([
      { path: 'input.a.y', expected: 'u', got: 'v' },
      { path: 'input.a.z', expected: undefined, got: '0' },
      { path: 'input.gone', expected: 'true', got: undefined },
    ]);
  });
});
