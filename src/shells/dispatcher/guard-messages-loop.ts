import { type Engine, type EngineOptions, engineOf } from '../library/engine.ts';
import {
  type AssistantMessage,
  closeOpenCalls,
  lastPrompt,
  readMessage,
  type ToolUse,
  textOfMessage,
  toolUsesOf,
  withTexts,
} from './conversation.ts';
import type { CallOptions } from './guard-call.ts';
import { guardDispatcher, type ToolFunctions } from './guard-dispatcher.ts';
import { type ToolResult, toToolResult } from './tool-result.ts';

/** A client of the Messages API, such as `new Anthropic()` of `@anthropic-ai/sdk`. */
export interface MessagesClient {
  readonly messages: {
    create(params: never, options?: never): PromiseLike<unknown>;
    stream?(params: never, options?: never): unknown;
  };
}

/** What stands beside a call when a tool is called. */
export interface ToolCallContext {
  readonly tool_use_id: string;
  /** Aborted when the loop is. */
  readonly signal?: AbortSignal;
}

/** Runs a tool: gives its answer in any form (see `toToolResult`), or throws. */
export type CallTool = (name: string, input: never, context: ToolCallContext) => unknown;

/** A conversation, and by what it is guarded. */
export type MessagesLoopOptions<Message extends object> = (EngineOptions | { readonly engine: Engine }) &
  Pick<CallOptions, 'ask'> & {
    readonly client: MessagesClient;
    /** What every request says: `model`, `max_tokens`, `tools`, `system`, …; not `messages` and `stream`. */
    readonly params: Readonly<Record<string, unknown>>;
    /**
     * The conversation. What is said is appended to this very list, so that it is there, and valid, however the loop ends.
     */
    readonly messages: Message[];
    /** Runs the tools: a function, or one for each tool by its name. */
    readonly callTool: CallTool | ToolFunctions;
    /** Ends the loop. Calls that have not answered by then are answered for them. */
    readonly signal?: AbortSignal;
    /** Told of the events of the stream; without it requests are not streamed. */
    readonly onEvent?: (event: unknown) => void;
    /** The most requests that are made; 100 unless given. */
    readonly maxTurns?: number;
  };

/** How a loop ended. */
export interface MessagesLoopResult<Message extends object> {
  /** The conversation: the list that was given. */
  readonly messages: Message[];
  /** What the model said last; undefined where it was not asked. */
  readonly message: AssistantMessage | undefined;
  /** The last message's `stop_reason`, or `max_turns`, or `prompt_denied` where a rule refused the prompt, which is taken out again. */
  readonly stopReason: string;
  /** Why the prompt was refused. */
  readonly denied?: string;
}

const defaultMostTurns = 100;

/** Why a message can hold calls that must not run: it was cut off, or refused. */
const unfinished: ReadonlySet<string | null> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

function failed(use: ToolUse, content: string, warnings: readonly string[] = []): ToolResult {
  return toToolResult(use, { type: 'tool_result', is_error: true, content }, warnings);
}

const interrupted = 'The call was interrupted. Whether it has done its work is not known.';

class MessagesLoop<Message extends object> {
  readonly #options: MessagesLoopOptions<Message>;
  readonly #engine: Engine;
  readonly #call: (use: ToolUse) => Promise<unknown>;
  readonly #warnings = new Map<string, string[]>();

  constructor(options: MessagesLoopOptions<Message>) {
    this.#options = options;
    this.#engine = engineOf(options);
    const { callTool, ask } = options;
    const guarding = {
      engine: this.#engine,
      ...(ask === undefined ? {} : { ask }),
      onWarning: (texts: readonly string[], { toolUseId }: { readonly toolUseId: string }) => {
        this.#warnings.set(toolUseId, [...(this.#warnings.get(toolUseId) ?? []), ...texts]);
      },
    };
    const dispatch = typeof callTool === 'function' ? callTool : (pick(callTool) as CallTool);
    const guarded = guardDispatcher(dispatch as (name: string, ...rest: unknown[]) => unknown, guarding);
    this.#call = ({ id, name, input }) => guarded(name, input, this.#context(id));
  }

  async run(): Promise<MessagesLoopResult<Message>> {
    const { messages } = this.#options;
    const open = closeOpenCalls(messages, use => failed(use, interrupted));
    if (open !== undefined) messages.splice(messages.length - open.replaces, open.replaces, open.message as Message);
    const denied = await this.#submitPrompt();
    if (denied !== undefined) return { messages, message: undefined, stopReason: 'prompt_denied', denied };
    try {
      return await this.#converse();
    } catch (error) {
      // The summary is written however the loop ends; nothing can hold an aborted one up.
      await this.#engine.stop({ active: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Judges the prompt, and puts in what rules say to the model at the start and with the prompt. */
  async #submitPrompt(): Promise<string | undefined> {
    const { messages } = this.#options;
    const { warnings } = await this.#engine.start();
    const prompt = lastPrompt(messages);
    if (prompt === undefined) return undefined;
    const judged = await this.#engine.judge({ hook_event_name: 'UserPromptSubmit', prompt });
    if (judged.verdict === 'deny') {
      messages.pop();
      return judged.message ?? 'BLOCKED: The prompt was refused.';
    }
    const texts = [...warnings, ...judged.warnings];
    if (texts.length > 0) messages.push(withTexts(messages.pop(), texts) as Message);
    return undefined;
  }

  async #converse(): Promise<MessagesLoopResult<Message>> {
    const { messages, signal, maxTurns = defaultMostTurns } = this.#options;
    let message: AssistantMessage | undefined;
    let active = false;
    for (let turn = 0; turn < maxTurns; turn++) {
      signal?.throwIfAborted();
      message = await this.#request();
      const goesOn = await this.#answer(message);
      signal?.throwIfAborted();
      if (goesOn) continue;
      const held = await this.#stop(message, active);
      if (held === undefined) return { messages, message, stopReason: message.stop_reason ?? 'end_turn' };
      active = true;
      messages.push({ role: 'user', content: held } as unknown as Message);
    }
    await this.#stop(message, true);
    return { messages, message, stopReason: 'max_turns' };
  }

