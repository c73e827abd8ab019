// What lints say of conditions and limits that decide nothing, and above all of which they say nothing.
import { describe, expect, it } from 'vitest';
import { codesOf, denies, messagesOf, rule, rules, warningsOf } from './support/lints.ts';

describe('a rule that can never fire', () => {
  const shop = 'tools: { mcp__shop__buy: { amount: number, note: string?, parts: integer } }\n';
  const fact = 'context: { tier: { env: TIER, one_of: [free, premium] }, who: { env: WHO, required: false } }\n';
  it.each([
    ['two values', 'tool: mcp__shop__buy, when: input.amount == 1 && input.amount == 2'],
    ['another tool', "tool: Bash, when: tool.name == 'Write'"],
    ['a tool that the glob does not cover', "tool: mcp__s__*, when: tool.name == 'mcp__t__x'"],
    ['another event', "tool: Bash, when: event.hook_event_name == 'PostToolUse'"],
    ['a value that the fact cannot have', "tool: Bash, when: context.tier == 'gold'"],
    ['no whole number between', 'tool: mcp__shop__buy, when: input.parts > 1 && input.parts < 2'],
    ['a field that is always there', 'tool: mcp__shop__buy, when: "!has(input.amount)"'],
    ['switched off', "tool: Bash, when: 'false'"],
    ['several tools', 'tool: [mcp__a__b, mcp__a__c], when: size(input.x) < 0'],
  ])('%s', async (_what, more) => {
    expect(await codesOf(`${fact}${shop}${rules(rule(`${more}, ${denies}`))}`)).toEqual(['law/never-fires']);
  });

  it.each([
    ['one of the tools', "tool: [Bash, Write], when: tool.name == 'Write'"],
    ['a tool that the glob covers', "tool: mcp__s__*, when: tool.name == 'mcp__s__x'"],
    ['a field that may be missing', 'tool: mcp__shop__buy, when: "!has(input.note)"'],
    ['a field of a tool of the client, which nobody enforces', 'tool: Bash, when: "!has(input.command)"'],
    ['a number between', 'tool: mcp__shop__buy, when: input.amount > 1 && input.amount < 2'],
    ['a fact without a value', "tool: Bash, when: context.who != 'a' && context.who != 'b'"],
    ['the declared field of one of two tools', 'tool: [mcp__shop__buy, mcp__shop__sell], when: "!has(input.amount)"'],
  ])('says nothing of: %s', async (_what, more) => {
    expect(await codesOf(`${fact}${shop}${rules(rule(`${more}, ${denies}`))}`)).toEqual([]);
  });

  it('is marked at the part that makes it so', async () => {
    const law = rules(rule(`tool: mcp__s__t, when: input.a == 1 && input.b == 2 && input.a == 3, ${denies}`));
    expect(await warningsOf(law)).toEqual(
      [`3:${law.split('\n')[2]?.indexOf('input.a == 3')} law/never-fires`].map(place =>
        place.replace(/:(\d+)/, (_, at: string) => `:${Number(at) + 1}`),
      ),
    );
    expect(await messagesOf(law, 'law/never-fires')).toEqual([
      'the rule `a` can never fire: `input.a == 1` and `input.a == 3` are never true together',
    ]);
  });
});

describe('a condition with a part that is always the same', () => {
  it.each([
    ['true or something', "tool: mcp__s__t, when: true || input.a == 'x'"],
    ['an empty list', "tool: mcp__s__t, when: 'input.a in [] || input.b > 5'"],
    ['a whole number of the input', 'tool: mcp__s__t, when: type(input.a) == int || input.a > 5'],
    ['a field compared with itself', "tool: mcp__s__t, when: input.a == input.a && input.b == 'x'"],
    ['nothing but true', "tool: mcp__s__t, when: 'true'"],
    ['both sides of a limit', 'tool: mcp__s__t, when: input.a > 5 || input.a <= 5'],
    ['an earlier call', 'tool: mcp__s__t, requires: { tool: mcp__s__u, where: result.ok == 1 && result.ok == 2 }'],
  ])('%s', async (_what, more) => {
    expect(await codesOf(rules(rule(`${more}, ${denies}`)))).toEqual(['law/constant-condition']);
  });

  it.each([
    ['a switch that the law itself holds', 'context: { live: true }\n', 'tool: mcp__s__t, when: context.live == true'],
    ['any two fields', '', 'tool: mcp__s__t, when: input.a == input.b'],
    ['a test inside of a list', '', 'tool: mcp__s__t, when: "input.l.exists(x, x == 1) && input.l.exists(x, x == 2)"'],
  ])('says nothing of: %s', async (_what, context, more) => {
    expect(await codesOf(`${context}${rules(rule(`${more}, ${denies}`))}`)).toEqual([]);
  });
});

