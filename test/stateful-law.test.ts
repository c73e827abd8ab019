import { describe, expect, it } from 'vitest';
import { MemoryStateStore } from '../src/adapters/memory-state-store.ts';
import { tryCall } from '../src/commands/try-call.ts';
import { createFixedSurroundings } from '../src/core/analysis/fixed-surroundings.ts';
import type { LawInForce } from '../src/core/decision/decide.ts';
import type { Decision } from '../src/core/decision/decision.ts';
import { defaultEventLimits, readEvent } from '../src/core/event/read-event.ts';
import type { JsonValue } from '../src/core/json/json-value.ts';
import { compileLaw } from '../src/core/law/compile.ts';
import { noPacks } from '../src/core/law/packs/pack.ts';
import { LawError } from '../src/core/problem/problem.ts';
import { StateError, type StateStore } from '../src/ports/state-store.ts';
import { judge, lawFrom, rules } from './support/judge.ts';

const ground = { judgeRegex: () => undefined, packs: noPacks };

const noon = '2026-11-25T12:00:00Z';

/** A session at a support desk, with a memory of its own. */
class Desk {
  readonly #law: LawInForce | readonly LawInForce[];
  readonly store: StateStore;
  readonly #context: Record<string, JsonValue>;
  #calls = 0;
  now = noon;
  session = 's-1';

  constructor(
    law: LawInForce | readonly LawInForce[],
    context: Record<string, JsonValue> = {},
    store: StateStore = new MemoryStateStore(),
  ) {
    this.#law = law;
    this.#context = context;
    this.store = store;
  }

