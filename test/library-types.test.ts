// The published types, against those of the packages that they have to fit. The compiler is the test; what runs is little.
import type { Options } from '@anthropic-ai/claude-agent-sdk';
import Anthropic from '@anthropic-ai/sdk';
import {
  createEngine,
  type Denial,
  guardDispatcher,
  guardMessagesLoop,
  hooklaw,
  isDenial,
  type Law,
  loadLaw,
  type McpDenial,
} from 'hooklaw';
import { expect, expectTypeOf, it } from 'vitest';

it('fit the Agent SDK', async () => {
  const law = await loadLaw({ text: 'hooklaw: 1\nrules: [{ id: a, kind: policy, tool: x, deny: No. }]' });
  const options: Options = { hooks: hooklaw({ law, context: {} }) };
  const [matcher] = options.hooks?.PreToolUse ?? [];
  expect(matcher).toMatchObject({ onFailure: 'block', timeout: 15 });
  expect(matcher).not.toHaveProperty('matcher');
  expect(options.hooks?.Stop?.[0]).not.toHaveProperty('onFailure');
  expect(Object.keys(options.hooks ?? {})).toEqual(
    expect.arrayContaining([
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'PostToolBatch',
      'Stop',
      'SessionStart',
    ]),
  );
});

it('take events that a law has rules on', async () => {
  const text = 'hooklaw: 1\nrules: [{ id: a, kind: policy, on: UserPromptSubmit, deny: No. }]';
  const hooks = hooklaw({ law: await loadLaw({ text }) });
  expect(hooks.UserPromptSubmit?.[0]).toMatchObject({ onFailure: 'block' });
  expect(() => hooklaw({ law: {} as Law })).toThrow('`law` must be what `loadLaw` gave');
});

it('refuse a deadline that the SDK would not wait for', async () => {
  const law = await loadLaw({ text: 'hooklaw: 1\nrules: [{ id: a, kind: policy, tool: x, deny: No. }]' });
  expect(() => hooklaw({ law, deadlineMs: 20_000 })).toThrow('`deadlineMs` must be 10000 at most');
});

/** Never called: it only has to compile. */
export async function compiles(law: Law): Promise<void> {
  const engine = createEngine({ law, context: { user: 'u_004' } });
  const callTool = async (name: string, input: { amount: number }): Promise<{ paid: number }> => ({
    paid: input.amount + name.length,
  });
  const guarded = guardDispatcher(callTool, { engine });
  const result = await guarded('pay', { amount: 1 });
  expectTypeOf(result).toEqualTypeOf<{ paid: number } | Denial>();
  if (!isDenial(result)) expectTypeOf(result.paid).toEqualTypeOf<number>();
  // @ts-expect-error the arguments are those of the function
  await guarded(1, {});
  async function* streamed(_name: string): AsyncGenerator<string> {}
  expectTypeOf(guardDispatcher(streamed, { engine })('x')).toExtend<AsyncGenerator<string | Denial>>();
  const mcp = async (_call: { name: string; arguments: object }): Promise<number> => 1;
  expectTypeOf(await guardDispatcher(mcp, { engine })({ name: 'x', arguments: {} })).toEqualTypeOf<
    number | Denial | McpDenial
  >();
  const messages: Anthropic.MessageParam[] = [];
  const loop = await guardMessagesLoop({
    engine,
    client: new Anthropic(),
    params: { model: 'm', max_tokens: 1 },
    messages,
    callTool: (_name, input: { amount: number }) => input.amount,
  });
  expectTypeOf(loop.messages).toEqualTypeOf<Anthropic.MessageParam[]>();
  // @ts-expect-error an engine or a law is needed
  guardDispatcher(callTool, {});
}
