// The loop over the Messages API, with the real client package on a scripted API that refuses an unanswered `tool_use`.
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ScriptedApi,
  type ScriptedTurn,
  startScriptedApi,
  whatIsWrong,
} from '../examples/support-loop/scripted-api.mjs';
import {
  type CallTool,
  type EngineOptions,
  guardDispatcher,
  guardMessagesLoop,
  type MessagesLoopOptions,
  type MessagesLoopResult,
  type ToolFunctions,
  toToolResult,
} from '../src/shells/library/main.ts';
import { LibraryBox } from './support/library.ts';

let box: LibraryBox;
let options: EngineOptions;
let api: ScriptedApi;
let messages: Anthropic.MessageParam[];
beforeEach(async () => {
  box = new LibraryBox();
  options = await box.options(`
- { id: limit, kind: policy, tool: refund, when: input.amount > 500, deny: Over $500., instead: Escalate. }
- { id: dry, kind: policy, tool: refund, when: input.amount > 100, rewrite: { dry_run: true } }
- { id: noted, kind: observation, on: PostToolUse, tool: refund, warn: Tell the customer the amount. }
- { id: sure, kind: policy, tool: close, ask: Close the account? }
- { id: no-secrets, kind: policy, on: UserPromptSubmit, when: event.prompt.contains('password'), deny: No passwords here. }
`);
  messages = [{ role: 'user', content: 'Please refund me.' }];
});
afterEach(() => {
  api.close();
  box.remove();
});

const params = { model: 'claude-scripted', max_tokens: 1_000, tools: [] };

type Script = readonly (ScriptedTurn | ((body: never) => ScriptedTurn))[];

async function play(
  script: Script,
  callTool: CallTool | ToolFunctions,
  more: Partial<MessagesLoopOptions<Anthropic.MessageParam>> = {},
): Promise<MessagesLoopResult<Anthropic.MessageParam>> {
  api = await startScriptedApi(script as Parameters<typeof startScriptedApi>[0]);
  const client = new Anthropic({ baseURL: api.url, apiKey: 'not-a-key', maxRetries: 0 });
  return guardMessagesLoop({
    ...options,
    client,
    params,
    messages,
    callTool,
    ...more,
  } as MessagesLoopOptions<Anthropic.MessageParam>);
}

/** The answers in the conversation, as `id: text`, with `!` before those that say that they are errors. */
function answers(): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap(block =>
          block.type === 'tool_result'
            ? [`${block.is_error === true ? '!' : ''}${block.tool_use_id}: ${textOf(block.content)}`]
            : [],
        ),
  );
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : (content as { text: string }[]).map(({ text }) => text).join(' | ');

