import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChoiceBits } from './regex-choices.ts';

describe('countChoiceBits', () => {
  it.each([
    ['rm -rf', 0],
    ['[a|b?]c', 0],
    ['a?', 1],
    ['a?b?', 2],
    ['(a|b)', 1],
    ['(a|b|c|d)', 2],
    ['(?:a|b)(?:c|d)', 2],
    ['(a|b){3}', 3],
    ['a{0,7}', 3],
    ['a*?b', 0],
    ['\\(a\\|b', 0],
    ['(?<name>a|b)', 1],
    ['(?=a|b)c', 1],
    ['((a|b)|(c|d))', 2],
    ['(a|aa)'.repeat(40), 40],
    ['(a?)'.repeat(30), 30],
  ])('of `%s` is %d', (source, bits) => {
    expect(countChoiceBits(source)).toBeCloseTo(bits, 5);
  });

  it('ends on any text and is never negative', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '(', ')', '|', '?', '*', '[', ']', '{', '}', '\\', '2', ',') }),
        source => {
          expect(countChoiceBits(source)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
