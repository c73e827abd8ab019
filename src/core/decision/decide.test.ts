import { describe, expect, it } from 'vitest';
import { call, judge, lawFrom, rules } from '../../../test/support/judge.ts';

const bash = (command: string) => call('Bash', { command });
const deny = (id: string, when: string, more = ''): string =>
  `- { id: ${id}, kind: policy, tool: Bash, when: ${JSON.stringify(when)}, deny: denied by ${id}${more} }`;

describe('a chain of rules', () => {
  it('ends with the first denial: neither later rules nor the tool run', async () => {
    const law = rules(
      [deny('first', "input.command.contains('a')"), deny('second', "input.command.contains('a')")].join('\n'),
    );
    const decision = await judge(law, bash('a'));
    expect(decision.verdict).toBe('deny');
    expect(decision.rule?.id).toBe('first');
    expect(decision.trace.map(step => step.rule.id)).toEqual(['first']);
  });

  it('goes on after an allow: every rule must pass', async () => {
    const law = rules(`- { id: yes, kind: policy, tool: Bash, allow: true }\n${deny('no', 'true')}`);
    expect((await judge(law, bash('a'))).rule?.id).toBe('no');
  });

  it('stays silent without an opinion, so that the prompt of the user is not skipped', async () => {
    const decision = await judge(rules(deny('no', "input.command == 'x'")), bash('a'));
    expect(decision.verdict).toBe('silent');
    expect(decision.message).toBeUndefined();
  });

  it('lets ask beat allow, whatever the order', async () => {
    const ask = '- { id: may-i, kind: policy, tool: Bash, ask: May I }';
    const allow = '- { id: yes, kind: policy, tool: Bash, allow: fine }';
    for (const text of [`${ask}\n${allow}`, `${allow}\n${ask}`]) {
      expect(await judge(rules(text), bash('a'))).toMatchObject({ verdict: 'ask', rule: { id: 'may-i' } });
    }
    expect(await judge(rules(allow), bash('a'))).toMatchObject({ verdict: 'allow' });
  });

  it('runs cheap rules first, and denials before questions at the same cost', async () => {
    const law = rules(
      [
        '- { id: regex, kind: policy, tool: Bash, when: "input.command.matches(\'^[a-z]+$\')", deny: x }',
        '- { id: question, kind: policy, tool: Bash, ask: x }',
        "- { id: field, kind: policy, tool: Bash, when: input.command == 'zzz', deny: x }",
      ].join('\n'),
    );
    const { trace } = await judge(law, bash('abc'));
    expect(trace.map(step => step.rule.id)).toEqual(['field', 'question', 'regex']);
  });

  it('hands each rule the input as earlier rewrites left it', async () => {
    const law = rules(
      [
        '- { id: a, kind: policy, tool: t, rewrite: { n: 1 } }',
        '- { id: b, kind: policy, tool: t, rewrite: { n: "{{ input.n + 1 }}", text: "n was {{ input.n }}" } }',
        '- { id: c, kind: policy, tool: t, when: input.n == 99, deny: x }',
      ].join('\n'),
    );
    const decision = await judge(law, call('t', { n: 99, kept: true }));
    expect(decision.rewrittenInput).toEqual({ n: 2, text: 'n was 1', kept: true });
    expect(decision.verdict).toBe('silent');
  });

  it('judges what stands before a rewrite by the input before it', async () => {
    const law = rules(
      '- { id: c, kind: policy, tool: t, when: input.n == 99, deny: x }\n- { id: a, kind: policy, tool: t, rewrite: { n: 1 } }',
    );
    expect((await judge(law, call('t', { n: 99 }))).rule?.id).toBe('c');
  });

  it('collects the texts of warnings', async () => {
    const law = rules('- { id: w, kind: policy, tool: Bash, warn: Mind the gap. }');
    expect((await judge(law, bash('a'))).warnings).toEqual(['Mind the gap. [rule w]']);
  });

  it('covers a tool that nobody thought of when a rule names none', async () => {
    const law = rules('- { id: all, kind: policy, when: "tool.server == \'brand_new\'", deny: x }');
    expect((await judge(law, call('mcp__brand_new__thing'))).verdict).toBe('deny');
    expect((await judge(law, call('Agent', { prompt: 'p' }))).verdict).toBe('silent');
  });
});

