import { describe, expect, it } from 'vitest';
import { mutateExpression } from './mutate-expression.ts';

const textsOf = (expression: string): string[] => mutateExpression(expression).map(({ text }) => text);

describe('the small changes of an expression', () => {
  it('are each comparison flipped and each number moved by one, in the order of the text', () => {
    expect(textsOf('input.amount > 500')).toEqual(['input.amount >= 500', 'input.amount > 501', 'input.amount > 499']);
    expect(textsOf("(context.tier) == ('free')")).toEqual(["(context.tier) != ('free')"]);
    expect(textsOf('input.share <= 0.50')).toEqual([
      'input.share < 0.50',
      'input.share <= 1.50',
      'input.share <= -0.50',
    ]);
  });

  it('exchange connectives, wherever the parentheses stand', () => {
    expect(textsOf('(input.a && input.b) || !(input.c)')).toEqual([
      '(input.a || input.b) || !(input.c)',
      '(input.a && input.b) && !(input.c)',
    ]);
  });

  it('leave texts, and places in lists, as they are', () => {
    expect(textsOf("input.to[0] == 'a > 5 && b'")).toEqual(["input.to[0] != 'a > 5 && b'"]);
  });

  it('reach into the conditions of lists', () => {
    expect(textsOf('input.to.exists(x, x.size() < 3)')).toContain('input.to.exists(x, x.size() <= 3)');
  });

  it('are none where it does not parse, or an operator is not alone between its sides', () => {
    expect(mutateExpression('input.amount >')).toEqual([]);
    expect(textsOf('input.a // > or ==\n == input.b')).toEqual([]);
  });

  it.each([
    ['input.n > 500', ['500', '501', '500']],
    ['input.n >= 500', ['500', '500', '499']],
    ['input.n < 500', ['500', '500', '499']],
    ['500 < input.n', ['501', '500', '500']],
    ['input.n > -3', ['-3', '-3', '-2']],
  ])('tell for `%s` the value that shows the difference', (expression, values) => {
    const hinted = mutateExpression(expression).map(({ hint }) => /`input.n` is exactly `?([-\d]+)`?$/.exec(hint)?.[1]);
    expect(hinted).toEqual(values);
  });
});
