// Guards around guards: wrapped twice, replaced by somebody else, called by a tool itself, of subagents.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createEngine,
  type EngineOptions,
  guardDispatcher,
  guardingEngines,
  isDenial,
} from '../src/shells/library/main.ts';
import { LibraryBox } from './support/library.ts';

let box: LibraryBox;
let options: EngineOptions;
beforeEach(async () => {
  box = new LibraryBox();
  options = await box.options(`
- { id: limit, kind: policy, tool: refund, when: input.amount > 500, deny: Over $500. }
- { id: rate, kind: policy, tool: refund, budget: { spend: 1, limit: 3, window: 24h }, deny: Three a day. }
`);
});
afterEach(() => box.remove());

type CallTool = (name: string, input: object, ...rest: unknown[]) => Promise<unknown>;

function counting(): { ran: string[]; callTool: CallTool } {
  const ran: string[] = [];
  return {
    ran,
    callTool: async (name, input) => {
      ran.push(`${name} ${JSON.stringify(input)}`);
      return 'done';
    },
  };
}

/** How often calls were judged and let through. */
const executed = (): number => box.audit.filter(row => row.startsWith('executed')).length;

describe('guarding twice', () => {
  it('is guarding once: the same function, one row, one unit of the budget', async () => {
    const { ran, callTool } = counting();
    const once = guardDispatcher(callTool, options);
    expect(guardDispatcher(once, options)).toBe(once);
    const engine = createEngine(options);
    const byEngine = guardDispatcher(callTool, { engine });
    expect(guardDispatcher(guardDispatcher(byEngine, { engine }), { engine })).toBe(byEngine);
    for (let time = 0; time < 3; time++) await once('refund', { amount: 1 });
    expect(ran).toHaveLength(3);
    expect(executed()).toBe(3);
  });

  it('is guarding once also with the wrapper of somebody else in between', async () => {
    const { ran, callTool } = counting();
    const inner = guardDispatcher(callTool, options);
    const logged: string[] = [];
    const between: CallTool = async (name, input) => {
      logged.push(name);
      return inner(name, input as Record<string, unknown>);
    };
    const outer = guardDispatcher(between, options);
    for (let time = 0; time < 3; time++) expect(await outer('refund', { amount: 1 })).toBe('done');
    expect([ran.length, logged.length, executed()]).toEqual([3, 3, 3]);
    expect(isDenial(await outer('refund', { amount: 1 }))).toBe(true);
    expect(ran).toHaveLength(3);
  });

  it('judges anew what a wrapper in between changes, and what it calls a second time', async () => {
    const { ran, callTool } = counting();
    const inner = guardDispatcher(callTool, options);
    const dearer = guardDispatcher((async name => inner(name, { amount: 5_000 })) as CallTool, options);
    expect(isDenial(await dearer('refund', { amount: 1 }))).toBe(true);
    expect(ran).toEqual([]);
    const twice = guardDispatcher(
      (async (name, input) => [await inner(name, input), await inner(name, input)]) as CallTool,
      options,
    );
    await twice('refund', { amount: 2 });
    expect(ran).toHaveLength(2);
    // What the first wrapper asked for came to nothing and was given back. The other's second call was one of its own.
    expect(await inner('refund', { amount: 3 })).toBe('done');
    expect(isDenial(await inner('refund', { amount: 4 }))).toBe(true);
  });

  it('by another law means both', async () => {
    const { ran, callTool } = counting();
    const stricter = await box.options(
      '- { id: small, kind: policy, tool: refund, when: input.amount > 5, deny: Over $5. }',
    );
    const both = guardDispatcher(guardDispatcher(callTool, options), stricter);
    expect(await both('refund', { amount: 6 })).toMatchObject({ content: /Over \$5\./ });
    const turned = guardDispatcher(guardDispatcher(callTool, stricter), options);
    expect(await turned('refund', { amount: 6 })).toMatchObject({ content: /Over \$5\./ });
    expect(ran).toEqual([]);
    expect(box.audit).toEqual(['denied refund', 'denied refund']);
    // What the inner guard denied has not run, so the outer one's budget is whole.
    for (let time = 0; time < 3; time++) expect(await turned('refund', { amount: 1 })).toBe('done');
    expect(ran).toHaveLength(3);
    expect(guardingEngines(turned).map(({ law }) => law)).toEqual([options.law, stricter.law]);
  });
});

