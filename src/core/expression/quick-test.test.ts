import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue, ownField } from '../json/json-value.ts';
import { createBaseEnvironment } from './environment.ts';
import { createEvaluator } from './evaluate.ts';
import { deriveQuickTest, type PathRef, runQuickTest } from './quick-test.ts';

const environment = createBaseEnvironment();
const evaluator = createEvaluator();

const quickOf = (expression: string) => deriveQuickTest(environment.parse(expression).ast);

function quickVerdict(expression: string, input: JsonValue): boolean | undefined {
  const quick = quickOf(expression);
  const read = (path: PathRef): unknown =>
    (typeof path === 'number' ? [] : path).reduce<JsonValue | undefined>(
      (value, name) => (isJsonObject(value) ? ownField(value, name) : undefined),
      {
        input,
      },
    );
  return quick === undefined ? undefined : runQuickTest(quick, { read, ask: () => undefined });
}

function celVerdict(expression: string, input: JsonValue): boolean | 'error' {
  try {
    return evaluator.evaluate(expression, { input, event: {}, context: {}, now: 0, session: () => [] }) === true;
  } catch {
    return 'error';
  }
}

const field = fc.constantFrom('input.a', 'input.b', 'input.c.d', "input['a']", 'input.missing');
const word = fc.constantFrom('', 'x', 'xy', 'yx', '2000', 'é', "it''s");
const literal = fc.oneof(
  word.map(text => JSON.stringify(text)),
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.constantFrom('1.5', '-0.0', 'true', 'false', '9007199254740993'),
);
const comparison = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const atom = fc.oneof(
  fc.tuple(field, comparison, literal).map(([f, op, v]) => `${f} ${op} ${v}`),
  fc.tuple(literal, comparison, field).map(([v, op, f]) => `${v} ${op} ${f}`),
  fc
    .tuple(field, fc.constantFrom('contains', 'startsWith', 'endsWith', 'matches'), word)
    .map(([f, name, v]) => `${f}.${name}(${JSON.stringify(v)})`),
  fc.tuple(field, fc.array(literal, { maxLength: 3 })).map(([f, values]) => `${f} in [${values.join(', ')}]`),
  fc.constantFrom('has(input.a)', 'size(input.b) > 1', 'input.c.d'),
);
const { condition } = fc.letrec<{ condition: string }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map(([l, op, r]) => `(${l} ${op} ${r})`),
    tie('condition').map(inner => `!(${inner})`),
  ),
}));
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  word,
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom<JsonValue>(
    1.5,
    -0,
    0,
    true,
    false,
    null,
    [],
    ['x'],
    { d: 'x' },
    { d: 1 },
    { constructor: 'x' },
    9007199254740992,
  ),
);
const input = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });

describe('the quick test of a condition', () => {
  it('says false only where CEL says false, and true only where CEL says true', () => {
    fc.assert(
      fc.property(condition, input, (expression, given) => {
        const quick = quickVerdict(expression, given as JsonValue);
        if (quick !== undefined)
          expect([expression, celVerdict(expression, given as JsonValue)]).toEqual([expression, quick]);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['input.a > 500', { a: 400 }, false],
    ['input.a > 500', { a: '400' }, undefined],
    ['input.a > 500', {}, undefined],
    ['input.a == 1 && input.zzz > 5', { a: 2 }, false],
    ['input.a.contains("x") || input.b.contains("x")', { a: 'y', b: 'y' }, false],
    ['input.a.contains("x") || input.b.contains("x")', { a: 'y' }, undefined],
    ['!(input.a in ["x", "y"])', { a: 'x' }, false],
  ])('decides `%s` for %j: %s', (expression, given, verdict) => {
    expect(quickVerdict(expression, given)).toBe(verdict);
  });

  it('is not made where it could prove nothing', () => {
    expect(quickOf('size(input.a) > 3')).toBeUndefined();
    expect(quickOf('size(input.a) > 3 || input.b == 1')).toBeUndefined();
    expect(quickOf('size(input.a) > 3 && input.b == 1')).toBeDefined();
  });
});