  judge(on: string, fields: { readonly [name: string]: unknown }): Promise<Decision> {
    return judge(
      this.#law,
      { hook_event_name: on, session_id: this.session, ...fields },
      { context: this.#context, now: this.now, store: this.store },
    );
  }

  ask(tool: string, input: { readonly [name: string]: JsonValue }, id = `toolu_${++this.#calls}`): Promise<Decision> {
    return this.judge('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: id });
  }

  /** Asks, and lets the call run when nothing speaks against it. */
  async call(
    tool: string,
    input: { readonly [name: string]: JsonValue },
    result: JsonValue = { ok: true },
  ): Promise<Decision> {
    const id = `toolu_${++this.#calls}`;
    const decision = await this.ask(tool, input, id);
    if (decision.verdict === 'deny') return decision;
    const response = [{ type: 'text', text: JSON.stringify(result) }];
    await this.judge('PostToolUse', { tool_name: tool, tool_input: input, tool_use_id: id, tool_response: response });
    return decision;
  }

  /** Asks, and lets the call fail. */
  async fail(tool: string, input: { readonly [name: string]: JsonValue }, more: object = {}): Promise<Decision> {
    const id = `toolu_${++this.#calls}`;
    const decision = await this.ask(tool, input, id);
    await this.judge('PostToolUseFailure', {
      tool_name: tool,
      tool_input: input,
      tool_use_id: id,
      error: 'no',
      ...more,
    });
    return decision;
  }
}

const refund = 'mcp__support__refund_customer';
const verify = 'mcp__support__verify_identity';

const budget = (more = ''): LawInForce =>
  rules(`
- id: daily
  kind: policy
  tool: ${refund}
  budget: { spend: input.amount, limit: 500, per: input.order_id, window: 24h${more} }
  deny: Too much for one order.
  instead: Hand over to a person.
`);

describe('a budget', () => {
  it('adds up what was spent, and says so when it denies', async () => {
    const desk = new Desk(budget());
    expect((await desk.call(refund, { order_id: 'o1', amount: 200 })).verdict).toBe('silent');
    expect((await desk.call(refund, { order_id: 'o1', amount: 200 })).verdict).toBe('silent');
    const third = await desk.call(refund, { order_id: 'o1', amount: 200 });
    expect(third).toMatchObject({
      verdict: 'deny',
      rule: { id: 'daily' },
      message:
        'BLOCKED: Too much for one order. 400 of 500 is spent in the last day, and this call would add 200. Hand over to a person. [rule daily]',
    });
    expect((await desk.call(refund, { order_id: 'o2', amount: 500 })).verdict).toBe('silent');
    expect((await desk.call(refund, { order_id: 'o1', amount: 100 })).verdict).toBe('silent');
  });

  it('counts a call that has not reported yet', async () => {
    const desk = new Desk(budget());
    await desk.ask(refund, { order_id: 'o1', amount: 300 });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 300 })).verdict).toBe('deny');
  });

  it('lets only one of two calls through that are asked for together', async () => {
    const desk = new Desk(budget());
    const both = await Promise.all([1, 2].map(() => desk.ask(refund, { order_id: 'o1', amount: 300 })));
    expect(both.map(({ verdict }) => verdict).sort()).toEqual(['deny', 'silent']);
  });

  it('counts calls of other sessions, too', async () => {
    const desk = new Desk(budget());
    await desk.call(refund, { order_id: 'o1', amount: 300 });
    desk.session = 's-2';
    expect((await desk.ask(refund, { order_id: 'o1', amount: 300 })).verdict).toBe('deny');
  });

  it('gives back what a failed call reserved, and what one gave back that another hook stopped', async () => {
    const desk = new Desk(budget());
    await desk.fail(refund, { order_id: 'o1', amount: 400 });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 400 }, 'toolu_x')).verdict).toBe('silent');
    await desk.judge('PermissionDenied', {
      tool_name: refund,
      tool_input: { order_id: 'o1', amount: 400 },
      tool_use_id: 'toolu_x',
      reason: 'another hook',
    });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 400 })).verdict).toBe('silent');
    expect((await desk.ask(refund, { order_id: 'o1', amount: 400 })).verdict).toBe('deny');
  });

  it('gives back at the end of the batch what a call reserved that the client says was denied, and nothing else', async () => {
    const input = { order_id: 'o1', amount: 100 };
    const desk = new Desk(budget());
    const responses: readonly JsonValue[] = [
      `PreToolUse:${refund} hook error: not today`,
      `Claude requested permissions to use ${refund}, but you haven't granted it yet.`,
      'Connection closed',
      [{ type: 'text', text: `PreToolUse:${refund} hook error: not today` }],
    ];
    for (const at of responses.keys()) await desk.ask(refund, input, `toolu_b${at}`);
    await desk.judge('PostToolBatch', {
      tool_calls: [
        ...responses.map((tool_response, at) => ({
          tool_name: refund,
          tool_input: input,
          tool_use_id: `toolu_b${at}`,
          tool_response,
        })),
        'no call',
        { tool_name: 'Bash', tool_input: {}, tool_use_id: 'toolu_x', tool_response: 'PreToolUse:Bash hook error: no' },
      ],
    });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 301 })).message).toContain('200 of 500 is spent');
    expect((await desk.ask(refund, { order_id: 'o1', amount: 300 })).verdict).toBe('silent');
  });

  it('does not give back at the end of the batch what a call spent that has reported', async () => {
    const desk = new Desk(budget());
    const fields = { tool_name: refund, tool_input: { order_id: 'o1', amount: 500 }, tool_use_id: 'toolu_r' };
    const imitation = `PreToolUse:${refund} hook error: not today`;
    await desk.judge('PreToolUse', fields);
    await desk.judge('PostToolUse', { ...fields, tool_response: imitation });
    await desk.judge('PostToolBatch', { tool_calls: [{ ...fields, tool_response: imitation }] });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 1 })).verdict).toBe('deny');
  });

  it('counts a call as spent that reports after its batch', async () => {
    const desk = new Desk(budget());
    const fields = { tool_name: refund, tool_input: { order_id: 'o1', amount: 500 }, tool_use_id: 'toolu_r' };
    const denial = `PreToolUse:${refund} hook error: not today`;
    await desk.judge('PreToolUse', fields);
    await desk.judge('PostToolBatch', { tool_calls: [{ ...fields, tool_response: denial }] });
    await desk.judge('PostToolUse', { ...fields, tool_response: [{ type: 'text', text: '{}' }] });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 1 })).verdict).toBe('deny');
  });

  it('opens no memory at the end of a batch in which nothing that counts was denied', async () => {
    const law = budget();
    let opened = 0;
    const judgeBatch = async (...calls: readonly object[]): Promise<void> => {
      const fields = { hook_event_name: 'PostToolBatch', session_id: 's', cwd: '/p', tool_calls: calls };
      await tryCall({
        event: readEvent(new TextEncoder().encode(JSON.stringify(fields)), undefined, defaultEventLimits),
        laws: [law],
        context: {},
        now: undefined,
        sources: undefined,
        surroundings: createFixedSurroundings(),
        state: () => {
          opened += 1;
          return Promise.resolve(new MemoryStateStore());
        },
      });
    };
    await judgeBatch();
    await judgeBatch({ tool_name: 'Bash', tool_use_id: 't', tool_response: 'PreToolUse:Bash hook error: no' });
    await judgeBatch({ tool_name: refund, tool_use_id: 't', tool_response: [{ type: 'text', text: '{"ok":true}' }] });
    expect(opened).toBe(0);
    await judgeBatch({ tool_name: refund, tool_use_id: 't', tool_response: `PreToolUse:${refund} hook error: no` });
    expect(opened).toBe(1);
  });

  describe('where another hook or a person has changed the input after the verdict', () => {
    const ran = (desk: Desk, asked: object, actual: object): Promise<unknown> =>
      desk.judge('PreToolUse', { tool_name: refund, tool_input: asked, tool_use_id: 'toolu_c' }).then(() =>
        desk.judge('PostToolUse', {
          tool_name: refund,
          tool_input: actual,
          tool_use_id: 'toolu_c',
          tool_response: '',
        }),
      );

    it('counts the larger of what was judged and what ran', async () => {
      for (const [judged, actual] of [
        [200, 450],
        [450, 200],
        [450, 450],
      ]) {
        const desk = new Desk(budget());
        await ran(desk, { order_id: 'o1', amount: judged }, { order_id: 'o1', amount: actual });
        const [kept, second] = await desk.store.listReservations('all', 10);
        expect(kept).toMatchObject({ amount: '450', status: 'confirmed' });
        expect(second).toBeUndefined();
        expect((await desk.ask(refund, { order_id: 'o1', amount: 51 })).message).toContain('450 of 500 is spent');
        expect((await desk.ask(refund, { order_id: 'o1', amount: 50 })).verdict).toBe('silent');
      }
    });

    it('counts what ran even where no rule would have let it pass', async () => {
      const desk = new Desk([
        budget(),
        rules(`- { id: limit, kind: policy, tool: ${refund}, when: input.amount > 300, deny: Too much. }`),
      ]);
      await ran(desk, { order_id: 'o1', amount: 100 }, { order_id: 'o1', amount: 900 });
      expect((await desk.ask(refund, { order_id: 'o1', amount: 1 })).message).toContain('900 of 500 is spent');
    });

    it('counts on the account of what ran, and keeps what was judged on its own', async () => {
      const desk = new Desk(
        rules(`- { id: once, kind: policy, tool: ${refund}, once: input.order_id, deny: Refunded already. }`),
      );
      await ran(desk, { order_id: 'o1' }, { order_id: 'o2' });
      const kept = await desk.store.listReservations('all', 10);
      expect(kept.map(({ account, status }) => [account.key, status]).sort()).toEqual([
        ['["o1"]', 'confirmed'],
        ['["o2"]', 'confirmed'],
      ]);
      expect((await desk.ask(refund, { order_id: 'o2' })).verdict).toBe('deny');
    });

    it('keeps what was judged where the amount that ran cannot be told', async () => {
      const desk = new Desk(budget());
      await ran(desk, { order_id: 'o1', amount: 200 }, { order_id: 'o1', amount: 'much' });
      expect((await desk.ask(refund, { order_id: 'o1', amount: 301 })).message).toContain('200 of 500 is spent');
    });

    it('reads the facts and the earlier calls that the rule reads', async () => {
      const law = lawFrom(`
hooklaw: 1
context: { org: { env: ORG } }
rules:
  - id: after-a-look
    kind: policy
    tool: ${refund}
    when: session.succeeded('${verify}') && session.failed('Bash')
    budget: { spend: "input.amount * 2.0", limit: 1000, per: context.org, window: 24h }
    deny: Enough.
`);
      const desk = new Desk(law, { org: 'acme' });
      await desk.call(verify, {});
      await desk.fail('Bash', { command: 'ls' });
      await ran(desk, { amount: 100 }, { amount: 300 });
      expect((await desk.ask(refund, { amount: 201 })).message).toContain('600 of 1000 is spent');
    });

    it('counts once what two entries of the settings report', async () => {
      const store = new MemoryStateStore();
      const second: StateStore = {
        ...store,
        transact: (call, now, first, work) => store.transact({ ...call, via: `2 ${call.via}` }, now, first, work),
      };
      const asked = { tool_name: refund, tool_input: { order_id: 'o1', amount: 100 }, tool_use_id: 'toolu_c' };
      const actual = { ...asked, tool_input: { order_id: 'o1', amount: 150 }, tool_response: '' };
      const desks = [store, second].map(its => new Desk(budget(), {}, its));
      for (const desk of desks) expect((await desk.judge('PreToolUse', asked)).verdict).toBe('silent');
      for (const desk of desks) await desk.judge('PostToolUse', actual);
      expect((await desks[0]?.ask(refund, { order_id: 'o1', amount: 351 }))?.message).toContain('150 of 500 is spent');
    });
  });

  it('keeps what a call reserved whose outcome nobody knows', async () => {
    for (const [error, verdict] of [
      ['MCP server "support" tool "refund_customer" timed out after 2s', 'deny'],
      ['Connection closed', 'deny'],
      ['refused by the bank', 'silent'],
    ] as const) {
      const desk = new Desk(budget());
      await desk.fail(refund, { order_id: 'o1', amount: 400 }, { error });
      expect((await desk.ask(refund, { order_id: 'o1', amount: 400 })).verdict).toBe(verdict);
    }
  });

  it('counts a command that ran, whatever exit code the model let it end with', async () => {
    const desk = new Desk(
      rules(`
- id: one-mail
  kind: policy
  tool: Bash
  when: input.command.startsWith('sendmail ')
  budget: { spend: 1, limit: 1, window: 1h }
  deny: One mail an hour.
`),
    );
    await desk.fail('Bash', { command: 'sendmail bob; exit 1' }, { error: 'Exit code 1' });
    expect((await desk.ask('Bash', { command: 'sendmail bob; exit 1' })).verdict).toBe('deny');
  });

  it('keeps what an interrupted call reserved, since it may have done its work', async () => {
    const desk = new Desk(budget());
    await desk.fail(refund, { order_id: 'o1', amount: 400 }, { is_interrupt: true });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 400 })).verdict).toBe('deny');
  });

  it('finds the reservation of a call without an id by its tool and input', async () => {
    const desk = new Desk(budget());
    const fields = { tool_name: refund, tool_input: { order_id: 'o1', amount: 400 } };
    expect((await desk.judge('PreToolUse', fields)).verdict).toBe('silent');
    expect((await desk.judge('PreToolUse', fields)).verdict).toBe('deny');
    await desk.judge('PostToolUseFailure', { ...fields, error: 'no' });
    expect((await desk.judge('PreToolUse', fields)).verdict).toBe('silent');
  });

  it('does not take the same call for the same spending when one and the same entry asks for it twice', async () => {
    const desk = new Desk(budget());
    await desk.ask(refund, { order_id: 'o1', amount: 300 }, 'toolu_1');
    expect((await desk.ask(refund, { order_id: 'o1', amount: 300 }, 'toolu_1')).verdict).toBe('deny');
  });

  it('reads the answer of an MCP tool with structuredContent, which the client hands over as a text', async () => {
    const desk = new Desk(
      rules(
        `- { id: r, kind: policy, tool: ${refund}, requires: { tool: mcp__s__verify, where: result.ok }, deny: verify }`,
      ),
    );
    const call = { tool_name: 'mcp__s__verify', tool_input: {}, tool_response: '{"ok":true}' };
    await desk.judge('PostToolUse', call);
    expect((await desk.ask(refund, { order_id: 'o1' })).verdict).toBe('silent');
  });

  it('counts a call once, however often its end is reported', async () => {
    const desk = new Desk(budget());
    await desk.ask(refund, { order_id: 'o1', amount: 200 }, 'toolu_1');
    const over = { tool_name: refund, tool_input: { order_id: 'o1', amount: 200 }, tool_use_id: 'toolu_1' };
    for (let times = 0; times < 3; times++) await desk.judge('PostToolUse', { ...over, tool_response: [] });
    expect((await desk.ask(refund, { order_id: 'o1', amount: 300 }, 'toolu_2')).verdict).toBe('silent');
  });

  it('slides: what is older than the window counts no longer, to the millisecond', async () => {
    const desk = new Desk(budget());
    await desk.call(refund, { order_id: 'o1', amount: 500 });
    desk.now = '2026-11-26T11:59:59.999Z';
    expect((await desk.ask(refund, { order_id: 'o1', amount: 1 })).verdict).toBe('deny');
    desk.now = '2026-11-26T12:00:00Z';
    expect((await desk.ask(refund, { order_id: 'o1', amount: 500 })).verdict).toBe('silent');
  });

  it('forgets a call that never reported only where the law says so', async () => {
    for (const [law, expected] of [
      [budget(), 'deny'],
      [budget(', release_after: 10m'), 'silent'],
    ] as const) {
      const desk = new Desk(law);
      await desk.ask(refund, { order_id: 'o1', amount: 400 });
      desk.now = '2026-11-25T12:09:59Z';
      expect((await desk.ask(refund, { order_id: 'o1', amount: 400 })).verdict).toBe('deny');
      desk.now = '2026-11-25T12:10:00Z';
      expect((await desk.ask(refund, { order_id: 'o1', amount: 400 })).verdict).toBe(expected);
    }
  });

  it('does not forget what ran, whatever the clock says', async () => {
    const desk = new Desk(budget());
    await desk.call(refund, { order_id: 'o1', amount: 500 });
    desk.now = '2026-11-20T00:00:00Z';
    expect((await desk.ask(refund, { order_id: 'o1', amount: 1 })).verdict).toBe('deny');
  });

  it.each([
    ['a text', '200'],
    ['a list', [200]],
    ['nothing', null],
    ['true', true],
    ['less than nothing', -1],
    ['too much for any account', 1e300],
  ])('denies an amount that is %s', async (_what, amount) => {
    const desk = new Desk(budget());
    const decision = await desk.ask(refund, { order_id: 'o1', amount });
    expect(decision).toMatchObject({ verdict: 'deny', rule: { id: 'daily' } });
    expect(decision.message).toContain('could not be checked');
  });

  it('denies a call without the amount or without the key', async () => {
    const desk = new Desk(budget());
    expect((await desk.ask(refund, { order_id: 'o1' })).message).toContain('`input.amount` is missing');
    expect((await desk.ask(refund, { amount: 1 })).message).toContain('`input.order_id` is missing');
    expect((await desk.ask(refund, { amount: 1, order_id: '  ' })).message).toContain('is empty');
  });

  it('counts tenths exactly', async () => {
    const desk = new Desk(
      rules(`
- id: tenths
  kind: policy
  tool: ${refund}
  budget: { spend: input.amount, limit: 0.3, window: session }
  deny: Enough.
`),
    );
    for (const verdict of ['silent', 'silent', 'silent', 'deny']) {
      expect((await desk.call(refund, { amount: 0.1 })).verdict).toBe(verdict);
    }
    desk.session = 's-2';
    expect((await desk.call(refund, { amount: 0.3 })).verdict).toBe('silent');
  });

  it('keeps currencies apart, and denies one that has no limit', async () => {
    const desk = new Desk(
      rules(`
- id: per-currency
  kind: policy
  tool: ${refund}
  budget:
    spend: input.amount
    limit: "{'USD': 500.0, 'EUR': 450.0}[input.currency]"
    per: input.currency
    window: day
    zone: UTC
  deny: The day's limit is reached.
`),
    );
    expect((await desk.call(refund, { amount: 500, currency: 'USD' })).verdict).toBe('silent');
    expect((await desk.call(refund, { amount: 450, currency: 'EUR' })).verdict).toBe('silent');
    expect((await desk.call(refund, { amount: 1, currency: 'EUR' })).verdict).toBe('deny');
    expect((await desk.call(refund, { amount: 1, currency: 'JPY' })).message).toContain('could not be checked');
  });

  it('begins anew with the week of its zone', async () => {
    const desk = new Desk(
      rules(`
- id: weekly
  kind: policy
  tool: ${refund}
  budget: { spend: input.amount, limit: 2000, per: input.org, window: week, zone: Asia/Tokyo }
  deny: The weekly budget is spent.
`),
    );
    desk.now = '2026-11-29T14:59:59Z';
    await desk.call(refund, { amount: 2000, org: 'acme' });
    expect((await desk.ask(refund, { amount: 1, org: 'acme' })).message).toContain('2000 of 2000 is spent this week');
    desk.now = '2026-11-29T15:00:00Z';
    expect((await desk.ask(refund, { amount: 2000, org: 'acme' })).verdict).toBe('silent');
  });

  it('counts uses: a rate limit is a budget that spends 1', async () => {
    const desk = new Desk(
      rules(`
- id: three-an-hour
  kind: policy
  tool: mcp__mail__*
  budget: { spend: 1, limit: 3, window: 1h }
  deny: Three mails an hour are enough.
`),
    );
    for (const verdict of ['silent', 'silent', 'silent', 'deny']) {
      expect((await desk.call('mcp__mail__send', { to: 'a' })).verdict).toBe(verdict);
    }
  });

  it('reserves nothing when another rule denies the call, before or after it', async () => {
    const daily = `
  - id: daily
    kind: policy
    tool: ${refund}
    budget: { spend: input.amount, limit: 500, window: 24h }
    deny: Enough.`;
    const stranger = `
  - id: no-strangers
    kind: policy
    tool: ${refund}
    when: input.note == 'stranger'
    deny: Not for strangers.`;
    const laws = [
      lawFrom(`hooklaw: 1\nrules:${daily}${stranger.replace("'stranger'", "'foe'")}`),
      lawFrom(`hooklaw: 1\nrules:${stranger}`, 'managed'),
    ];
    const desk = new Desk(laws);
    await desk.call(refund, { amount: 500, note: 'foe' });
    await desk.call(refund, { amount: 500, note: 'stranger' });
    expect((await desk.call(refund, { amount: 500, note: 'friend' })).verdict).toBe('silent');
    expect((await desk.call(refund, { amount: 1, note: 'friend' })).verdict).toBe('deny');
  });

  it('counts once what an approved law and its change both count, and the stricter of the two decides', async () => {
    const of = (limit: number, trusted: boolean): LawInForce =>
      lawFrom(
        `hooklaw: 1\nrules:\n  - { id: day, kind: policy, tool: ${refund}, budget: { spend: input.amount, limit: ${limit}, window: 24h }, deny: Enough. }`,
        'project',
        trusted,
      );
    const desk = new Desk([of(500, true), of(900, false)]);
    expect((await desk.call(refund, { amount: 250 })).verdict).toBe('silent');
    expect((await desk.call(refund, { amount: 250 })).verdict).toBe('silent');
    expect((await desk.call(refund, { amount: 1 })).verdict).toBe('deny');
  });

  it('asks instead, where its effect is to ask, and counts what was asked for', async () => {
    const desk = new Desk(
      rules(`
- id: ask-above
  kind: policy
  tool: ${refund}
  budget: { spend: input.amount, limit: 100, window: 24h }
  ask: More than usual.
`),
    );
    expect((await desk.call(refund, { amount: 150 })).verdict).toBe('ask');
    expect((await desk.ask(refund, { amount: 1 })).message).toContain('150 of 100 is spent');
  });

  it('denies when the state cannot be had; a rule that denies anyway keeps its own reason, and others are not concerned', async () => {
    const broken: StateStore = {
      ...new MemoryStateStore(),
      now: () => Promise.reject(new StateError('the disk is gone')),
    };
    const law = rules(`
- id: daily
  kind: policy
  tool: ${refund}
  when: input.amount > 0
  budget: { spend: input.amount, limit: 500, window: 24h }
  deny: Enough.
- id: large
  kind: policy
  tool: ${refund}
  when: input.amount > 1000
  deny: Far too much.
`);
    const desk = new Desk(law, {}, broken);
    expect((await desk.ask(refund, { amount: 1 })).message).toContain(
      '`daily` could not be checked: the memory of earlier calls cannot be used (the disk is gone)',
    );
    expect((await desk.ask(refund, { amount: 2000 })).message).toContain('Far too much');
    expect((await desk.ask(refund, { amount: 0 })).verdict).toBe('silent');
    expect((await desk.ask('Bash', { command: 'ls' })).verdict).toBe('silent');
  });
});

