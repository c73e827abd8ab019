/** What the Messages API takes as the answer to a `tool_use`. */
export interface ToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly is_error?: boolean;
  readonly content?: string | readonly object[];
  /** Demanded in answers to tools of a toolset. */
  readonly toolset_name?: string;
}

/** The answer to a call that a rule has stopped. Its text begins with `BLOCKED:`. */
export interface Denial extends ToolResult {
  readonly is_error: true;
  readonly content: string;
}

/** The same in the form of an MCP client, whose `callTool` takes `{ name, arguments }`. */
export interface McpDenial {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly isError: true;
  readonly _meta: { readonly 'hooklaw/tool_use_id': string };
}

/** Marks denials; it is seen by no JSON and no copy. */
const denialMark = Symbol.for('hooklaw.denial');

function asDenial<T extends object>(value: T): T {
  return Object.defineProperty(value, denialMark, { value: true });
}

export function createDenial(toolUseId: string, text: string): Denial {
  return asDenial({ type: 'tool_result', tool_use_id: toolUseId, is_error: true, content: text });
}

export function createMcpDenial(toolUseId: string, text: string): McpDenial {
  return asDenial({ content: [{ type: 'text', text }], isError: true, _meta: { 'hooklaw/tool_use_id': toolUseId } });
}

/** Whether what a guarded dispatcher gave is a denial, and no answer of a tool, whatever text that has. */
export function isDenial(value: unknown): value is Denial | McpDenial {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, denialMark);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The blocks that may stand in an answer. */
const blockTypes = new Set(['text', 'image', 'search_result', 'document', 'tool_reference', 'browser_state']);

function isBlocks(value: unknown): value is readonly object[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(item => isRecord(item) && blockTypes.has(String(item['type'])))
  );
}

/** A block of MCP as one of the Messages API: pictures are written otherwise, and what has no form there becomes text. */
function fromMcp(block: unknown): object {
  if (isRecord(block)) {
    const { type, text, data, mimeType } = block;
    if (type === 'text' && typeof text === 'string') return { type, text };
    if (type === 'image' && typeof data === 'string')
      return { type, source: { type: 'base64', media_type: mimeType, data } };
  }
  return { type: 'text', text: JSON.stringify(block) ?? '' };
}

function contentOf(value: unknown): string | readonly object[] {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (isBlocks(value)) return value;
  if (isRecord(value) && Array.isArray(value['content'])) {
    const blocks: readonly unknown[] = value['content'];
    return blocks.length === 0 && value['structuredContent'] !== undefined
      ? JSON.stringify(value['structuredContent'])
      : blocks.map(fromMcp);
  }
  return JSON.stringify(value) ?? String(value);
}

/** Whether a tool says of its own answer that it is an error. */
export function saysItFailed(value: unknown): boolean {
  return isRecord(value) && (value['is_error'] === true || value['isError'] === true);
}

/**
 * Makes the answer to a `tool_use` of whatever a tool gave: a text, blocks, an MCP answer, any other value as JSON, or a
 * `tool_result`, which keeps its content and gets the right id.
 * @param use the `tool_use` block that is answered
 * @param warnings texts of rules for the model, which are put behind the answer
 */
export function toToolResult(
  use: { readonly id: string; readonly toolset_name?: string | null },
  value: unknown,
  warnings: readonly string[] = [],
): ToolResult {
  const own = isRecord(value) && value['type'] === 'tool_result';
  const content = own ? contentOf(value['content']) : contentOf(value);
  return {
    ...(own ? value : {}),
    type: 'tool_result',
    tool_use_id: use.id,
    ...(typeof use.toolset_name === 'string' ? { toolset_name: use.toolset_name } : {}),
    ...(saysItFailed(value) ? { is_error: true } : {}),
    content:
      warnings.length === 0 ? content : [...blocksOf(content), ...warnings.map(text => ({ type: 'text', text }))],
  };
}

function blocksOf(content: string | readonly object[]): readonly object[] {
  if (typeof content !== 'string') return content;
  // The API refuses a text block without text.
  return content === '' ? [] : [{ type: 'text', text: content }];
}

/** The text of an answer, for what is told of a call that failed. */
export function textOf(value: unknown): string {
  const content = contentOf(isRecord(value) && value['type'] === 'tool_result' ? value['content'] : value);
  if (typeof content === 'string') return content;
  return content.map(block => ('text' in block && typeof block.text === 'string' ? block.text : '')).join('\n');
}
