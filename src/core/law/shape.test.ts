import { describe, expect, it } from 'vitest';
import { findMisfit, parseToolShape } from './shape.ts';

const shape = parseToolShape({
  order_id: 'string',
  amount: 'number',
  count: 'integer?',
  tags: 'string[]?',
  customer: { id: 'string', vip: 'boolean?' },
});
const good = { order_id: 'A', amount: 5, customer: { id: 'c' } };
const misfit = (change: object) => findMisfit(shape ?? {}, { ...good, ...change } as never);

describe('findMisfit', () => {
  it('accepts what fits, with fields that are not declared', () => {
    expect(misfit({ extra: [1], count: 3, tags: ['x'] })).toBeUndefined();
  });

  it.each([
    ['a text for a number', { amount: '2000' }, '`input.amount` must be a number and is a string'],
    ['a list for a number', { amount: [1, 2000] }, '`input.amount` must be a number and is a list'],
    ['null for a number', { amount: null }, '`input.amount` must be a number and is null'],
    ['a fraction for a whole number', { count: 1.5 }, '`input.count` must be a whole number and is a number'],
    ['a number in a list of texts', { tags: ['a', 2] }, '`input.tags[1]` must be a string and is a number'],
    ['a missing field deeper down', { customer: {} }, '`input.customer.id` is missing'],
    ['a text for an object', { customer: 'c' }, '`input.customer` must be an object and is a string'],
  ])('finds %s', (_what, change, message) => {
    expect(misfit(change)).toBe(message);
  });

  it('finds a missing field, and one that is merely inherited', () => {
    expect(findMisfit(shape ?? {}, { order_id: 'A', customer: { id: 'c' } })).toBe('`input.amount` is missing');
    const inherited = Object.create({ amount: 5 }) as Record<string, never>;
    expect(findMisfit({ amount: { shape: { type: 'number' }, optional: false } }, inherited)).toBe(
      '`input.amount` is missing',
    );
  });

  it('refuses a word that is no shape', () => {
    expect(parseToolShape({ a: 'text' })).toBeUndefined();
    expect(parseToolShape({ a: { b: 'strings[]' } })).toBeUndefined();
  });
});
