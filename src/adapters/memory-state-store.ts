import { matchesToolPattern } from '../core/law/tool-pattern.ts';
import { addAmounts, largerAmount } from '../core/state/amount.ts';
import { mergeReservations } from '../core/state/reservation.ts';
import type {
  Account,
  CallOutcome,
  CallRef,
  KeptReservation,
  PastCall,
  Reservation,
  ReservationStatus,
  StateAnswer,
  StateQuery,
} from '../core/state/state.ts';
import { mostPastCalls, type StateStore } from '../ports/state-store.ts';

interface Entry {
  readonly id: string;
  readonly account: Account;
  readonly amount: string;
  readonly status: ReservationStatus;
  readonly tool: string;
  readonly sessionId: string | null;
  readonly callId: string | null;
  readonly vias: readonly string[];
  readonly at: number;
  readonly releaseAt: number | null;
}

interface KeptCall {
  readonly session: string;
  readonly callId: string | null;
  readonly outcome: CallOutcome;
  readonly past: PastCall;
}

function sameAccount(a: Account, b: Account): boolean {
  return a.ledger === b.ledger && a.key === b.key;
}

/** A store that lasts as long as the process: for a law's own tests, for trials, and as the model of all other stores. */
export class MemoryStateStore implements StateStore {
  #entries: readonly Entry[] = [];
  #calls: readonly KeptCall[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  #ids = 0;

  readonly now = (local: number): Promise<number> => Promise.resolve(local);

  readonly transact: StateStore['transact'] = (call, now, _first, work) => {
    const run = async (): Promise<Awaited<ReturnType<typeof work>>> => {
      const before = this.#entries;
      try {
        return await work({
          answer: queries => {
            this.#releaseDue(queries, now);
            return Promise.resolve(queries.map(query => this.#answer(query, call)));
          },
          reserve: reservations => {
            for (const reservation of mergeReservations(reservations)) this.#reserve(reservation, call, now);
            return Promise.resolve();
          },
        });
      } catch (error) {
        this.#entries = before;
        throw error;
      }
    };
    const done = this.#queue.then(run, run);
    this.#queue = done.catch(() => undefined);
    return done;
  };

  readonly settle = (call: CallRef, _now: number, outcome: 'confirmed' | 'released'): Promise<void> => {
    const own = this.#entries.filter(entry => this.#isOf(entry, call));
    const settled = new Set<string>();
    for (const { account } of own) {
      const ofAccount = own.filter(entry => sameAccount(entry.account, account));
      const open = ofAccount.find(({ status }) => status === 'reserved');
      const lost = outcome === 'confirmed' ? ofAccount.find(({ status }) => status === 'released') : undefined;
      const chosen = open ?? lost;
      if (chosen !== undefined) settled.add(chosen.id);
    }
    this.#change(
      entry => settled.has(entry.id),
      entry => ({ ...entry, status: outcome }),
    );
    return Promise.resolve();
  };

  readonly remember = ({ sessionId, callId }: CallRef, outcome: CallOutcome, past: PastCall): Promise<void> => {
    if (sessionId === undefined) return Promise.resolve();
    const kept: KeptCall = { session: sessionId, callId: callId ?? null, outcome, past };
    const known = this.#calls.some(
      call =>
        kept.callId !== null &&
        call.session === sessionId &&
        call.callId === kept.callId &&
        call.outcome === outcome &&
        call.past.tool === past.tool,
    );
    if (!known) this.#calls = [...this.#calls, kept];
    return Promise.resolve();
  };

  readonly listReservations = (which: 'open' | 'all', limit: number): Promise<readonly KeptReservation[]> =>
    Promise.resolve(
      this.#entries
        .filter(({ status }) => which === 'all' || status === 'reserved')
        .slice(-limit)
        .reverse()
        .map(({ vias: _vias, ...entry }) => entry),
    );

  readonly release = (id: string): Promise<boolean> => {
    const found = this.#entries.some(entry => entry.id === id && entry.status !== 'released');
    this.#change(
      entry => entry.id === id,
      entry => ({ ...entry, status: 'released' }),
    );
    return Promise.resolve(found);
  };

  readonly close = (): Promise<void> => Promise.resolve();

  #change(which: (entry: Entry) => boolean, change: (entry: Entry) => Entry): void {
    this.#entries = this.#entries.map(entry => (which(entry) ? change(entry) : entry));
  }

  #isOf({ sessionId, callId }: Entry, call: CallRef): boolean {
    return (
      call.sessionId !== undefined &&
      call.callId !== undefined &&
      sessionId === call.sessionId &&
      callId === call.callId
    );
  }

  #releaseDue(queries: readonly StateQuery[], now: number): void {
    for (const query of queries) {
      if (query.kind !== 'spent') continue;
      this.#change(
        ({ account, status, releaseAt }) =>
          status === 'reserved' && releaseAt !== null && releaseAt <= now && sameAccount(account, query.account),
        entry => ({ ...entry, status: 'released' }),
      );
    }
  }

  /** What the same call has reserved through another hook entry. */
  #takenOver(account: Account, call: CallRef): Entry | undefined {
    return this.#entries.find(
      entry =>
        this.#isOf(entry, call) &&
        sameAccount(entry.account, account) &&
        entry.status !== 'released' &&
        !entry.vias.includes(call.via),
    );
  }

  #answer(query: StateQuery, call: CallRef): StateAnswer {
    if (query.kind === 'calls') {
      const calls = this.#calls
        .filter(({ session, outcome }) => session === call.sessionId && outcome === query.outcome)
        .map(({ past }) => past)
        .filter(({ tool }) => query.tools.some(pattern => matchesToolPattern(pattern, tool)))
        .reverse();
      return { kind: 'calls', calls: calls.slice(0, mostPastCalls), complete: calls.length <= mostPastCalls };
    }
    const { account, after } = query;
    const own = this.#takenOver(account, call);
    const amount = this.#entries
      .filter(entry => entry !== own && sameAccount(entry.account, account))
      .filter(({ status, at }) => status !== 'released' && (after === null || at > after))
      .reduce((sum, entry) => addAmounts(sum, entry.amount), '0');
    return { kind: 'spent', amount };
  }

  #reserve({ account, amount, tool, releaseAfterMs }: Reservation, call: CallRef, now: number): void {
    const own = this.#takenOver(account, call);
    if (own !== undefined) {
      this.#change(
        entry => entry === own,
        entry => ({ ...entry, amount: largerAmount(entry.amount, amount), vias: [...entry.vias, call.via] }),
      );
      return;
    }
    const last = this.#entries.filter(entry => sameAccount(entry.account, account)).at(-1)?.at ?? now;
    this.#ids += 1;
    const entry: Entry = {
      id: String(this.#ids),
      account,
      amount,
      status: 'reserved',
      tool,
      sessionId: call.sessionId ?? null,
      callId: call.callId ?? null,
      vias: [call.via],
      at: Math.max(now, last),
      releaseAt: releaseAfterMs === undefined ? null : now + releaseAfterMs,
    };
    this.#entries = [...this.#entries, entry];
  }
}