describe('a check that cannot run', () => {
  it.each([
    ['a missing field', call('t', {}), '`amount` is missing'],
    ['a text for a number', call('t', { amount: '2000' }), 'the types do not fit'],
    ['a list for a number', call('t', { amount: [1, 2000] }), 'the types do not fit'],
    ['null for a number', call('t', { amount: null }), 'the types do not fit'],
  ])('denies for %s, says which rule and why, and what to do', async (_what, event, why) => {
    const law = rules('- { id: limit, kind: policy, tool: t, when: input.amount > 500, deny: x }');
    const decision = await judge(law, event);
    expect(decision.verdict).toBe('deny');
    expect(decision.rule?.id).toBe('limit');
    expect(decision.message).toMatch(/^BLOCKED: The rule `limit` could not be checked: /);
    expect(decision.message).toContain(why);
    expect(decision.message).toContain('Correct the input and call again.');
    expect(decision.failure).toContain(why);
  });

  it('does not deny a tool without the field when the rule is for another tool', async () => {
    const law = rules('- { id: limit, kind: policy, tool: t, when: input.amount > 500, deny: x }');
    expect((await judge(law, call('other', {}))).verdict).toBe('silent');
  });

  it('denies only what reads a fact that could not be established', async () => {
    const law = lawFrom(`
hooklaw: 1
context: { tier: { env: TIER, one_of: [free, premium] } }
rules:
  - { id: by-tier, kind: authorization, tool: t, when: "context.tier == 'free'", deny: x }
  - { id: asks-first, kind: authorization, tool: u, when: "has(context.tier) && context.tier == 'free'", deny: x }
  - { id: plain, kind: policy, tool: v, when: input.n > 1, deny: x }
`);
    const denied = await judge(law, call('t'), { env: { TIER: 'gold' } });
    expect(denied.message).toContain('the fact `tier` could not be established');
    expect(denied.message).toContain('none of "free", "premium"');
    expect((await judge(law, call('u'), { env: {} })).verdict).toBe('deny');
    expect((await judge(law, call('v', { n: 1 }), { env: {} })).verdict).toBe('silent');
    expect((await judge(law, call('t'), { env: { TIER: 'premium' } })).verdict).toBe('silent');
  });

  it('disturbs nothing after the fact, and says so in the log', async () => {
    const law = rules('- { id: watch, kind: observation, on: PostToolUse, tool: t, when: result.sum > 5, warn: x }');
    const decision = await judge(law, { ...call('t'), hook_event_name: 'PostToolUse', tool_response: 'no object' });
    expect(decision.verdict).toBe('silent');
    expect(decision.failure).toContain('rule watch');
  });
});

describe('declared inputs', () => {
  const law = lawFrom(`
hooklaw: 1
tools: { 'mcp__s__*': { amount: number } }
rules:
  - { id: first, kind: policy, tool: mcp__s__pay, when: input.amount > 500, deny: x }
`);

  it('are checked before any rule reads them', async () => {
    const decision = await judge(law, call('mcp__s__pay', { amount: '5' }));
    expect(decision.rule?.id).toBe('first');
    expect(decision.message).toContain('`input.amount` must be a number and is a string');
  });

  it('do not stop a tool that no rule concerns', async () => {
    expect((await judge(law, call('mcp__s__other', {}))).verdict).toBe('silent');
  });
});

describe('trusted and claimed data', () => {
  const law = lawFrom(`
hooklaw: 1
context: { user_id: { env: USER_ID } }
rules:
  - { id: own, kind: authorization, tool: lookup, when: input.user_id != context.user_id, deny: Only your own account. }
`);

  it('compares what the model says with what our own side established', async () => {
    const env = { USER_ID: 'u_004' };
    expect((await judge(law, call('lookup', { user_id: 'u_999' }), { env })).rule?.id).toBe('own');
    expect((await judge(law, call('lookup', { user_id: 'u_004' }), { env })).verdict).toBe('silent');
  });

  it.each([[7], [' 7'], [['7']], [null], [true]])('never takes %j for the text 7', async user_id => {
    expect((await judge(law, call('lookup', { user_id }), { env: { USER_ID: '7' } })).verdict).toBe('deny');
  });

  it('cannot be talked into another context by the input', async () => {
    const input = { user_id: 'u_999', context: { user_id: 'u_999' }, 'context.user_id': 'u_999' };
    expect((await judge(law, call('lookup', input), { env: { USER_ID: 'u_004' } })).verdict).toBe('deny');
  });
});