describe('recursion', () => {
  it('the original is kept: a guarded method does not call itself', async () => {
    const { ran, callTool } = counting();
    const dispatcher = { callTool };
    guardDispatcher(dispatcher, options);
    guardDispatcher(dispatcher, options);
    await dispatcher.callTool('refund', { amount: 1 });
    expect([ran.length, executed()]).toEqual([1, 1]);
  });

  it('a tool that calls the dispatcher makes a call of its own, though it be the same', async () => {
    const ran: number[] = [];
    const dispatcher = {
      callTool: async (name: string, input: { amount: number; again: number }): Promise<unknown> => {
        ran.push(input.again);
        return ran.length < 10 ? dispatcher.callTool(name, input) : 'deep';
      },
    };
    guardDispatcher(dispatcher, options);
    expect(isDenial(await dispatcher.callTool('refund', { amount: 1, again: 1 }))).toBe(true);
    expect(ran).toHaveLength(3);
  });

  it('a tool that calls another one is judged for it', async () => {
    const { ran, callTool } = counting();
    const dispatcher: { callTool: CallTool } = {
      callTool: (name, input) =>
        name === 'helper' ? dispatcher.callTool('refund', { amount: 5_000 }) : callTool(name, input),
    };
    guardDispatcher(dispatcher, options);
    expect(await dispatcher.callTool('helper', {})).toMatchObject({ content: /^BLOCKED: Over \$500\./ });
    expect(ran).toEqual([]);
  });

  it('what a tool has left running makes calls of its own', async () => {
    const { ran, callTool } = counting();
    const inner = guardDispatcher(callTool, options);
    let later: Promise<unknown> = Promise.resolve();
    const outer = guardDispatcher(
      (async (name, input) => {
        later = new Promise(resolve => setTimeout(resolve, 50)).then(() => inner(name, input));
        return 'started';
      }) as CallTool,
      options,
    );
    for (let time = 0; time < 3; time++) {
      await outer('refund', { amount: 1 });
      await later;
    }
    // Each spent one unit for the call and would spend one for what was left running.
    expect(ran).toHaveLength(1);
  });
});

describe('a dispatcher object', () => {
  it('stays guarded when somebody puts another function there', async () => {
    const { callTool } = counting();
    const other = counting();
    const dispatcher: { callTool: CallTool } = { callTool };
    guardDispatcher(dispatcher, options);
    dispatcher.callTool = other.callTool;
    expect(isDenial(await dispatcher.callTool('refund', { amount: 501 }))).toBe(true);
    expect(other.ran).toEqual([]);
    await dispatcher.callTool('refund', { amount: 1 });
    expect(other.ran).toHaveLength(1);
  });

  it('is not judged twice when somebody wraps what stands there', async () => {
    const { ran, callTool } = counting();
    const dispatcher: { callTool: CallTool } = { callTool };
    guardDispatcher(dispatcher, options);
    for (const name of ['first', 'second']) {
      const before = dispatcher.callTool;
      dispatcher.callTool = async (...args) => `${name}(${await before(...args)})`;
    }
    expect(await dispatcher.callTool('refund', { amount: 1 })).toBe('second(first(done))');
    expect([ran.length, executed()]).toEqual([1, 1]);
  });

  it('takes back what was there before', async () => {
    const { ran, callTool } = counting();
    const dispatcher: { callTool: CallTool } = { callTool };
    guardDispatcher(dispatcher, options);
    const before = dispatcher.callTool;
    dispatcher.callTool = async () => 'a stand-in';
    expect(await dispatcher.callTool('refund', { amount: 1 })).toBe('a stand-in');
    dispatcher.callTool = before;
    expect(dispatcher.callTool).toBe(before);
    expect(await dispatcher.callTool('refund', { amount: 1 })).toBe('done');
    expect(ran).toHaveLength(1);
  });

  it('does not let the guard be taken away by another way', async () => {
    const dispatcher: { callTool: CallTool } = counting();
    guardDispatcher(dispatcher, options);
    const { callTool } = counting();
    expect(() => Object.defineProperty(dispatcher, 'callTool', { value: callTool })).toThrow(TypeError);
    expect(() => Reflect.deleteProperty(dispatcher, 'callTool') || expect.fail()).toThrow();
    Object.assign(dispatcher, { callTool });
    expect(isDenial(await dispatcher.callTool('refund', { amount: 501 }))).toBe(true);
  });

  it('is guarded by a second law, too', async () => {
    const { ran, callTool } = counting();
    const dispatcher: { callTool: CallTool } = { callTool };
    guardDispatcher(dispatcher, options);
    guardDispatcher(dispatcher, await box.options('- { id: none, kind: policy, tool: lookup, deny: No look-ups. }'));
    expect(isDenial(await dispatcher.callTool('lookup', {}))).toBe(true);
    expect(isDenial(await dispatcher.callTool('refund', { amount: 501 }))).toBe(true);
    expect(await dispatcher.callTool('refund', { amount: 1 })).toBe('done');
    expect(ran).toHaveLength(1);
  });

  it('can have its methods under other names', async () => {
    const { ran, callTool } = counting();
    const dispatcher = { dispatch: callTool, other: callTool, version: 1 };
    expect(() => guardDispatcher(dispatcher, options)).toThrow("name those that call tools: `methods: ['dispatch']`");
    guardDispatcher(dispatcher, { ...options, methods: ['dispatch', 'other'] });
    await dispatcher.dispatch('refund', { amount: 501 });
    await dispatcher.other('refund', { amount: 501 });
    expect(ran).toEqual([]);
    expect(() => guardDispatcher(dispatcher, { ...options, methods: ['call'] })).toThrow('has no method `call`');
  });

  it('that is frozen says so', () => {
    const dispatcher = Object.freeze(counting());
    expect(() => guardDispatcher(dispatcher, options)).toThrow('cannot be replaced; guard the function itself');
  });
});

