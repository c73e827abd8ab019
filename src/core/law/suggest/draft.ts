import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../json/json-value.ts';
import type { LawTest } from '../schema.ts';

/** An earlier call of the session. */
export interface EarlierCall {
  readonly tool: string;
  readonly input?: JsonObject;
  readonly result?: JsonValue;
  readonly outcome?: 'succeeded' | 'failed' | 'denied';
  readonly ago?: string;
}

interface DraftEvent {
  readonly on?: string;
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly fields?: JsonObject;
}

interface DraftGiven {
  readonly context?: JsonObject;
  readonly now?: string;
  readonly calls?: readonly EarlierCall[];
}

/** A test that is being put together: a call and what is given, and not yet what is expected. */
export interface TestDraft {
  readonly event: DraftEvent;
  readonly given: DraftGiven;
}

/** A law's test as a draft. */
export function draftOf({ event, given }: LawTest): TestDraft {
  // Both are JSON as the schema has read it.
  return { event: event as DraftEvent, given: (given ?? {}) as DraftGiven };
}

/** A draft as a test, whose name and expectation are still to be found. */
export function testFrom({ event, given }: TestDraft, name: string, expect: LawTest['expect']): LawTest {
  const test = { name, event, ...(Object.keys(given).length === 0 ? {} : { given }), expect };
  return test as LawTest;
}

/** One small thing that is set in a draft. */
export interface Setting {
  /** What is set, for the name of the test: `amount is 500`. */
  readonly label: string;
  /** Whether it helps the expression that it comes from to become true. */
  readonly fulfils?: boolean;
  /** Undefined where the draft has no place for it. */
  readonly apply: (draft: TestDraft) => TestDraft | undefined;
}

/** Where values of an expression are read and written in a draft. */
export interface Access {
  readonly read: (draft: TestDraft, path: readonly string[]) => JsonValue | undefined;
  /** Writes a value, or takes it out where it is undefined; undefined where the draft has no place for it. */
  readonly write: (draft: TestDraft, path: readonly string[], value: JsonValue | undefined) => TestDraft | undefined;
}

/** The value at a path inside another. */
export function valueIn(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (inner, name) => (isJsonObject(inner) ? ownField(inner, name) : undefined),
    value,
  );
}

/** The same value with another at a path inside it. */
export function withValue(
  whole: JsonValue | undefined,
  path: readonly string[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const fields = isJsonObject(whole) ? whole : {};
  const inner = withValue(ownField(fields, name), rest, value);
  if (inner !== undefined) return { ...fields, [name]: inner };
  const { [name]: _gone, ...others } = fields;
  return others;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The draft with other earlier calls. */
export function withCalls({ event, given }: TestDraft, calls: readonly EarlierCall[]): TestDraft {
  const { calls: _old, ...others } = given;
  return { event, given: calls.length === 0 ? others : { ...others, calls: [...calls] } };
}

/** The input of the call and the facts; other names of an expression have no place in a draft. */
export const callAccess: Access = {
  read({ event, given }, [root, ...path]) {
    if (root === 'input') return valueIn(event.input ?? {}, path);
    return root === 'context' ? valueIn(given.context ?? {}, path) : undefined;
  },
  write({ event, given }, [root, ...path], value) {
    if (path.length === 0) return undefined;
    if (root === 'input') {
      return { event: { ...event, input: asObject(withValue(event.input ?? {}, path, value)) }, given };
    }
    if (root !== 'context') return undefined;
    const context = asObject(withValue(given.context ?? {}, path, value));
    return { event, given: { ...given, context } };
  },
};

/** The same, and under `call` and `result` the newest earlier call that `concerns` finds. */
export function earlierCallAccess(concerns: (tool: string) => boolean): Access {
  const indexIn = ({ given }: TestDraft): number => (given.calls ?? []).findLastIndex(({ tool }) => concerns(tool));
  return {
    read(draft, path) {
      const [root, ...rest] = path;
      const call = draft.given.calls?.[indexIn(draft)];
      if (root === 'call') return valueIn(call?.input ?? {}, rest);
      return root === 'result' ? valueIn(call?.result, rest) : callAccess.read(draft, path);
    },
    write(draft, path, value) {
      const [root, ...rest] = path;
      if (root !== 'call' && root !== 'result') return callAccess.write(draft, path, value);
      const calls = draft.given.calls ?? [];
      const call = calls[indexIn(draft)];
      if (call === undefined) return undefined;
      const changed: EarlierCall =
        root === 'call'
          ? { ...call, input: asObject(withValue(call.input ?? {}, rest, value)) }
          : { ...call, result: withValue(call.result, rest, value) ?? null };
      return withCalls(draft, calls.with(indexIn(draft), changed));
    },
  };
}
