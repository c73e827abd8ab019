import type { KeptReservation } from '../core/state/state.ts';
import type { Painter } from './painter.ts';
import { plural } from './plural.ts';

/** An account's key as a person reads it: its values, without the brackets that keep them apart. */
function describeKey(key: string): string {
  const parts = JSON.parse(key) as string[];
  return parts.join(', ');
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Reservations for programs; times are ISO 8601. */
export function reservationsToJson(kept: readonly KeptReservation[]): object[] {
  return kept.map(({ id, account, amount, status, tool, sessionId, callId, at, releaseAt }) => ({
    id,
    rule: account.ledger,
    key: JSON.parse(account.key) as unknown,
    amount,
    status,
    tool,
    session_id: sessionId,
    tool_use_id: callId,
    time: isoTime(at),
    release_at: releaseAt === null ? null : isoTime(releaseAt),
  }));
}

/** A call may have reserved from several accounts; one without an id is a call of its own. */
function countCalls(kept: readonly KeptReservation[]): number {
  return new Set(kept.map(({ sessionId, callId, id }) => (callId === null ? id : JSON.stringify([sessionId, callId]))))
    .size;
}

/** Reservations for a person, newest first. */
export function renderReservations(kept: readonly KeptReservation[], all: boolean, paint: Painter): string {
  if (kept.length === 0) return all ? 'nothing was ever reserved\n' : 'no call is still to report\n';
  const lines = kept.map(({ id, account, amount, status, tool, sessionId, callId, at, releaseAt }) => {
    const key = describeKey(account.key);
    return [
      `${paint.bold(`#${id}`)} ${status}: ${amount} of ${account.ledger}${key === '' ? '' : ` for ${key}`}`,
      paint.dim(
        `   ${isoTime(at)} ${tool}${sessionId === null ? '' : `, session ${sessionId}`}${callId === null ? '' : `, call ${callId}`}`,
      ),
      ...(status === 'reserved' && releaseAt !== null ? [paint.dim(`   counts until ${isoTime(releaseAt)}`)] : []),
    ].join('\n');
  });
  const sum = `${plural(kept.length, 'reservation')}${all ? '' : ` of ${plural(countCalls(kept), 'call')} still to report`}`;
  return `${lines.join('\n')}\n${sum}\n`;
}