describe('once', () => {
  const law = (once: string): LawInForce =>
    rules(`
- id: one-refund-per-order
  kind: policy
  tool: ${refund}
  once: ${once}
  deny: This order has been refunded already.
`);

  it('lets a key through once, and again when the call failed', async () => {
    const desk = new Desk(law('input.order_id'));
    await desk.fail(refund, { order_id: 'A-1' });
    expect((await desk.call(refund, { order_id: 'A-1' })).verdict).toBe('silent');
    expect((await desk.call(refund, { order_id: 'A-1' })).message).toBe(
      'BLOCKED: This order has been refunded already. [rule one-refund-per-order]',
    );
    expect((await desk.call(refund, { order_id: 'A-2' })).verdict).toBe('silent');
  });

  it('takes a number for its text, and spaces around a key for nothing', async () => {
    const desk = new Desk(law('input.order_id'));
    await desk.call(refund, { order_id: 7 });
    expect((await desk.call(refund, { order_id: '7' })).verdict).toBe('deny');
    expect((await desk.call(refund, { order_id: ' 7\n' })).verdict).toBe('deny');
  });

  it('can hold for a session, or for a time', async () => {
    const session = new Desk(law('{ key: input.order_id, scope: session }'));
    await session.call(refund, { order_id: 'A-1' });
    expect((await session.ask(refund, { order_id: 'A-1' })).verdict).toBe('deny');
    session.session = 's-2';
    expect((await session.ask(refund, { order_id: 'A-1' })).verdict).toBe('silent');
    const hour = new Desk(law('{ key: [input.order_id, input.amount], window: 1h }'));
    await hour.call(refund, { order_id: 'A-1', amount: 1 });
    expect((await hour.ask(refund, { order_id: 'A-1', amount: 2 })).verdict).toBe('silent');
    expect((await hour.ask(refund, { order_id: 'A-1', amount: 1 })).verdict).toBe('deny');
    hour.now = '2026-11-25T13:00:00Z';
    expect((await hour.ask(refund, { order_id: 'A-1', amount: 1 })).verdict).toBe('silent');
  });
});