describe('layers', () => {
  const strict = lawFrom(
    `
hooklaw: 1
rules:
  - { id: managed-limit, kind: policy, tool: pay, when: input.amount > 500, deny: Managed. }
`,
    'managed',
  );

  it('are all in force together', async () => {
    const project = rules('- { id: small, kind: policy, tool: pay, when: input.amount > 50, deny: Project. }');
    expect((await judge([strict, project], call('pay', { amount: 60 }))).rule?.id).toBe('small');
    expect((await judge([strict, project], call('pay', { amount: 40 }))).verdict).toBe('silent');
  });

  it('do not let a lower layer weaken a higher one by a rewrite', async () => {
    const project = lawFrom(
      'hooklaw: 1\nrules: [{ id: up, kind: policy, tool: pay, rewrite: { amount: 9000 } }]',
      'project',
    );
    expect((await judge([strict, project], call('pay', { amount: 5 }))).rule?.id).toBe('managed-limit');
  });

  it('let an untrusted project tighten only', async () => {
    const text = `
hooklaw: 1
rules:
  - { id: yes, kind: policy, tool: pay, allow: true }
  - { id: change, kind: policy, tool: pay, rewrite: { amount: 1 } }
  - { id: no, kind: policy, tool: pay, when: input.amount == 7, deny: x }
`;
    const untrusted = lawFrom(text, 'project', false);
    const decision = await judge(untrusted, call('pay', { amount: 5 }));
    expect(decision.verdict).toBe('silent');
    expect(decision.rewrittenInput).toBeUndefined();
    expect(decision.trace.filter(step => step.outcome === 'ignored').map(step => step.rule.id)).toEqual([
      'yes',
      'change',
    ]);
    expect((await judge(untrusted, call('pay', { amount: 7 }))).verdict).toBe('deny');
    expect(await judge(lawFrom(text, 'project', true), call('pay', { amount: 5 }))).toMatchObject({
      verdict: 'allow',
      rewrittenInput: { amount: 1 },
    });
  });

  it('let the highest definition of a fact hold', async () => {
    const managed = lawFrom(
      'hooklaw: 1\ncontext: { tier: free }\nrules: [{ id: m, kind: authorization, tool: t, when: "context.tier == \'free\'", deny: x }]',
      'managed',
    );
    const project = lawFrom(
      'hooklaw: 1\ncontext: { tier: premium }\nrules: [{ id: p, kind: policy, tool: other, deny: x }]',
      'project',
    );
    expect((await judge([project, managed], call('t'))).rule?.id).toBe('m');
  });
});

describe('a refusal', () => {
  const law = lawFrom(`
hooklaw: 1
context: { user_id: { env: USER_ID } }
rules:
  - id: refund-limit
    kind: policy
    tool: refund
    when: input.amount > 500
    deny: "Over $500: {{ input.amount }} was asked."
    instead: Tell the customer that a teammate will decide.
    handoff:
      tool: escalate
      with: { customer_id: "{{ context.user_id }}", amount: "{{ input.amount }}", note: "asked {{ input.amount }}", list: ["{{ tool.name }}"] }
`);

  it('starts with the marker, tells why and what instead, and hands over with typed values', async () => {
    const decision = await judge(law, call('refund', { amount: 2000 }), { env: { USER_ID: 'u_004' } });
    expect(decision.message).toBe(
      'BLOCKED: Over $500: 2000 was asked. Tell the customer that a teammate will decide. To hand over to a person, call escalate with this input: {"customer_id":"u_004","amount":2000,"note":"asked 2000","list":["refund"]} [rule refund-limit]',
    );
  });

  it('stands even where a part of its text cannot be worked out', async () => {
    const decision = await judge(law, call('refund', { amount: 2000 }));
    expect(decision.verdict).toBe('deny');
    expect(decision.rule?.id).toBe('refund-limit');
    expect(decision.failure).toBeUndefined();
    expect(decision.message).toContain('"customer_id":null');
  });
});

describe('Stop', () => {
  const law = rules('- { id: tests-first, kind: policy, on: Stop, block: Run the tests first. }');

  it('is held up by a block, but never twice', async () => {
    expect(await judge(law, { hook_event_name: 'Stop', stop_hook_active: false })).toMatchObject({ verdict: 'block' });
    expect(await judge(law, { hook_event_name: 'Stop', stop_hook_active: true })).toMatchObject({ verdict: 'silent' });
  });
});

describe('fields of the event', () => {
  it('do not show the input under another name', async () => {
    const law = rules('- { id: x, kind: policy, when: "has(event.tool_input)", deny: x }');
    expect((await judge(law, bash('a'))).verdict).toBe('silent');
  });

  it('tell a subagent from the main thread', async () => {
    const law = rules('- { id: x, kind: policy, when: "has(event.agent_id)", deny: x }');
    expect((await judge(law, { ...bash('a'), agent_id: 'a1' })).verdict).toBe('deny');
    expect((await judge(law, bash('a'))).verdict).toBe('silent');
  });
});
