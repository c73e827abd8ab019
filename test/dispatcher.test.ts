import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Denial,
  type EngineOptions,
  guardDispatcher,
  guardingEngines,
  isDenial,
  type Question,
} from '../src/shells/library/main.ts';
import { LibraryBox } from './support/library.ts';

let box: LibraryBox;
beforeEach(() => {
  box = new LibraryBox();
});
afterEach(() => box.remove());

const limit = `
- id: limit
  kind: policy
  tool: refund
  when: input.amount > 500
  deny: Over $500.
  instead: Escalate to a human.
`;

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/** A dispatcher that notes what really ran. */
function ledger(answer: (call: Call) => unknown = () => 'done'): {
  ran: Call[];
  callTool: (name: string, input: Record<string, unknown>, extra?: unknown) => Promise<unknown>;
} {
  const ran: Call[] = [];
  return {
    ran,
    callTool: async (name, input) => {
      ran.push({ name, input });
      return answer({ name, input });
    },
  };
}

describe('a guarded function', () => {
  it('answers a denied call in place of the tool, by its own id', async () => {
    const { ran, callTool } = ledger();
    const guarded = guardDispatcher(callTool, await box.options(limit));
    const result = await guarded('refund', { amount: 501 }, { tool_use_id: 'toolu_1' });
    expect(result).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      is_error: true,
      content: 'BLOCKED: Over $500. Escalate to a human. [rule limit]',
    });
    expect(isDenial(result)).toBe(true);
    expect(ran).toEqual([]);
    expect(await guarded('refund', { amount: 500 }, 'toolu_2')).toBe('done');
    expect(ran).toEqual([{ name: 'refund', input: { amount: 500 } }]);
    expect(box.lines('audit_log.jsonl')).toMatchObject([
      { outcome: 'denied', tool_use_id: 'toolu_1', rule: 'limit', reason: (result as Denial).content },
      { outcome: 'executed', tool_use_id: 'toolu_2', result: 'done', event: 'PostToolUse' },
    ]);
  });

  it('takes no answer of a tool for a denial', async () => {
    const fake = { type: 'tool_result', tool_use_id: 'x', is_error: true, content: 'BLOCKED: by the tool itself' };
    const guarded = guardDispatcher(ledger(() => fake).callTool, await box.options(limit));
    expect(isDenial(await guarded('refund', { amount: 1 }))).toBe(false);
  });

  it('knows a `tool_use` block and the form of MCP', async () => {
    const ran: unknown[] = [];
    const guarded = guardDispatcher(async (call: object) => ran.push(call), await box.options(limit));
    const use = { type: 'tool_use', id: 'toolu_9', name: 'refund', input: { amount: 501 } };
    expect(await guarded(use)).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_9', is_error: true });
    const mcp = { name: 'refund', arguments: { amount: 501 } };
    expect(await guarded(mcp)).toMatchObject({ isError: true, content: [{ type: 'text', text: /^BLOCKED: / }] });
    await guarded({ ...mcp, arguments: { amount: 1 } });
    expect(ran).toEqual([{ name: 'refund', arguments: { amount: 1 } }]);
  });

  it('refuses arguments that it cannot read, and calls nothing', async () => {
    const { ran, callTool } = ledger();
    const guarded = guardDispatcher(callTool as (...args: unknown[]) => Promise<unknown>, await box.options(limit));
    await expect(guarded(7, {})).rejects.toThrow('give `readCall`');
    expect(ran).toEqual([]);
  });

  it('reads arguments of another form by `readCall`', async () => {
    const ran: unknown[] = [];
    const invoke = async (request: { tool: string; body: object }): Promise<unknown> => ran.push(request.body);
    const guarded = guardDispatcher(invoke, {
      ...(await box.options(limit)),
      readCall: ([request]) => {
        const { tool, body } = request as { tool: string; body: object };
        return {
          name: tool,
          input: body,
          toolUseId: 'own',
          signal: undefined,
          withInput: input => [{ tool, body: input }],
          deny: text => ({ refused: text }),
        };
      },
    });
    expect(await guarded({ tool: 'refund', body: { amount: 501 } })).toEqual({
      refused: 'BLOCKED: Over $500. Escalate to a human. [rule limit]',
    });
    await guarded({ tool: 'refund', body: { amount: 5 } });
    expect(ran).toEqual([{ amount: 5 }]);
  });

  it('hands on the input as rules rewrote it', async () => {
    const { ran, callTool } = ledger();
    const law = '- { id: dry, kind: policy, tool: refund, when: input.amount > 100, rewrite: { dry_run: true } }';
    const guarded = guardDispatcher(callTool, await box.options(law));
    await guarded('refund', { amount: 200 });
    await guarded('refund', { amount: 50 });
    expect(ran.map(({ input }) => input)).toEqual([{ amount: 200, dry_run: true }, { amount: 50 }]);
    expect(box.lines('audit_log.jsonl')).toMatchObject([{ input: { dry_run: true } }, { input: { amount: 50 } }]);
  });

  it('runs what was judged, whatever becomes of the object meanwhile', async () => {
    const { ran, callTool } = ledger();
    const guarded = guardDispatcher(callTool, await box.options(limit));
    const input = { amount: 5 };
    const calling = guarded('refund', input);
    input.amount = 5_000;
    await calling;
    expect(ran).toEqual([{ name: 'refund', input: { amount: 5 } }]);
  });

  it.each([
    [{ amount: Number.NaN }, '`input.amount` is the number NaN'],
    [{ amount: 1n }, '`input.amount` is a bigint'],
    [{ at: new Date(0) }, '`input.at` is a Date'],
    [['refund'], 'is not an object'],
    ['{"amount": 1}', 'is not an object'],
    [JSON.parse('{"__proto__": {"amount": 1}}'), 'has the key `__proto__`'],
  ])('denies the input %o, which no model can have sent', async (input, why) => {
    const { ran, callTool } = ledger();
    const guarded = guardDispatcher(callTool, await box.options(limit));
    const result = (await guarded('refund', input as Record<string, unknown>)) as Denial;
    expect(result.content).toMatch(/^BLOCKED: /);
    expect(result.content).toContain(why);
    expect(ran).toEqual([]);
    expect(box.lines('audit_log.jsonl')).toMatchObject([{ outcome: 'denied', decided_by: 'hooklaw' }]);
  });

  it('tells of a tool that fails, and hands its error on', async () => {
    const broken = new Error('the bank says no');
    const guarded = guardDispatcher(
      async (_name: string) => {
        throw broken;
      },
      await box.options(limit),
    );
    await expect(guarded('lookup')).rejects.toBe(broken);
    expect(box.lines('audit_log.jsonl')).toMatchObject([
      { outcome: 'failed', event: 'PostToolUseFailure', result: 'the bank says no', is_error: true },
    ]);
  });

  it.each([
    { content: [{ type: 'text', text: 'no such order' }], isError: true },
    { type: 'tool_result', tool_use_id: 'x', is_error: true, content: 'no such order' },
  ])('tells of an answer that says of itself that it is an error', async answer => {
    const guarded = guardDispatcher(ledger(() => answer).callTool, await box.options(limit));
    expect(await guarded('lookup', {})).toBe(answer);
    expect(box.lines('audit_log.jsonl')).toMatchObject([{ outcome: 'failed', result: 'no such order' }]);
  });

  it.each([
    undefined,
    null,
    1n,
    Symbol('s'),
    new Map([['a', 1]]),
    { big: 'x'.repeat(9_000_000) },
    [[[]]],
    { when: new Date(0) },
  ])('hands on whatever a tool gives, and records that it ran (%#)', async answer => {
    const guarded = guardDispatcher(ledger(() => answer).callTool, await box.options(limit));
    expect(await guarded('lookup', {})).toBe(answer);
    expect(box.audit).toEqual(['executed lookup']);
  });

  it('records that a tool ran whose answer no event can hold', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 300; level++) deep = [deep];
    const guarded = guardDispatcher(ledger(() => deep).callTool, await box.options(limit));
    await guarded('lookup', {});
    expect(box.audit).toEqual(['executed lookup']);
  });

  it('keeps `this`, and a tool without an input', async () => {
    class Tools {
      readonly #seen: string[] = [];
      async callTool(name: string, ...rest: unknown[]): Promise<string> {
        this.#seen.push(`${name}/${rest.length}`);
        return this.#seen.join();
      }
    }
    const tools = new Tools();
    guardDispatcher(tools, await box.options(limit));
    expect(await tools.callTool('a')).toBe('a/0');
    expect(await tools.callTool('b', undefined)).toBe('a/0,b/1');
  });
});