describe('requires', () => {
  const law = (more = ''): LawInForce =>
    lawFrom(`
hooklaw: 1
context:
  user_id: { env: SUPPORT_USER_ID }
rules:
  - id: identity-first
    kind: authorization
    tool: ${refund}
    requires: { tool: ${verify}, where: result.verified && call.customer_id == context.user_id${more} }
    deny: The customer's identity is not verified yet.
    instead: Call verify_identity first.
`);
  const context = { user_id: 'u_004' };

  it('denies until the right call has succeeded in this session', async () => {
    const desk = new Desk(law(), context);
    const refused = await desk.ask(refund, { amount: 1 });
    expect(refused.message).toBe(
      "BLOCKED: The customer's identity is not verified yet. Call verify_identity first. [rule identity-first]",
    );
    await desk.call(verify, { customer_id: 'u_999' }, { verified: true });
    await desk.call(verify, { customer_id: 'u_004' }, { verified: false });
    await desk.call(verify, { customer_id: 'u_004' }, 'yes');
    await desk.fail(verify, { customer_id: 'u_004' });
    expect((await desk.ask(refund, { amount: 1 })).verdict).toBe('deny');
    await desk.call(verify, { customer_id: 'u_004' }, { verified: true });
    expect((await desk.ask(refund, { amount: 1 })).verdict).toBe('silent');
    desk.session = 's-2';
    expect((await desk.ask(refund, { amount: 1 })).verdict).toBe('deny');
  });

  it('does not take an answer that says of itself that it is an error for a success', async () => {
    const desk = new Desk(
      rules(`
- id: first
  kind: policy
  tool: ${refund}
  requires: { tool: ${verify} }
  deny: Verify first.
`),
    );
    await desk.judge('PostToolUse', {
      tool_name: verify,
      tool_input: {},
      tool_use_id: 't',
      tool_response: { isError: true, content: [] },
    });
    expect((await desk.ask(refund, {})).verdict).toBe('deny');
  });

  it('denies when the success is too old, and says so', async () => {
    const desk = new Desk(law(', within: 15m'), context);
    await desk.call(verify, { customer_id: 'u_004' }, { verified: true });
    desk.now = '2026-11-25T12:15:00Z';
    expect((await desk.ask(refund, { amount: 1 })).verdict).toBe('silent');
    desk.now = '2026-11-25T12:16:00Z';
    expect((await desk.ask(refund, { amount: 1 })).message).toContain('but not in the last 15 minutes');
  });

  it('says of a success that is too old by what it is measured, whatever the unit', async () => {
    const desk = new Desk(law(', within: 1h'), context);
    await desk.call(verify, { customer_id: 'u_004' }, { verified: true });
    desk.now = '2026-11-25T14:00:00Z';
    expect((await desk.ask(refund, { amount: 1 })).message).toContain('but not in the last hour.');
  });

  it('does not count a success of the future, which a clock that was set back makes of one', async () => {
    const desk = new Desk(law(', within: 15m'), context);
    await desk.call(verify, { customer_id: 'u_004' }, { verified: true });
    desk.now = '2026-11-25T11:00:00Z';
    expect((await desk.ask(refund, { amount: 1 })).verdict).toBe('deny');
  });

  it('can ask for several', async () => {
    const desk = new Desk(
      rules(`
- id: two-eyes
  kind: policy
  tool: mcp__ops__deploy
  requires: { tool: "mcp__review__*", times: 2 }
  deny: Two reviews come first.
`),
    );
    await desk.call('mcp__review__approve', {});
    expect((await desk.ask('mcp__ops__deploy', {})).message).toContain('1 of 2 calls');
    await desk.call('mcp__review__check', {});
    expect((await desk.ask('mcp__ops__deploy', {})).verdict).toBe('silent');
  });

  it('denies an event without a session', async () => {
    const desk = new Desk(law(), context);
    const decision = await desk.judge('PreToolUse', { session_id: undefined, tool_name: refund, tool_input: {} });
    expect(decision.message).toContain('names no session');
  });
});