describe('tools by their names', () => {
  it('are guarded, those that are added later and those that are copied out too', async () => {
    const ran: unknown[] = [];
    const tools: Record<string, (input: object) => Promise<unknown>> = { lookup: async input => ran.push(input) };
    const guarded = guardDispatcher(tools, options);
    tools['refund'] = async input => ran.push(input);
    expect(await guarded['refund']?.({ amount: 501 })).toMatchObject({ content: /^BLOCKED: Over/ });
    guarded['refund'] = async input => ran.push(input);
    expect(await guarded['refund']({ amount: 501 })).toMatchObject({ content: /^BLOCKED: Over/ });
    expect(await { ...guarded }['refund']?.({ amount: 501 })).toMatchObject({ content: /^BLOCKED: Over/ });
    expect(ran).toEqual([]);
    await guarded['refund']({ amount: 1 });
    expect(ran).toEqual([{ amount: 1 }]);
    expect(guarded['refund']).toBe(guarded['refund']);
    expect(Object.keys(guarded)).toEqual(['lookup', 'refund']);
    expect(guardDispatcher(guarded, options)['refund']).toBe(guarded['refund']);
    expect(guarded['toString']).toBe(Object.prototype.toString);
  });

  it('can be frozen', async () => {
    const guarded = guardDispatcher(Object.freeze({ refund: async (_input: object) => 'done' }), options);
    expect(await guarded.refund({ amount: 501 })).toMatchObject({ is_error: true });
    expect(await guarded.refund({ amount: 1 })).toBe('done');
  });
});

describe('subagents', () => {
  it('are tools themselves, share the session, and can be told apart', async () => {
    const law = await box.options(`
- { id: no-agents-pay, kind: policy, tool: refund, when: "has(event.agent_type) && event.agent_type == 'researcher'", deny: Not for researchers. }
- { id: rate, kind: policy, tool: lookup, budget: { spend: 1, limit: 2, window: session }, deny: Two in a session. }
`);
    const engine = createEngine(law);
    const { ran, callTool } = counting();
    const forResearcher = guardDispatcher(callTool, { engine: engine.subagent({ type: 'researcher', id: 'a-1' }) });
    const forMain = guardDispatcher(
      (async (name, input) => {
        if (name !== 'research') return callTool(name, input);
        await forResearcher('lookup', { id: 1 });
        return forResearcher('refund', { amount: 1 });
      }) as CallTool,
      { engine },
    );
    expect(await forMain('research', {})).toMatchObject({ content: /^BLOCKED: Not for researchers\./ });
    await guardingEngines(forResearcher)[0]?.stop();
    expect(await forMain('refund', { amount: 1 })).toBe('done');
    expect(await forMain('lookup', { id: 2 })).toBe('done');
    expect(isDenial(await forMain('lookup', { id: 3 }))).toBe(true);
    expect(ran).toHaveLength(3);
    const rows = box.lines('audit_log.jsonl');
    expect(new Set(rows.map(row => row['session_id']))).toEqual(new Set([engine.sessionId]));
    expect(
      rows.filter(row => row['agent_type'] === 'researcher').map(row => `${row['outcome']} ${row['tool']}`),
    ).toEqual(['executed lookup', 'denied refund']);
    expect(engine.subagent({ type: 'x' }).context).toBe(engine.context);
  });
});
