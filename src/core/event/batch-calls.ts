import { isJsonObject, type JsonObject, type JsonValue, ownField, ownString } from '../json/json-value.ts';
import { claim, splitToolName, type ToolCall } from './tool-event.ts';

/** One call of a batch that is over, and what the model was answered. */
export interface BatchCall {
  readonly tool: ToolCall;
  readonly response: JsonValue | undefined;
}

/** The calls of a `PostToolBatch` event; what is no call is left out. */
export function readBatchCalls(fields: JsonObject): readonly BatchCall[] {
  const calls = ownField(fields, 'tool_calls');
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: JsonValue) => {
    if (!isJsonObject(call)) return [];
    const name = ownString(call, 'tool_name');
    if (name === undefined || name === '') return [];
    const input = ownField(call, 'tool_input');
    const tool = {
      name,
      ...splitToolName(name),
      input: claim(isJsonObject(input) ? input : {}),
      useId: ownString(call, 'tool_use_id'),
    };
    return [{ tool, response: ownField(call, 'tool_response') }];
  });
}