describe('session in expressions', () => {
  const stop = rules(`
- id: tests-first
  kind: policy
  on: Stop
  when: "!session.succeeded('Bash', c, c.input.command.startsWith('npm test'))"
  block: Run the tests first.
`);

  it('keeps a session from ending until the tests have run, and never twice in a row', async () => {
    const desk = new Desk(stop);
    expect((await desk.judge('Stop', { stop_hook_active: false })).verdict).toBe('block');
    expect((await desk.judge('Stop', { stop_hook_active: true })).verdict).toBe('silent');
    await desk.call('Bash', { command: 'npm install' });
    await desk.fail('Bash', { command: 'npm test' });
    expect((await desk.judge('Stop', { stop_hook_active: false })).verdict).toBe('block');
    await desk.call('Bash', { command: 'npm test -- --run' });
    expect((await desk.judge('Stop', { stop_hook_active: false })).verdict).toBe('silent');
  });

  it('tells of failures and denials, and counts them', async () => {
    const desk = new Desk(
      rules(`
- id: no-rm
  kind: policy
  tool: Bash
  when: input.command.startsWith('rm ')
  deny: No deleting.
- id: enough-failures
  kind: policy
  tool: Bash
  when: size(session.calls('failed', 'Bash')) >= 2
  deny: It has failed twice.
- id: after-a-denial
  kind: policy
  tool: WebFetch
  when: session.denied('Bash') || session.failed('Bash', c, c.input.command == 'make')
  ask: Something was denied in this session.
`),
    );
    expect((await desk.ask('WebFetch', { url: 'https://a.example', prompt: 'p' })).verdict).toBe('silent');
    await desk.ask('Bash', { command: 'rm -r x' });
    expect((await desk.ask('WebFetch', { url: 'https://a.example', prompt: 'p' })).verdict).toBe('ask');
    await desk.fail('Bash', { command: 'make' });
    expect((await desk.ask('Bash', { command: 'ls' })).verdict).toBe('silent');
    await desk.fail('Bash', { command: 'make' });
    expect((await desk.ask('Bash', { command: 'ls' })).verdict).toBe('deny');
  });
});

