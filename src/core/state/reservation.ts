import { largerAmount } from './amount.ts';
import type { Reservation } from './state.ts';

/**
 * One reservation for each account, the largest: an approved law and its unapproved change may both ask for the same
 * spending. The sooner release is dropped for the later one, since money errs on the safe side.
 */
export function mergeReservations(reservations: readonly Reservation[]): Reservation[] {
  const merged = new Map<string, Reservation>();
  for (const reservation of reservations) {
    const name = JSON.stringify([reservation.account.ledger, reservation.account.key]);
    const other = merged.get(name);
    merged.set(name, other === undefined ? reservation : mergeTwo(other, reservation));
  }
  return [...merged.values()];
}

function mergeTwo(a: Reservation, b: Reservation): Reservation {
  const { releaseAfterMs: first, ...rest } = a;
  const second = b.releaseAfterMs;
  return {
    ...rest,
    amount: largerAmount(a.amount, b.amount),
    ...(first === undefined || second === undefined ? {} : { releaseAfterMs: Math.max(first, second) }),
  };
}
