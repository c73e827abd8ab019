import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadingLiteral } from './regex-literal.ts';

describe('leadingLiteral', () => {
  it.each([
    ['^terraform (destroy|apply)', 'terraform '],
    ['rm -rf', 'rm -rf'],
    ['^git push( |$)', 'git push'],
    ['abc*', 'ab'],
    ['abc+', 'abc'],
    ['ab{0,3}c', 'a'],
    ['a?b', ''],
    ['a|b', ''],
    ['(a|b)c', ''],
    ['\\.env', '.env'],
    ['\\brm', ''],
    ['[ab]c', ''],
    ['a[|]b', 'a'],
    ['', ''],
  ])('of `%s` is `%s`', (source, literal) => {
    expect(leadingLiteral(source)).toBe(literal);
  });

  it('stands in every text that matches', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      ' ',
      '-',
      '\\.',
      '.',
      'a*',
      'b+',
      'c?',
      '(a|b)',
      '[ab]',
      '^',
      '$',
      '|',
      '\\b',
      '\\s',
      'x{2}',
      'y{0,1}',
      '(?:a)?',
      'é',
    );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x', 'y', ' ', '-', '.', 'é'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), text, (pieces, given) => {
        const source = pieces.join('');
        let regex: RegExp;
        try {
          regex = new RegExp(source);
        } catch {
          return;
        }
        if (regex.test(given)) expect([source, given.includes(leadingLiteral(source))]).toEqual([source, true]);
      }),
      { numRuns: 20_000 },
    );
  });
});
