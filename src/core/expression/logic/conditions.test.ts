import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBaseEnvironment } from '../environment.ts';
import { createEvaluator } from '../evaluate.ts';
import { ExpressionError } from '../evaluator.ts';
import type { ASTNode } from '../syntax.ts';
import { isImpossible, isNeverFalse, isNeverTrue } from './conditions.ts';
import type { Knowledge } from './known-value.ts';

const nothingKnown: Knowledge = () => undefined;
const evaluator = createEvaluator();

function parse(text: string): ASTNode {
  return createBaseEnvironment().parse(text).ast;
}

/** The value of a condition; undefined where it is an error. */
function evaluate(text: string, input: Record<string, unknown>): unknown {
  try {
    return evaluator.evaluate(text, { input, event: {}, context: {}, session: () => [], now: 0 });
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

describe('conditions that can never be true', () => {
  it.each([
    'input.a == 1 && input.a == 2',
    'input.a > 500 && input.a < 100',
    'input.a > 5 && 5.0 >= input.a',
    'input.a >= 5 && input.a <= 5 && input.a != 5',
    'size(input.a) < 0',
    'input.a.size() == 1.5',
    'size(input.a) > 1 && size(input.a) < 2',
    "input.a == 'x' && input.a in ['y', 'z']",
    "input.a in ['x', 'y'] && !(input.a in ['y', 'x'])",
    "input.a.startsWith('git') && input.a.startsWith('npm')",
    "input.a.contains('git push') && !input.a.contains('git')",
    "input.a.endsWith('.ts') && !input.a.contains('ts')",
    "input.a == 'x' && input.a > 3",
    'input.a && !input.a',
    'input.a == true && input.a == false',
    '!has(input.a) && input.a == 1',
    '!has(input.a.b) && input.a.b.c > 1',
    'type(input.a) == string && type(input.a) == double',
    'type(input.a) == int',
    'input.a in []',
    'false',
    '1 > 2',
    'input.a != input.a',
    'input.a < input.a',
    "input.a.matches('x') && !input.a.matches('x')",
    '(input.a == 1 || input.a == 2) && input.a > 2',
    '(input.a > 2 ? input.a < 1 : false)',
    '!(input.a > 1 || input.a <= 1)',
  ])('%s', text => {
    expect(isNeverTrue(parse(text), nothingKnown)).toBe(true);
  });
});

describe('conditions that can be true, though they look odd', () => {
  it.each([
    'input.a > 500 || input.a < 100',
    'input.a >= 5 && input.a <= 5',
    'input.a > 1 && input.a < 2',
    "input.a != 1 && input.a != 'x'",
    "input.a.startsWith('git') && input.a.startsWith('git push')",
    "input.a.contains('a') && input.a.startsWith('b')",
    "input.a.contains('git') && !input.a.contains('git push')",
    "input.a.startsWith('git') && !input.a.startsWith('git push')",
    '!has(input.a) && input.b == 1',
    'has(input.a) && input.a == 1',
    'type(input.a) == double',
    "input.a == '5' && input.b == 5",
    'input.l.exists(x, x == 1) && input.l.exists(x, x == 2)',
    "input['a'] == 1 && input.b.a == 2",
    'size(input.a) == 0',
  ])('%s', text => {
    expect(isNeverTrue(parse(text), nothingKnown)).toBe(false);
  });
});

describe('what is known of a value counts', () => {
  const knowledge: Knowledge = ([root, field]) => {
    if (root === 'context') return { types: ['string', 'null_type'], values: ['free', 'premium', null] };
    if (field === 'amount') return { types: ['double'], present: true };
    if (field === 'count') return { types: ['double'], integer: true };
    if (root === 'tool') return { types: ['string'], present: true, allows: text => text.startsWith('mcp__s__') };
    return undefined;
  };
  it.each([
    ["context.tier == 'gold'", 'true'],
    ["context.tier != 'gold'", 'false'],
    ["context.tier != 'free' && context.tier != 'premium'", undefined],
    ["context.tier in ['gold', 'silver']", 'true'],
    ["context.tier == 'free'", undefined],
    ['has(input.amount)', 'false'],
    ['!has(input.amount)', 'true'],
    ['has(input.other)', undefined],
    ['type(input.amount) == double', 'false'],
    ["input.amount == '5'", 'true'],
    ['input.count > 1 && input.count < 2', 'true'],
    ["tool.name == 'Bash'", 'true'],
    ["tool.name == 'mcp__s__a'", undefined],
  ])('%s is never %s', (text, never) => {
    const found = isNeverTrue(parse(text), knowledge)
      ? 'true'
      : isNeverFalse(parse(text), knowledge)
        ? 'false'
        : undefined;
    expect(found).toBe(never);
  });
});

const fields = ['input.a', 'input.b', 'input.m.c'];
const numbers = ['-1', '0', '1', '2', '2.5'];
const texts = ["''", "'a'", "'ab'", "'b'"];

const field = fc.constantFrom(...fields);
const leaf = fc.oneof(
  fc
    .tuple(field, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fc.constantFrom(...numbers))
    .map(([path, op, value]) => `${path} ${op} ${value}`),
  fc
    .tuple(fc.constantFrom(...numbers), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), field)
    .map(([value, op, path]) => `${value} ${op} ${path}`),
  fc
    .tuple(field, fc.constantFrom('==', '!='), fc.constantFrom(...texts, 'true', 'false', 'null'))
    .map(([path, op, value]) => `${path} ${op} ${value}`),
  fc
    .tuple(field, fc.array(fc.constantFrom(...numbers, ...texts), { maxLength: 3 }))
    .map(([path, values]) => `${path} in [${values.join(', ')}]`),
  fc
    .tuple(field, fc.constantFrom('contains', 'startsWith', 'endsWith', 'matches'), fc.constantFrom(...texts))
    .map(([path, name, value]) => `${path}.${name}(${value})`),
  fc
    .tuple(field, fc.constantFrom('<', '<=', '>', '>=', '==', '!='), fc.constantFrom('0', '1', '2'))
    .map(([path, op, value]) => `size(${path}) ${op} ${value}`),
  fc
    .tuple(field, fc.constantFrom('string', 'double', 'bool', 'list', 'map', 'int', 'null_type'))
    .map(([path, type]) => `type(${path}) == ${type}`),
  field.map(path => `has(${path})`),
  field,
  fc.tuple(field, fc.constantFrom('==', '!=', '<', '>='), field).map(([a, op, b]) => `${a} ${op} ${b}`),
  fc.constantFrom('true', 'false', 'input.l.exists(x, x == 1)', 'input.l.all(x, x > 0)'),
);

const condition = fc.letrec<{ condition: string }>(tie => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    tie('condition').map(inner => `!(${inner})`),
    fc.tuple(tie('condition'), tie('condition'), tie('condition')).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
  ),
})).condition;

