import { createDenial, createMcpDenial } from './tool-result.ts';

/** One call of a tool, as it was read from the arguments of a dispatcher. */
export interface DispatchedCall {
  readonly name: string;
  /** The input as it came; what is no plain JSON object is refused. */
  readonly input: unknown;
  /** The id of the `tool_use`; a new one where the dispatcher is told none. */
  readonly toolUseId: string;
  readonly signal: AbortSignal | undefined;
  /** The arguments with another input in its place. */
  readonly withInput: (input: unknown) => readonly unknown[];
  /** What the dispatcher gives instead of the tool's answer. */
  readonly deny: (text: string) => object;
}

/** Reads a call from the arguments of a dispatcher; undefined when they are none. */
export type ReadCall = (args: readonly unknown[]) => DispatchedCall | undefined;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What stands beside name and input: an id by itself, or an object with an id, a signal, or both. */
function readExtras(extras: readonly unknown[]): {
  readonly id: string | undefined;
  readonly signal: AbortSignal | undefined;
} {
  let id: string | undefined;
  let signal: AbortSignal | undefined;
  for (const extra of extras) {
    if (extra instanceof AbortSignal) signal ??= extra;
    else if (typeof extra === 'string') id ??= nonEmpty(extra);
    else if (isFields(extra)) {
      id ??= nonEmpty(extra['tool_use_id']) ?? nonEmpty(extra['toolUseId']) ?? nonEmpty(extra['toolCallId']);
      if (extra['signal'] instanceof AbortSignal) signal ??= extra['signal'];
    }
  }
  return { id, signal };
}

const newId = (): string => `call_${crypto.randomUUID()}`;

/** `callTool(name, input, …)`. */
function readNamed([name, input, ...extras]: readonly unknown[]): DispatchedCall | undefined {
  if (typeof name !== 'string') return undefined;
  const { id = newId(), signal } = readExtras(extras);
  return {
    name,
    input,
    toolUseId: id,
    signal,
    withInput: other => [name, other, ...extras],
    deny: text => createDenial(id, text),
  };
}

/** `callTool(block, …)` with a `tool_use` block, or `callTool({ name, arguments }, …)` as in MCP. */
function readBlock([block, ...extras]: readonly unknown[]): DispatchedCall | undefined {
  if (!isFields(block) || typeof block['name'] !== 'string') return undefined;
  const key = ['input', 'arguments', 'args'].find(name => Object.hasOwn(block, name)) ?? 'arguments';
  const given = readExtras(extras);
  const id = nonEmpty(block['id']) ?? given.id ?? newId();
  return {
    name: block['name'],
    input: block[key],
    toolUseId: id,
    signal: given.signal,
    withInput: other => [{ ...block, [key]: other }, ...extras],
    deny: text => (block['type'] === 'tool_use' ? createDenial(id, text) : createMcpDenial(id, text)),
  };
}

/** Reads the usual forms: `(name, input, …)`, `(tool_use block, …)`, `({ name, arguments }, …)`. */
export const readUsualCall: ReadCall = args => readNamed(args) ?? readBlock(args);

/** Reads the call of a function that is one tool: `(input, …)`. */
export function readCallOf(name: string): ReadCall {
  return ([input, ...extras]) => {
    const call = readNamed([name, input, ...extras]);
    return call === undefined ? undefined : { ...call, withInput: other => [other, ...extras] };
  };
}