describe('a rule that asks', () => {
  const law = `
- { id: big, kind: policy, tool: refund, when: input.amount > 100, ask: Shall this be paid? }
- { id: budget, kind: policy, tool: refund, budget: { spend: input.amount, limit: 1000, window: 24h }, deny: Spent. }
`;

  it('is denied where nobody can be asked, and gives back what it reserved', async () => {
    const { ran, callTool } = ledger();
    const guarded = guardDispatcher(callTool, await box.options(law));
    for (let time = 0; time < 3; time++) {
      const result = (await guarded('refund', { amount: 600 })) as Denial;
      expect(result.content).toMatch(
        /^BLOCKED: This call needs the approval of a person, and nobody gave it\. NEEDS APPROVAL: /,
      );
    }
    expect(ran).toEqual([]);
    expect(box.audit).toEqual(['asked refund', 'asked refund', 'asked refund']);
  });

  it.each([
    [true, 1],
    [false, 0],
    ['yes' as unknown as boolean, 0],
  ])('runs only where the answer is true (%s)', async (answer, times) => {
    const { ran, callTool } = ledger();
    const asked: Question[] = [];
    const ask = (question: Question): boolean => {
      asked.push(question);
      return answer;
    };
    const guarded = guardDispatcher(callTool, { ...(await box.options(law)), ask });
    await guarded('refund', { amount: 600 }, 'toolu_1');
    expect(asked).toMatchObject([{ tool: 'refund', input: { amount: 600 }, toolUseId: 'toolu_1', rule: 'big' }]);
    expect(ran).toHaveLength(times);
  });

  it('runs nothing where asking fails', async () => {
    const { ran, callTool } = ledger();
    const ask = (): never => {
      throw new Error('the phone is dead');
    };
    const guarded = guardDispatcher(callTool, { ...(await box.options(law)), ask });
    await expect(guarded('refund', { amount: 600 })).rejects.toThrow('the phone is dead');
    expect(ran).toEqual([]);
  });
});

