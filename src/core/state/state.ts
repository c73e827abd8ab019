import type { JsonValue } from '../json/json-value.ts';

/** Whose spending is counted together: the rule that limits it, and the value of its key. */
export interface Account {
  /** `layer/rule id`, so that a rule keeps its account when the law around it changes. */
  readonly ledger: string;
  /** The canonical text of the key's values. */
  readonly key: string;
}

/** One call of a tool, as the client names it. */
export interface CallRef {
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  /**
   * Which of the client's hook entries asks. The client runs an entry once for a call, so the same call asked for by
   * another entry is the same spending, and asked for again by the same entry is another one.
   */
  readonly via: string;
}

export type CallOutcome = 'succeeded' | 'failed' | 'denied';

/** What a judgement asks of the state. */
export type StateQuery =
  /** The sum of what counts in an account later than `after` (milliseconds; null: from the beginning). */
  | { readonly kind: 'spent'; readonly account: Account; readonly after: number | null }
  /** The session's earlier calls of tools that fit one of the patterns. */
  | { readonly kind: 'calls'; readonly outcome: CallOutcome; readonly tools: readonly string[] };

/** A call that is over, as far as it is remembered. */
export interface PastCall {
  readonly tool: string;
  readonly input: JsonValue;
  /** Null for calls that failed or were denied. */
  readonly result: JsonValue;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The answer to a query, in the order asked. */
export type StateAnswer =
  /** Exact decimal text. */
  | { readonly kind: 'spent'; readonly amount: string }
  /** Newest first. `complete` is false when there were more than are given. */
  | { readonly kind: 'calls'; readonly calls: readonly PastCall[]; readonly complete: boolean };

/** An amount that is taken from an account before the call runs. */
export interface Reservation {
  readonly account: Account;
  /** Exact decimal text, zero or more. */
  readonly amount: string;
  /** The tool, for the list of reservations. */
  readonly tool: string;
  /** After how many milliseconds a reservation whose call never reports counts no longer; absent: it counts as spent. */
  readonly releaseAfterMs?: number;
}

/** `reserved`: its call has not reported. `confirmed`: it ran. `released`: it did not, and counts no longer. */
export type ReservationStatus = 'reserved' | 'confirmed' | 'released';

/** A reservation as it is kept. */
export interface KeptReservation {
  readonly id: string;
  readonly account: Account;
  readonly amount: string;
  readonly status: ReservationStatus;
  readonly tool: string;
  readonly sessionId: string | null;
  readonly callId: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly releaseAt: number | null;
}

/** The name of a query, by which its answer is found again. */
export function queryName(query: StateQuery): string {
  return query.kind === 'spent'
    ? JSON.stringify(['spent', query.account.ledger, query.account.key, query.after])
    : JSON.stringify(['calls', query.outcome, ...query.tools]);
}
