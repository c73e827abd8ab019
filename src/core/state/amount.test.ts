import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AmountError, addAmounts, exceeds, largerAmount, readAmount, subtractAmounts } from './amount.ts';

describe('an amount', () => {
  it.each([
    [0.1, '0.1'],
    [0, '0'],
    [-0, '0'],
    [200, '200'],
    [19.99, '19.99'],
    [1e15, '1000000000000000'],
    [1e-12, '0.000000001'],
    [220.00000000000003, '220.000000001'],
  ])('%d is counted as %s', (value, text) => {
    expect(readAmount(value)).toBe(text);
  });

  it.each([
    ['200', 'is a text, not a number'],
    [[200], 'is a list, not a number'],
    [null, 'is missing, not a number'],
    [undefined, 'is missing, not a number'],
    [true, 'is true or false, not a number'],
    [{ value: 200 }, 'is an object, not a number'],
    [Number.NaN, 'is not a finite number'],
    [Number.POSITIVE_INFINITY, 'is not a finite number'],
    [-1, 'is negative (-1)'],
    [1e300, 'is larger than 1000000000000000'],
  ])('%j is none', (value, message) => {
    expect(() => readAmount(value)).toThrow(new AmountError(message));
  });

  it('adds up exactly, whatever the order, and is never rounded down', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(cents, values => {
        const sum = values.map(value => readAmount(value / 100)).reduce(addAmounts, '0');
        const backwards = [...values].reverse().map(value => readAmount(value / 100));
        const total = values.reduce((a, b) => a + b, 0);
        expect(Number(sum) * 100).toBeCloseTo(total, 4);
        expect(backwards.reduce(addAmounts, '0')).toBe(sum);
        expect(backwards.reduce(subtractAmounts, sum)).toBe('0');
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), value => {
        expect(exceeds(String(value), readAmount(value))).toBe(false);
      }),
    );
  });

  it('is compared as a number, not as a text', () => {
    expect(exceeds('1000', '999')).toBe(true);
    expect(exceeds('0.3', addAmounts('0.1', '0.2'))).toBe(false);
    expect(largerAmount('9', '10')).toBe('10');
  });
});
