import { isJsonObject, type JsonObject, type JsonValue, ownField, ownString } from '../../core/json/json-value.ts';

/** What became of a call. */
export type CallFate =
  /** The tool was run, whatever it said of that. */
  | { readonly kind: 'ran'; readonly read: string }
  /** It was not run. `by` is `hook` when a hook stopped it, and `client` when permissions or the client itself did. */
  | { readonly kind: 'stopped'; readonly by: 'hook' | 'client'; readonly read: string }
  /** The model never read a result: the call was not made, or the client ended before. */
  | { readonly kind: 'unanswered' };

/** A hook that the client ran, in its own words. */
export interface FiredHook {
  readonly event: string;
  /** Such as `PreToolUse:Bash`. */
  readonly name: string;
  readonly exitCode: number | undefined;
  /** `success`, `error` or `cancelled` in 2.1.332. */
  readonly outcome: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the client told of a run with `--output-format stream-json --include-hook-events`. */
export interface ClientEvents {
  readonly version: string | undefined;
  /** Its last word. */
  readonly final: string | undefined;
  readonly hooks: readonly FiredHook[];
  /** By the call's id. */
  readonly fates: ReadonlyMap<string, CallFate>;
  /** The calls of which the client said itself that a hook gave no usable answer about them. */
  readonly unchecked: ReadonlySet<string>;
}

/** Reads the client's events, a line each; lines that are none are skipped. The shapes were observed with 2.1.332. */
export function readClientEvents(stdout: string): ClientEvents {
  const events = stdout.split('\n').flatMap(parse);
  const ofType = (type: string, subtype?: string): JsonObject[] =>
    events.filter(event => event['type'] === type && (subtype === undefined || event['subtype'] === subtype));
  const result = ofType('result').at(-1);
  const denied = new Set(objects(result, 'permission_denials').flatMap(call => ownString(call, 'tool_use_id') ?? []));
  return {
    version: ofType('system', 'init').flatMap(event => ownString(event, 'claude_code_version') ?? [])[0],
    final: result === undefined ? undefined : ownString(result, 'result'),
    hooks: ofType('system', 'hook_response').map(firedHook),
    fates: new Map(ofType('user').flatMap(event => fatesIn(event, denied))),
    unchecked: new Set(ofType('system', 'informational').flatMap(uncheckedIn)),
  };
}

function parse(line: string): JsonObject[] {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? [value] : [];
  } catch {
    return [];
  }
}

function objects(from: JsonObject | undefined, key: string): readonly JsonObject[] {
  const value = from === undefined ? undefined : ownField(from, key);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function objectOf(from: JsonObject, key: string): JsonObject {
  const value = ownField(from, key);
  return isJsonObject(value) ? value : {};
}

function firedHook(event: JsonObject): FiredHook {
  const exitCode = ownField(event, 'exit_code');
  return {
    event: ownString(event, 'hook_event') ?? '',
    name: ownString(event, 'hook_name') ?? '',
    exitCode: typeof exitCode === 'number' ? exitCode : undefined,
    outcome: ownString(event, 'outcome'),
    stdout: ownString(event, 'stdout') ?? '',
    stderr: ownString(event, 'stderr') ?? '',
  };
}

function uncheckedIn(event: JsonObject): string[] {
  const id = ownString(objectOf(event, 'hook_no_verdict'), 'tool_use_id');
  return id === undefined ? [] : [id];
}

function fatesIn(event: JsonObject, denied: ReadonlySet<string>): [string, CallFate][] {
  const metas = new Map(objects(event, 'tool_result_meta').map(meta => [ownString(meta, 'id'), meta]));
  return objects(objectOf(event, 'message'), 'content')
    .filter(block => ownString(block, 'type') === 'tool_result')
    .flatMap(block => {
      const id = ownString(block, 'tool_use_id');
      return id === undefined ? [] : [[id, fateOf(block, metas.get(id), denied.has(id))] as [string, CallFate]];
    });
}

/** An older client does not say why a call was not run; its words to the model do. */
function fateOf(block: JsonObject, meta: JsonObject | undefined, isDenied: boolean): CallFate {
  const read = textOf(ownField(block, 'content'));
  if (ownField(block, 'is_error') !== true) return { kind: 'ran', read };
  const decision = objectOf(meta ?? {}, 'permission_decision');
  const saysHook = ownString(decision, 'source') === 'hook' || /^\w+:\S+ hook error: /.test(read);
  if (saysHook) return { kind: 'stopped', by: 'hook', read };
  const isStopped = isDenied || (meta !== undefined && ownString(meta, 'non_execution_kind') !== undefined);
  return isStopped ? { kind: 'stopped', by: 'client', read } : { kind: 'ran', read };
}

function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.map(block => ownString(block, 'text') ?? '').join('');
}
