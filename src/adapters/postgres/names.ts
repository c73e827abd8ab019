import type { Account, CallOutcome, CallRef } from '../../core/state/state.ts';
import { sha256 } from '../digest.ts';

/**
 * A name of fixed length for parts of any length and content: the first half of their SHA-256, in the form of a UUID
 * column. The namespace is one of the parts, so that no two fleets share anything.
 */
function nameOf(...parts: readonly (string | null)[]): string {
  const hex = sha256(JSON.stringify(parts)).slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The name of an account. */
export function accountName(namespace: string, { ledger, key }: Account): string {
  return nameOf(namespace, 'account', ledger, key);
}

/** The number of an account's advisory lock: the first 64 bits of its name. `lockOfAccount` in entries.ts says the same in SQL. */
export function lockNumber(account: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${account.replaceAll('-', '').slice(0, 16)}`));
}

/** The name of a call; undefined where the client named none. */
export function callName(namespace: string, { sessionId, callId }: CallRef): string | undefined {
  if (sessionId === undefined || callId === undefined) return undefined;
  return nameOf(namespace, 'call', sessionId, callId);
}

/** The name of a session. */
export function sessionName(namespace: string, sessionId: string): string {
  return nameOf(namespace, 'session', sessionId);
}

/** What is remembered once; null where the client named no call, since then nobody can tell. */
export function rememberedName(namespace: string, call: CallRef, outcome: CallOutcome, tool: string): string | null {
  if (call.sessionId === undefined || call.callId === undefined) return null;
  return nameOf(namespace, 'past', call.sessionId, call.callId, outcome, tool);
}
