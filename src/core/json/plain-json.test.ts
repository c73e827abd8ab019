import { describe, expect, it } from 'vitest';
import { copyPlainJson } from './plain-json.ts';

describe('copyPlainJson', () => {
  it('copies what JSON holds, and leaves undefined fields out', () => {
    const given = {
      a: [1, 'two', null, { b: false }],
      c: undefined,
      d: Object.assign(Object.create(null), { e: -1.5 }),
    };
    const copied = copyPlainJson(given, 'input');
    expect(copied).toEqual({ a: [1, 'two', null, { b: false }], d: { e: -1.5 } });
    given.a.push('later');
    expect(copied).toEqual({ a: [1, 'two', null, { b: false }], d: { e: -1.5 } });
  });

  it('reads a field once, so that it cannot be another one later', () => {
    let reads = 0;
    const tricky = {
      get amount() {
        reads += 1;
        return reads === 1 ? 1 : 1_000_000;
      },
    };
    expect(copyPlainJson(tricky, 'input')).toEqual({ amount: 1 });
  });

  it('keeps a key `__proto__` a key', () => {
    const copied = copyPlainJson(JSON.parse('{"__proto__":{"amount":1}}'), 'input') as { amount?: number };
    expect(Object.hasOwn(copied, '__proto__')).toBe(true);
    expect(copied.amount).toBeUndefined();
  });

  const circular: { self?: unknown } = {};
  circular.self = circular;
  it.each([
    [{ at: new Date(0) }, '`input.at` is a Date, which JSON cannot hold'],
    [{ list: [1, Number.NaN] }, '`input.list[1]` is the number NaN, which JSON cannot hold'],
    [{ amount: Number.POSITIVE_INFINITY }, '`input.amount` is the number Infinity, which JSON cannot hold'],
    [{ list: [undefined] }, '`input.list[0]` is undefined, which JSON cannot hold'],
    [{ amount: 1n }, '`input.amount` is a bigint, which JSON cannot hold'],
    [() => 1, '`input` is a function, which JSON cannot hold'],
    [new Map(), '`input` is a Map, which JSON cannot hold'],
    [circular, '`input.self.self…` nests deeper than 500 levels'],
  ])('refuses %o', (value, message) => {
    expect(() => copyPlainJson(value, 'input')).toThrow(new TypeError(message));
  });
});
