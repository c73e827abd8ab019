import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../json/json-value.ts';

declare const claimed: unique symbol;

/**
 * A value that the model supplied, like the body of a request from a stranger. It has its own type so that it cannot be
 * handed over where a trusted value is asked for.
 */
export type Claimed<T> = T & { readonly [claimed]: true };

/** Marks a value as supplied by the model. */
export function claim<T>(value: T): Claimed<T> {
  return value as Claimed<T>;
}

/** A tool call as the client reports it. */
export interface ToolCall {
  /** The full name, such as `Bash` or `mcp__support__refund_customer`. */
  readonly name: string;
  /** The MCP server's segment of the name; empty for a built-in tool. */
  readonly server: string;
  /** The last segment of an MCP tool's name, else the name. */
  readonly short: string;
  readonly input: Claimed<JsonObject>;
  readonly useId: string | undefined;
}

/** One hook event, read and checked. */
export interface HookEvent {
  /** The event's name; one that this program does not know is a newer client's. */
  readonly name: string;
  readonly sessionId: string | undefined;
  readonly cwd: string | undefined;
  readonly tool: ToolCall | undefined;
  /** Every field as it came. */
  readonly fields: JsonObject;
  /** How many bytes it came in, where that is known. */
  readonly bytes?: number;
}

/** Splits `mcp__server__tool`; the tool's part may hold `__` itself. */
export function splitToolName(name: string): { server: string; short: string } {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name);
  return match === null ? { server: '', short: name } : { server: match[1] ?? '', short: match[2] ?? name };
}

/**
 * What a tool answered, as an expression reads it: an MCP answer of one text block that holds JSON is that JSON, and so is
 * the text by which the client hands on an MCP answer with `structuredContent`. An MCP answer that comes whole, as other
 * clients hand it on, is read likewise. Everything else is left as it came.
 * Source: observed, Claude Code 2.1.332.
 */
export function readResult(response: JsonValue | undefined): JsonValue {
  if (response === undefined) return null;
  if (typeof response === 'string') return /^[{[]/.test(response) ? parseOr(response, response) : response;
  const wrapped = isJsonObject(response) ? ownField(response, 'structuredContent') : undefined;
  if (wrapped !== undefined && isJsonObject(wrapped)) return wrapped;
  const blocks = isJsonObject(response) ? ownField(response, 'content') : undefined;
  if (Array.isArray(blocks)) return readBlocks(blocks, response);
  return readBlocks(response, response);
}

/** The JSON that the only text block of an answer holds. */
function readBlocks(blocks: JsonValue, response: JsonValue): JsonValue {
  const only = Array.isArray(blocks) && blocks.length === 1 ? (blocks[0] as JsonValue) : undefined;
  const text =
    typeof only === 'object' && only !== null && 'text' in only && typeof only.text === 'string'
      ? only.text
      : undefined;
  return text === undefined ? response : parseOr(text, response);
}

function parseOr(text: string, otherwise: JsonValue): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return otherwise;
  }
}

/** Whether a tool's answer says of itself that it is an error. */
export function saysError({ fields }: HookEvent): boolean {
  const response = ownField(fields, 'tool_response');
  return isJsonObject(response) && (ownField(response, 'is_error') === true || ownField(response, 'isError') === true);
}
