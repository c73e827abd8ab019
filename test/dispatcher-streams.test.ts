// Tools that give their answer in parts, and calls that are aborted.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EngineOptions, guardDispatcher, isDenial } from '../src/shells/library/main.ts';
import { LibraryBox } from './support/library.ts';

let box: LibraryBox;
let options: EngineOptions;
beforeEach(async () => {
  box = new LibraryBox();
  options = await box.options(`
- { id: limit, kind: policy, tool: refund, when: input.amount > 500, deny: Over $500. }
- { id: budget, kind: policy, tool: refund, budget: { spend: input.amount, limit: 100, window: 24h }, deny: Spent. }
`);
});
afterEach(() => box.remove());

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe('a tool that streams', () => {
  let ran: number;
  let cleaned: boolean;
  async function* stream(_name: string, input: { amount: number; fails?: boolean }): AsyncGenerator<string, string> {
    ran += 1;
    try {
      yield 'paid ';
      if (input.fails === true) throw new Error('the bank says no');
      yield String(input.amount);
      return 'end';
    } finally {
      cleaned = true;
    }
  }
  beforeEach(() => {
    ran = 0;
    cleaned = false;
  });

  it('gives its parts, and is recorded when it has ended', async () => {
    const guarded = guardDispatcher(stream, options);
    const parts = guarded('refund', { amount: 5 });
    expect(await parts.next()).toEqual({ value: 'paid ', done: false });
    expect(box.audit).toEqual([]);
    expect(await parts.next()).toEqual({ value: '5', done: false });
    expect(await parts.next()).toEqual({ value: 'end', done: true });
    expect(box.lines('audit_log.jsonl')).toMatchObject([{ outcome: 'executed', result: 'paid 5' }]);
  });

  it('gives a denial in place of its parts', async () => {
    const guarded = guardDispatcher(stream, options);
    const parts = await collect(guarded('refund', { amount: 501 }));
    expect(parts).toMatchObject([{ type: 'tool_result', is_error: true, content: /^BLOCKED: / }]);
    expect(parts.every(isDenial)).toBe(true);
    expect(ran).toBe(0);
  });

  it('tells of its error', async () => {
    const guarded = guardDispatcher(stream, options);
    await expect(collect(guarded('refund', { amount: 5, fails: true }))).rejects.toThrow('the bank says no');
    expect(box.lines('audit_log.jsonl')).toMatchObject([{ outcome: 'failed', result: 'the bank says no' }]);
  });

  it('is ended where its reader leaves, and what it spent stays spent', async () => {
    const guarded = guardDispatcher(stream, options);
    for await (const _part of guarded('refund', { amount: 60 })) break;
    expect(cleaned).toBe(true);
    expect(box.audit).toEqual(['failed refund']);
    expect((await collect(guarded('refund', { amount: 60 }))).every(isDenial)).toBe(true);
  });

  it('is judged once when it is guarded twice', async () => {
    const between = async function* (name: string, input: { amount: number }): AsyncGenerator<unknown> {
      yield* guardDispatcher(stream, options)(name, input);
    };
    expect(await collect(guardDispatcher(between, options)('refund', { amount: 100 }))).toEqual(['paid ', '100']);
    expect([ran, box.audit.length]).toEqual([1, 1]);
  });

  it('can be what a plain function gives', async () => {
    const guarded = guardDispatcher(async (name: string, input: { amount: number }) => stream(name, input), options);
    const given = await guarded('refund', { amount: 7 });
    expect(isDenial(given)).toBe(false);
    expect(await collect(given as AsyncIterable<unknown>)).toEqual(['paid ', '7']);
    expect(box.lines('audit_log.jsonl')).toMatchObject([{ outcome: 'executed', result: 'paid 7' }]);
  });
});

describe('an aborted call', () => {
  it('does not begin, and is not judged', async () => {
    let ran = 0;
    const guarded = guardDispatcher(async (_name: string, _input: object, _extra: unknown) => ++ran, options);
    const signal = AbortSignal.abort(new Error('the user left'));
    await expect(guarded('refund', { amount: 501 }, { signal })).rejects.toThrow('the user left');
    expect([ran, box.audit.length]).toEqual([0, 0]);
  });

  it('that is aborted while it is judged does not begin, and gives back what it reserved', async () => {
    let ran = 0;
    const controller = new AbortController();
    const guarded = guardDispatcher(async (_name: string, _input: object, _extra: unknown) => ++ran, options);
    const calling = guarded('refund', { amount: 100 }, { signal: controller.signal });
    controller.abort(new Error('the user left'));
    await expect(calling).rejects.toThrow('the user left');
    expect(ran).toBe(0);
    expect(await guarded('refund', { amount: 100 }, {})).toBe(1);
  });

  it('that has begun counts as spent, since nobody knows what it did', async () => {
    const controller = new AbortController();
    const waits = (_name: string, _input: object, { signal }: { signal: AbortSignal }): Promise<string> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        controller.abort(new Error('the user left'));
      });
    const guarded = guardDispatcher(waits, options);
    const calling = guarded('refund', { amount: 60 }, { signal: controller.signal });
    await expect(calling).rejects.toThrow('the user left');
    expect(box.lines('audit_log.jsonl')).toMatchObject([{ outcome: 'failed', result: 'the user left' }]);
    const next = guardDispatcher(async (_name: string, _input: object) => 'done', options);
    expect(isDenial(await next('refund', { amount: 60 }))).toBe(true);
  });
});