describe('a rule in the shadow of another', () => {
  const wide = rule(`tool: mcp__s__*, when: input.n > 100, ${denies}`, 'wide');
  it.each([
    ['a stricter limit', [wide, rule(`tool: mcp__s__t, when: input.n > 500, ${denies}`)]],
    ['the same condition', [wide, rule('tool: mcp__s__t, when: input.n > 100, warn: careful')]],
    ['one more condition', [wide, rule(`tool: mcp__s__t, when: input.x == 1 && input.n >= 101, ${denies}`)]],
    [
      'written before it, and run later',
      [rule(`tool: mcp__s__t, when: "input.x.matches('q') && input.n > 500", ${denies}`), wide],
    ],
    [
      'no condition',
      [rule('tool: mcp__s__t, deny: Ask the user.', 'all'), rule(`tool: mcp__s__t, when: input.n > 5, ${denies}`)],
    ],
    ['a budget', [wide, rule(`tool: mcp__s__t, when: input.n > 200, budget: { spend: 1, limit: 3 }, ${denies}`)]],
    [
      'a value of a list',
      [
        rule(`tool: mcp__s__t, when: "input.x in ['p', 'q']", ${denies}`, 'list'),
        rule(`tool: mcp__s__t, when: input.x == 'q', ask: Really do it?`),
      ],
    ],
  ])('%s', async (_what, lines) => {
    expect(await codesOf(rules(...lines))).toEqual(['law/shadowed-rule']);
  });

  it.each([
    ['a lower limit', [wide, rule(`tool: mcp__s__t, when: input.n > 50, ${denies}`)]],
    ['another field', [wide, rule(`tool: mcp__s__t, when: input.m > 500, ${denies}`)]],
    ['more tools', [wide, rule(`tool: [mcp__s__t, mcp__u__t], when: input.n > 500, ${denies}`)]],
    [
      'an input that was rewritten in between',
      [wide, rule('tool: mcp__u__t, rewrite: { q: 1 }', 'r'), rule(`tool: mcp__s__t, when: input.n > 500, ${denies}`)],
    ],
    [
      'a rule that only asks',
      [
        rule('tool: mcp__s__t, when: input.n > 100, ask: Really do it?', 'ask'),
        rule(`tool: mcp__s__t, when: input.n > 500, ask: Really do it twice?`),
      ],
    ],
    [
      'a window of time',
      [
        rule(`tool: mcp__s__t, during: { from: "02:00", to: "04:00", zone: UTC }, ${denies}`, 'night'),
        rule(`tool: mcp__s__t, when: input.n > 5, ${denies}`),
      ],
    ],
    [
      'a budget that may not be spent',
      [
        rule(`tool: mcp__s__t, budget: { spend: 1, limit: 3 }, ${denies}`, 'b'),
        rule(`tool: mcp__s__t, once: input.x, ${denies}`),
      ],
    ],
    ['another event', [wide, rule('tool: mcp__s__t, on: PermissionRequest, when: input.n > 500, deny: Ask the user.')]],
    [
      'a question mark that a star goes beyond',
      [
        rule(`tool: mcp__s__?, when: input.n > 1, ${denies}`, 'q'),
        rule(`tool: mcp__s__*, when: input.n > 5, ${denies}`),
      ],
    ],
  ])('says nothing of: %s', async (_what, lines) => {
    expect(await codesOf(rules(...lines))).toEqual([]);
  });
});

describe('a limit', () => {
  it.each([
    ['0', 'budget: { spend: input.n, limit: 0 }'],
    ['0 as an expression', "budget: { spend: input.n, limit: '0' }"],
    ['less than one call spends', 'budget: { spend: 5, limit: 3 }'],
    ['less than the condition lets a call spend', 'when: input.n > 500, budget: { spend: input.n, limit: 500 }'],
    ['on nothing', 'budget: { spend: 0, limit: 500 }'],
    ['for each call alone', 'budget: { spend: 1, limit: 5, per: event.tool_use_id }'],
  ])('that no call can keep, or none reach: %s', async (_what, more) => {
    const found = await codesOf(rules(rule(`tool: mcp__s__t, ${more}, ${denies}`)));
    expect(found.filter(code => code !== 'law/optional-field')).toEqual(['law/budget-limit']);
  });

  it.each([
    ['just enough', 'budget: { spend: 5, limit: 5 }'],
    ['that a call can keep', 'when: input.n >= 500, budget: { spend: input.n, limit: 500 }'],
    ['of a fact', 'budget: { spend: input.n, limit: context.most }'],
    ['for each order', 'budget: { spend: input.n, limit: 5, per: input.order_id }'],
  ])('says nothing of one %s', async (_what, more) => {
    const fact = 'context: { most: { env: MOST, type: number } }\n';
    expect(await codesOf(`${fact}${rules(rule(`tool: mcp__s__t, ${more}, ${denies}`))}`)).toEqual([]);
  });
});