describe('warnings', () => {
  it('are told, before the call and after it', async () => {
    const law = `
- { id: before, kind: policy, tool: refund, warn: Think first. }
- { id: after, kind: observation, on: PostToolUse, tool: refund, warn: That was a refund. }
`;
    const told: unknown[] = [];
    const onWarning = (texts: readonly string[], call: object): unknown => told.push([texts, call]);
    const guarded = guardDispatcher(ledger().callTool, { ...(await box.options(law)), onWarning });
    await guarded('refund', {}, 'toolu_1');
    const call = { tool: 'refund', toolUseId: 'toolu_1' };
    expect(told).toEqual([
      [['Think first. [rule before]'], call],
      [['That was a refund. [rule after]'], call],
    ]);
  });
});

describe('state', () => {
  const budget = `
- id: budget
  kind: policy
  tool: refund
  budget: { spend: input.amount, limit: 100, window: 24h }
  deny: Spent.
`;

  it('never lets parallel calls pass a limit together', async () => {
    const { ran, callTool } = ledger();
    const guarded = guardDispatcher(callTool, await box.options(budget));
    const results = await Promise.all(Array.from({ length: 8 }, () => guarded('refund', { amount: 30 })));
    expect(ran).toHaveLength(3);
    expect(results.filter(isDenial)).toHaveLength(5);
  });

  it('holds across guards, engines and restarts that share the state', async () => {
    const first = guardDispatcher(ledger().callTool, await box.options(budget));
    await first('refund', { amount: 80 });
    const second = guardDispatcher(ledger().callTool, await box.options(budget));
    expect(await second('refund', { amount: 30 })).toMatchObject({ content: /^BLOCKED: Spent\./ });
    expect(await second('refund', { amount: 20 })).toBe('done');
  });

  it('gives back what a call reserved whose tool said no, and keeps that of one whose fate is unknown', async () => {
    const guardThat = async (error: string): Promise<(amount: number) => Promise<unknown>> => {
      const fail = async (_name: string, _input: object): Promise<never> => {
        throw new Error(error);
      };
      const guarded = guardDispatcher(fail, await box.options(budget));
      return amount => guarded('refund', { amount }).catch(() => 'failed');
    };
    const refused = await guardThat('there is no such order');
    expect([await refused(100), await refused(100)]).toEqual(['failed', 'failed']);
    const lost = await guardThat('the connection was lost');
    expect(await lost(60)).toBe('failed');
    expect(await lost(60)).toMatchObject({ content: /^BLOCKED: Spent\./ });
  });

  it('remembers what must have happened before, in the same session only', async () => {
    const law = `
- id: identity-first
  kind: authorization
  tool: refund
  requires: { tool: verify, where: result.verified }
  deny: Not verified yet.
`;
    const answer = ({ name }: Call): unknown => (name === 'verify' ? { verified: true } : 'done');
    const options: EngineOptions = await box.options(law, { sessionId: 'one' });
    const guarded = guardDispatcher(ledger(answer).callTool, options);
    expect(isDenial(await guarded('refund', {}))).toBe(true);
    await guarded('verify', {});
    expect(await guarded('refund', {})).toBe('done');
    const other = guardDispatcher(ledger(answer).callTool, { ...options, sessionId: 'two' });
    expect(isDenial(await other('refund', {}))).toBe(true);
  });

  it('writes the session summary when the loop stops', async () => {
    const guarded = guardDispatcher(ledger().callTool, await box.options(limit, { sessionId: 's-1' }));
    await guarded('refund', { amount: 5 });
    await guarded('refund', { amount: 5_000 });
    await guardingEngines(guarded)[0]?.stop({ lastMessage: 'bye' });
    expect(box.lines('session_summaries.jsonl')).toMatchObject([
      { session_id: 's-1', event: 'Stop', executed: 1, denied: 1, rules: { limit: 1 } },
    ]);
  });
});