describe('a conversation', () => {
  it('goes on after a denial, and every call is answered', async () => {
    const ran: unknown[] = [];
    const result = await play(
      [
        {
          text: 'I try.',
          calls: [
            { name: 'refund', input: { amount: 2_000 } },
            { name: 'refund', input: { amount: 50 } },
          ],
        },
        { calls: [{ name: 'escalate', input: {} }] },
        { text: 'A teammate will decide.' },
      ],
      (name, input) => {
        ran.push([name, input]);
        return { ok: true };
      },
    );
    expect(ran).toEqual([
      ['refund', { amount: 50 }],
      ['escalate', {}],
    ]);
    expect(answers()).toEqual([
      '!toolu_1_0: BLOCKED: Over $500. Escalate. [rule limit]',
      'toolu_1_1: {"ok":true} | Tell the customer the amount. [rule noted]',
      'toolu_2_0: {"ok":true}',
    ]);
    expect(result).toMatchObject({
      stopReason: 'end_turn',
      message: { content: [{ text: 'A teammate will decide.' }] },
    });
    expect(result.messages).toBe(messages);
    expect(api.rejected).toEqual([]);
    expect(api.requests).toHaveLength(3);
    expect(box.audit).toEqual(expect.arrayContaining(['denied refund', 'executed refund', 'executed escalate']));
    expect(box.lines('session_summaries.jsonl')).toMatchObject([{ event: 'Stop', executed: 2, denied: 1 }]);
  });

  it('the API refuses one whose calls are not answered', async () => {
    await play([], {});
    const client = new Anthropic({ baseURL: api.url, apiKey: 'not-a-key', maxRetries: 0 });
    const use = { type: 'tool_use' as const, id: 'toolu_x', name: 'refund', input: {} };
    const open: Anthropic.MessageParam[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [use] },
      { role: 'user', content: 'and?' },
    ];
    await expect(client.messages.create({ ...params, messages: open })).rejects.toMatchObject({ status: 400 });
  });

  it('is streamed where somebody listens', async () => {
    const events: string[] = [];
    const result = await play(
      [{ text: 'One moment.', calls: [{ name: 'refund', input: { amount: 501 } }] }, { text: 'Sorry.' }],
      {},
      { onEvent: event => void events.push((event as { type: string }).type) },
    );
    expect(events.filter(type => type === 'message_stop')).toHaveLength(2);
    expect(events).toContain('content_block_delta');
    expect(answers()).toEqual(['!toolu_1_0: BLOCKED: Over $500. Escalate. [rule limit]']);
    expect(result.stopReason).toBe('end_turn');
    expect(api.requests.every(({ stream }) => stream === true)).toBe(true);
  });

  it('gives tools the input as rules rewrote it, and lets each answer as it likes', async () => {
    const seen: unknown[] = [];
    const values: unknown[] = [
      undefined,
      '',
      7,
      { content: [{ type: 'text', text: 'mcp' }], isError: true },
      { type: 'tool_result', tool_use_id: 'wrong', is_error: true, content: 'own' },
      [{ type: 'text', text: 'block' }],
      { content: [], structuredContent: { a: 1 } },
      [1, 2],
      [],
    ];
    await play(
      [
        { calls: values.map(() => ({ name: 'lookup', input: {} })) },
        { calls: [{ name: 'refund', input: { amount: 200 } }] },
      ],
      { lookup: () => values[seen.push('lookup') - 1], refund: (input: unknown) => seen.push(input) },
    );
    expect(seen.at(-1)).toEqual({ amount: 200, dry_run: true });
    expect(answers().slice(0, -1)).toEqual([
      'toolu_1_0: ',
      'toolu_1_1: ',
      'toolu_1_2: 7',
      '!toolu_1_3: mcp',
      '!toolu_1_4: own',
      'toolu_1_5: block',
      'toolu_1_6: {"a":1}',
      'toolu_1_7: [1,2]',
      'toolu_1_8: []',
    ]);
    expect(api.rejected).toEqual([]);
  });

  it('goes on after a tool that throws or is not there', async () => {
    await play(
      [
        {
          calls: [
            { name: 'lookup', input: {} },
            { name: 'nothing', input: {} },
          ],
        },
      ],
      {
        lookup: () => {
          throw new Error('no such order');
        },
      },
    );
    expect(answers()).toEqual(['!toolu_1_0: no such order', '!toolu_1_1: There is no tool nothing.']);
    expect(box.audit.toSorted()).toEqual(['failed lookup', 'failed nothing']);
  });

  it.each([
    [undefined, '!toolu_1_0: BLOCKED: This call needs the approval of a person'],
    [() => true, 'toolu_1_0: closed'],
  ])('asks a person where a rule says so', async (ask, answer) => {
    await play(
      [{ calls: [{ name: 'close', input: {} }] }],
      { close: () => 'closed' },
      ask === undefined ? {} : { ask },
    );
    expect(answers()[0]).toContain(answer);
  });

  it('judges once what is guarded already', async () => {
    const callTool = guardDispatcher((_name: string, _input: unknown) => 'done', options);
    await play([{ calls: [{ name: 'lookup', input: {} }] }], callTool as CallTool);
    expect(box.audit).toEqual(['executed lookup']);
  });
});

describe('calls that did not run', () => {
  it.each(['max_tokens', 'refusal', 'model_context_window_exceeded'])(
    'in a message that ended with %s are answered, and the loop ends',
    async stop_reason => {
      let ran = 0;
      const result = await play([{ text: 'Now', calls: [{ name: 'refund', input: {} }], stop_reason }], () => ++ran);
      expect(ran).toBe(0);
      expect(answers()).toEqual(['!toolu_1_0: The call did not run: the message was not finished.']);
      expect(result.stopReason).toBe(stop_reason);
      expect(whatIsWrong(messages)).toBeUndefined();
    },
  );

  it('before this loop began are answered first', async () => {
    const use = (id: string): Anthropic.ToolUseBlockParam => ({ type: 'tool_use', id, name: 'lookup', input: {} });
    messages.push({ role: 'assistant', content: [use('a'), use('b')] });
    const answered = { type: 'tool_result' as const, tool_use_id: 'b', content: 'yes' };
    messages.push({ role: 'user', content: [{ type: 'text', text: 'Are you there?' }, answered] });
    await play([{ text: 'Yes.' }], {});
    expect(answers()).toEqual(['b: yes', '!a: The call was interrupted. Whether it has done its work is not known.']);
    expect(api.rejected).toEqual([]);
  });
});