  /** Asks the model. */
  async #request(): Promise<AssistantMessage> {
    const { client, params, messages, signal, onEvent } = this.#options;
    const request = { ...params, messages: [...messages] } as never;
    const options = (signal === undefined ? {} : { signal }) as never;
    if (onEvent === undefined) return readMessage(await client.messages.create(request, options));
    const stream = client.messages.stream?.(request, options) as
      | (AsyncIterable<unknown> & { finalMessage(): Promise<unknown> })
      | undefined;
    if (stream === undefined) throw new TypeError('the client has no `messages.stream`, which `onEvent` needs');
    for await (const event of stream) onEvent(event);
    return readMessage(await stream.finalMessage());
  }

  /**
   * Puts a message of the model and the answers to its calls into the conversation, in one go.
   * @returns whether the model is to go on
   */
  async #answer(message: AssistantMessage): Promise<boolean> {
    const { messages } = this.#options;
    const uses = toolUsesOf(message);
    const cut = unfinished.has(message.stop_reason);
    const results = cut
      ? uses.map(use => failed(use, 'The call did not run: the message was not finished.'))
      : await Promise.all(uses.map(use => this.#runTool(use)));
    const said = { role: 'assistant', content: message.content } as unknown as Message;
    const answer = { role: 'user', content: results } as unknown as Message;
    // The API refuses a message without content, and calls without an answer.
    if (message.content.length > 0) messages.push(said);
    if (results.length > 0) messages.push(answer);
    return !cut && (results.length > 0 || message.stop_reason === 'pause_turn');
  }

  async #runTool(use: ToolUse): Promise<ToolResult> {
    try {
      const value = await this.#unlessAborted(this.#call(use));
      return toToolResult(use, value, this.#warnings.get(use.id));
    } catch (error) {
      if (this.#options.signal?.aborted === true) return failed(use, interrupted);
      const text = error instanceof Error ? error.message : String(error);
      return failed(use, text === '' ? 'The tool failed.' : text, this.#warnings.get(use.id));
    } finally {
      this.#warnings.delete(use.id);
    }
  }

  /** Waits for a tool as long as the loop is not aborted: a tool may not listen to the signal. */
  async #unlessAborted<T>(running: Promise<T>): Promise<T> {
    const { signal } = this.#options;
    if (signal === undefined) return running;
    let stop: () => void = () => undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });
    try {
      return await Promise.race([running, aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #context(id: string): ToolCallContext {
    const { signal } = this.#options;
    return { tool_use_id: id, ...(signal === undefined ? {} : { signal }) };
  }

  /** Ends the turn; the text by which a rule says that it must go on. */
  async #stop(message: AssistantMessage | undefined, active: boolean): Promise<string | undefined> {
    const lastMessage = textOfMessage(message);
    const judged = await this.#engine.stop({ active, ...(lastMessage === undefined ? {} : { lastMessage }) });
    return judged.verdict === 'block' ? (judged.message ?? 'Go on.') : undefined;
  }
}

/** Calls the tool of a name. */
function pick(tools: ToolFunctions): (name: string, input: unknown, context: ToolCallContext) => unknown {
  return (name, input, context) => {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return (tool as (input: unknown, context: ToolCallContext) => unknown)(input, context);
  };
}

/**
 * Holds a conversation over the Messages API to its end, with every call of a tool judged before it runs.
 *
 * Each `tool_use` of the model is answered, also one that was denied, that failed, that was interrupted, or that stood in a
 * message that was cut off, so that the conversation can always go on. Calls of one message run in parallel. A denial is a
 * `tool_result` with `is_error: true` and the text `BLOCKED: …`; texts of `warn` rules stand behind the answers. Judges the prompt
 * (`UserPromptSubmit`) and the end of the turn (`Stop`), too.
 *
 * Tools that the API itself runs (`server_tool_use`) have run before anybody could judge them; leave them out of `tools` where
 * that matters.
 * @returns how it ended
 * @throws what the client throws, and the signal's reason; `messages` is valid then, too
 */
export function guardMessagesLoop<Message extends object>(
  options: MessagesLoopOptions<Message>,
): Promise<MessagesLoopResult<Message>> {
  return new MessagesLoop(options).run();
}