const value = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2, 2.5, 3, '', 'a', 'ab', 'b', 'bab', true, false, null),
  fc.constantFrom([], [1], ['a', 'b'], {}, { c: 1 }),
);
const input = fc.record(
  {
    a: value,
    b: value,
    m: fc.oneof(fc.record({ c: value }, { requiredKeys: [] }), value),
    l: fc.constantFrom([], [1]),
  },
  { requiredKeys: [] },
);

/** Conditions that the expression library refuses to parse, such as those that are too deep, are of no interest. */
function parsed(text: string): ASTNode | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

describe('whatever the condition and the input', () => {
  it('what is said never to be true (or false) never is', () => {
    fc.assert(
      fc.property(condition, fc.array(input, { minLength: 20, maxLength: 20 }), (text, inputs) => {
        const ast = parsed(text);
        if (ast === undefined) return;
        const values = inputs.map(one => evaluate(text, one));
        if (values.includes(true)) expect(isNeverTrue(ast, nothingKnown)).toBe(false);
        if (values.includes(false)) expect(isNeverFalse(ast, nothingKnown)).toBe(false);
      }),
      { numRuns: 800 },
    );
  });

  it('where one condition is said to take in another, no input fits the other alone', () => {
    fc.assert(
      fc.property(condition, condition, fc.array(input, { minLength: 20, maxLength: 20 }), (one, other, inputs) => {
        const [a, b] = [parsed(one), parsed(other)];
        if (a === undefined || b === undefined) return;
        const said = isImpossible(
          [
            { node: a, is: false },
            { node: b, is: true },
          ],
          nothingKnown,
        );
        const found = inputs.some(given => evaluate(one, given) === false && evaluate(other, given) === true);
        expect(said && found).toBe(false);
      }),
      { numRuns: 800 },
    );
  });
});