describe('the end of the loop', () => {
  it('can be held up by a rule on Stop, once', async () => {
    options = await box.options(
      '- { id: report, kind: policy, on: Stop, when: "true", block: Write the report first. }',
    );
    const result = await play([{ text: 'Done.' }, { text: 'Here is the report.' }], {});
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages[2]?.content).toBe('BLOCKED: Write the report first. [rule report]');
    expect(result.message?.content).toMatchObject([{ text: 'Here is the report.' }]);
  });

  it('comes after so many requests', async () => {
    const turn = { calls: [{ name: 'lookup', input: {} }] };
    const result = await play([turn, turn, turn], { lookup: () => 1 }, { maxTurns: 2 });
    expect([result.stopReason, api.requests.length]).toEqual(['max_turns', 2]);
    expect(whatIsWrong(messages)).toBeUndefined();
  });

  it('goes on after a turn of the server that pauses', async () => {
    await play([{ text: 'Searching', stop_reason: 'pause_turn' }, { text: 'Found.' }], {});
    expect(api.requests).toHaveLength(2);
  });

  it('throws what the client throws; the summary is there, and the conversation can go on', async () => {
    const calls = [{ name: 'lookup', input: {} }];
    await expect(play([{ calls }], { lookup: () => api.close() })).rejects.toBeInstanceOf(Anthropic.APIConnectionError);
    expect(whatIsWrong(messages)).toBeUndefined();
    expect(box.lines('session_summaries.jsonl')).toMatchObject([{ executed: 1 }]);
    expect((await play([{ text: 'Here I am again.' }], {})).stopReason).toBe('end_turn');
    expect(api.rejected).toEqual([]);
  });

  it('leaves no call unanswered when it is aborted, whatever tools do', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const playing = play(
      [
        {
          calls: [
            { name: 'deaf', input: {} },
            { name: 'quick', input: {} },
            { name: 'refund', input: { amount: 501 } },
          ],
        },
      ],
      {
        quick: () => 'done',
        deaf: (_input: unknown, { signal }: { signal?: AbortSignal }) => {
          seen = signal;
          controller.abort(new Error('the user left'));
          return new Promise(() => undefined);
        },
      } as ToolFunctions,
      { signal: controller.signal },
    );
    await expect(playing).rejects.toThrow('the user left');
    expect(seen).toBe(controller.signal);
    expect(answers()[0]).toBe('!toolu_1_0: The call was interrupted. Whether it has done its work is not known.');
    expect(answers()).toHaveLength(3);
    expect(whatIsWrong(messages)).toBeUndefined();
  });
});

describe('the prompt', () => {
  it('that a rule denies never reaches the model, and is taken out', async () => {
    messages.push({ role: 'assistant', content: 'Hello.' }, { role: 'user', content: 'My password is 1234.' });
    const result = await play([], {});
    expect(result).toMatchObject({
      stopReason: 'prompt_denied',
      denied: /^BLOCKED: No passwords here\./,
      message: undefined,
    });
    expect(messages).toHaveLength(2);
    expect(api.requests).toEqual([]);
  });

  it('carries what rules say at the start and with it', async () => {
    options = await box.options(`
- { id: start, kind: observation, on: SessionStart, warn: Be kind. }
- { id: prompt, kind: policy, on: UserPromptSubmit, warn: Answer in English. }
`);
    await play([{ text: 'Hello.' }], {});
    expect(api.requests[0]?.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Please refund me.' },
          { type: 'text', text: 'Be kind. [rule start]' },
          { type: 'text', text: 'Answer in English. [rule prompt]' },
        ],
      },
    ]);
  });
});

describe('toToolResult', () => {
  it('keeps what an answer to a tool of a toolset needs', () => {
    const use = { id: 'toolu_1', toolset_name: 'browser' };
    expect(toToolResult(use, 'ok')).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      toolset_name: 'browser',
      content: 'ok',
    });
    const picture = {
      content: [
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource', uri: 'x' },
      ],
    };
    expect(toToolResult(use, picture).content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'text', text: '{"type":"resource","uri":"x"}' },
    ]);
    expect(toToolResult(use, '', ['Note.']).content).toEqual([{ type: 'text', text: 'Note.' }]);
  });
});
