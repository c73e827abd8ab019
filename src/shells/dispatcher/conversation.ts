import type { ToolResult } from './tool-result.ts';

/** A call that the model makes. */
export interface ToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly toolset_name?: string | null;
}

/** A message of the model, as far as a loop looks at it. */
export interface AssistantMessage {
  readonly content: readonly { readonly type: string }[];
  readonly stop_reason: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function blocksOf(message: unknown): readonly Fields[] {
  if (!isFields(message)) return [];
  const { content } = message;
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isFields) : [];
}

/** The calls in a message. */
export function toolUsesOf(message: unknown): readonly ToolUse[] {
  return blocksOf(message).filter(
    (block): block is Fields & ToolUse =>
      block['type'] === 'tool_use' && typeof block['id'] === 'string' && typeof block['name'] === 'string',
  );
}

/** The text of a message; undefined where it has none. */
export function textOfMessage(message: unknown): string | undefined {
  const texts = blocksOf(message).flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}

/**
 * Reads the answer of the Messages API.
 * @throws {TypeError} for what is none
 */
export function readMessage(value: unknown): AssistantMessage {
  if (isFields(value) && Array.isArray(value['content'])) return value as unknown as AssistantMessage;
  throw new TypeError('the client gave no message; for a stream, give `onEvent` and leave `stream` out of `params`');
}

function isFrom(message: unknown, role: string): boolean {
  return isFields(message) && message['role'] === role;
}

/** The text by which the last message of a conversation asks something; undefined where it does not come from the user. */
export function lastPrompt(messages: readonly unknown[]): string | undefined {
  const last = messages.at(-1);
  return isFrom(last, 'user') ? textOfMessage(last) : undefined;
}

/** A user's message with further texts behind what it says. */
export function withTexts(message: unknown, texts: readonly string[]): object {
  return {
    ...(message as object),
    role: 'user',
    content: [...blocksOf(message), ...texts.map(text => ({ type: 'text', text }))],
  };
}

/**
 * What has to be put into a conversation so that it is valid: the answers to calls of its last message of the model that
 * nobody has answered, as after a crash.
 * @param answer gives the answer to one of them
 * @returns the message that answers, and how many messages at the end it takes the place of; undefined where nothing is open
 */
export function closeOpenCalls(
  messages: readonly unknown[],
  answer: (use: ToolUse) => ToolResult,
): { readonly message: object; readonly replaces: 0 | 1 } | undefined {
  const at = messages.findLastIndex(message => isFrom(message, 'assistant'));
  if (at < messages.length - 2) return undefined;
  const after = messages[at + 1];
  const answered = new Set(
    blocksOf(after).flatMap(({ type, tool_use_id }) => (type === 'tool_result' ? [tool_use_id] : [])),
  );
  const open = toolUsesOf(messages[at]).filter(({ id }) => !answered.has(id));
  if (open.length === 0) return undefined;
  // Answers stand before everything else in a message.
  const given = blocksOf(after);
  const isAnswer = ({ type }: Fields): boolean => type === 'tool_result';
  const content = [...given.filter(isAnswer), ...open.map(answer), ...given.filter(block => !isAnswer(block))];
  return { message: { role: 'user', content }, replaces: after === undefined ? 0 : 1 };
}