describe('a stateful rule that does not compile', () => {
  const problemsOf = (text: string): string[] => {
    try {
      return compileLaw(`hooklaw: 1\nrules:\n${text.replace(/^/gm, '  ')}`, 'law.yaml', ground).warnings.map(
        ({ message }) => message,
      );
    } catch (error) {
      if (!(error instanceof LawError)) throw error;
      return error.problems.map(({ message }) => message);
    }
  };

  it.each([
    [
      'allow with a budget',
      'budget: { spend: 1, limit: 1, window: 1h }\nallow: true',
      'would allow what the condition forbids',
    ],
    ['allow with requires', 'requires: { tool: Read }\nallow: true', 'would allow what the condition forbids'],
    [
      'a misspelt field of an earlier input',
      'when: session.failed("Bash", c, c.input.comand == "make")\ndeny: x',
      '`comand`',
    ],
    [
      'a misspelt part of an earlier call',
      'when: session.failed("Bash", c, c.inptu.command == "make")\ndeny: x',
      '`inptu`',
    ],
    ['an outcome that there is not', 'when: session.suceeded("Bash")\ndeny: x', 'session'],
    ['a tool that is worked out', 'when: session.failed(input.command)\ndeny: x', 'not a constant text'],
  ])('%s', (_what, rest, says) => {
    const found = problemsOf(`- id: a\n  kind: policy\n  tool: Bash\n${rest.replace(/^/gm, '  ')}`);
    expect(found.join('\n')).toContain(says);
    expect(found.join('\n')).not.toContain('hooklaw.Session');
  });
});
