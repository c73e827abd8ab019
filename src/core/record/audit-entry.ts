import type { Decision } from '../decision/decision.ts';
import type { HookEvent } from '../event/tool-event.ts';
import { readResult, saysError } from '../event/tool-event.ts';
import { type JsonValue, ownField, ownString } from '../json/json-value.ts';
import { type Digest, hideSecretsOf, keepText, keepValue } from './keep-value.ts';

/**
 * What became of a call. `permitted` is written ahead of the call where the law says `audit: required`;
 * `asked` was put to the user, and whether it ran stands in a later row.
 */
export type Outcome = 'executed' | 'failed' | 'denied' | 'asked' | 'permitted';

/**
 * Who decided: a rule of the law, hooklaw itself (something could not be judged, or would have weakened the guard), or the
 * client (nothing spoke against it).
 */
export type DecidedBy = 'law' | 'hooklaw' | 'client';

/** One line of `audit_log.jsonl`. */
export interface AuditEntry {
  readonly id: string;
  /** ISO 8601 with the zone. */
  readonly time: string;
  readonly event: string;
  readonly outcome: Outcome;
  readonly tool: string | null;
  readonly input: JsonValue;
  readonly result: JsonValue;
  readonly is_error: boolean;
  readonly duration_ms: number | null;
  readonly session_id: string | null;
  readonly prompt_id: string | null;
  readonly tool_use_id: string | null;
  readonly agent_id: string | null;
  readonly agent_type: string | null;
  readonly rule: string | null;
  readonly rule_layer: string | null;
  readonly decided_by: DecidedBy;
  /** The text that the model was given, or why a check could not run. */
  readonly reason: string | null;
  readonly failure: string | null;
}

/** What an entry needs from outside; asked only when there is something to write. */
export interface RecordContext {
  readonly id: () => string;
  readonly time: () => string;
  readonly digest: Digest;
}

function outcomeOf(event: HookEvent, decision: Decision, auditRequired: boolean): Outcome | undefined {
  if (decision.verdict === 'deny') return 'denied';
  if (event.name === 'PostToolUse') return 'executed';
  if (event.name === 'PostToolUseFailure') return 'failed';
  if (decision.verdict === 'ask') return 'asked';
  return auditRequired && event.name === 'PreToolUse' ? 'permitted' : undefined;
}

function resultOf(event: HookEvent): JsonValue {
  if (event.name === 'PostToolUseFailure') return ownField(event.fields, 'error') ?? null;
  return event.name === 'PostToolUse' ? readResult(ownField(event.fields, 'tool_response')) : null;
}

function whoDecided({ failure, rule, verdict }: Decision): DecidedBy {
  if (failure !== undefined) return 'hooklaw';
  if (rule !== undefined) return 'law';
  return verdict === 'deny' ? 'hooklaw' : 'client';
}

/** The audit line of a judged event; undefined when the event leaves none. */
export function createAuditEntry(
  event: HookEvent,
  decision: Decision,
  auditRequired: boolean,
  { id, time, digest }: RecordContext,
): AuditEntry | undefined {
  const outcome = outcomeOf(event, decision, auditRequired);
  if (outcome === undefined) return undefined;
  const keep = (value: JsonValue): JsonValue => keepValue(value, digest);
  const duration = ownField(event.fields, 'duration_ms');
  const { rule } = decision;
  const tell = (text: string | undefined): string | null =>
    text === undefined ? null : keepText(hideSecretsOf(event.tool?.input ?? null, text), digest);
  return {
    id: id(),
    time: time(),
    event: event.name,
    outcome,
    tool: event.tool?.name.slice(0, 500) ?? null,
    input: keep(event.tool?.input ?? null),
    result: keep(resultOf(event)),
    is_error: outcome === 'failed' || outcome === 'denied' || saysError(event),
    duration_ms: typeof duration === 'number' ? duration : null,
    session_id: event.sessionId ?? null,
    prompt_id: ownString(event.fields, 'prompt_id') ?? null,
    tool_use_id: event.tool?.useId ?? null,
    agent_id: ownString(event.fields, 'agent_id') ?? null,
    agent_type: ownString(event.fields, 'agent_type') ?? null,
    rule: rule?.id ?? null,
    rule_layer: rule?.layer ?? null,
    decided_by: whoDecided(decision),
    reason: tell(decision.message),
    failure: tell(decision.failure),
  };
}
