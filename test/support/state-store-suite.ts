import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  Account,
  CallRef,
  KeptReservation,
  PastCall,
  Reservation,
  StateQuery,
} from '../../src/core/state/state.ts';
import { mostPastCalls, StateError, type StateStore } from '../../src/ports/state-store.ts';

/** A state of its own, which can be opened more than once. */
export interface StatePlace {
  readonly open: () => Promise<StateStore>;
  /** Marks the state as one of a later version of the program; absent for a store that nobody else can have written. */
  readonly makeNewer?: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

export type CreatePlace = () => Promise<StatePlace>;

const team: Account = { ledger: 'user/weekly', key: '["sales"]' };
const other: Account = { ledger: 'user/weekly', key: '["support"]' };

/** A call; by default one of its own that the client has not named. */
function callBy(via: string, callId?: string, sessionId = 's-1'): CallRef {
  return { sessionId, callId, via };
}

function reservation(amount: string, more: Partial<Reservation> = {}): Reservation {
  return { account: team, amount, tool: 'refund', ...more };
}

function spentQuery(account: Account = team, after: number | null = null): StateQuery {
  return { kind: 'spent', account, after };
}

export async function reserve(
  store: StateStore,
  call: CallRef,
  now: number,
  ...some: readonly Reservation[]
): Promise<void> {
  await store.transact(call, now, [], transaction => transaction.reserve(some));
}

/** What was spent, asked for by a call that has nothing to do with the account. */
export async function spent(
  store: StateStore,
  { account = team, after = null, now = 1_000_000, call = callBy('asker') }: Partial<SpentOptions> = {},
): Promise<string> {
  const query = spentQuery(account, after);
  const [answer] = await store.transact(call, now, [query], transaction => transaction.answer([query]));
  if (answer?.kind !== 'spent') throw new Error(`no sum: ${JSON.stringify(answer)}`);
  return answer.amount;
}

interface SpentOptions {
  readonly account: Account;
  readonly after: number | null;
  readonly now: number;
  readonly call: CallRef;
}

async function pastCalls(
  store: StateStore,
  tools: readonly string[],
  {
    sessionId = 's-1',
    outcome = 'succeeded',
  }: { sessionId?: string; outcome?: 'succeeded' | 'failed' | 'denied' } = {},
): Promise<{ readonly calls: readonly PastCall[]; readonly complete: boolean }> {
  const query: StateQuery = { kind: 'calls', outcome, tools };
  const [answer] = await store.transact(callBy('asker', undefined, sessionId), 1, [query], ({ answer }) =>
    answer([query]),
  );
  if (answer?.kind !== 'calls') throw new Error(`no calls: ${JSON.stringify(answer)}`);
  return answer;
}

function past(tool: string, at: number, more: Partial<PastCall> = {}): PastCall {
  return { tool, input: { at }, result: null, at, ...more };
}

function statuses(reservations: readonly KeptReservation[]): readonly string[] {
  return reservations.map(({ amount, status }) => `${amount} ${status}`);
}

/** Takes one from an account with a limit of `limit`, as a rule would; tells whether that was allowed. */
function takeOne(store: StateStore, call: CallRef, limit: number, first: readonly StateQuery[]): Promise<boolean> {
  return store.transact(call, 1_000, first, async transaction => {
    const [answer] = await transaction.answer([spentQuery()]);
    if (answer?.kind !== 'spent' || Number(answer.amount) + 1 > limit) return false;
    await transaction.reserve([reservation('1')]);
    return true;
  });
}

interface SuiteOptions {
  readonly skip?: boolean;
  /** The store lasts only as long as the process, so that no other version can have written it. */
  readonly memory?: boolean;
  /** Waiting for a lock holds the whole process up, so that two stores of one process are not asked at once. */
  readonly blocks?: boolean;
}

/** The tests that every store passes: one for each sentence of the port. */
export function describeStateStore(name: string, createPlace: CreatePlace, options: SuiteOptions = {}): void {
  describe.skipIf(options.skip === true)(name, () => {
    let place: StatePlace;
    let store: StateStore;

    beforeEach(async () => {
      place = await createPlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    /** Another store on the same state, which may be asked at the same time. */
    async function openSecond(): Promise<StateStore> {
      return options.blocks === true ? store : await place.open();
    }

    describe('sums', () => {
      it('are zero at first, exact, and kept apart by ledger and key', async () => {
        expect(await spent(store)).toBe('0');
        await reserve(store, callBy('a'), 1_000, reservation('0.1'), reservation('7', { account: other }));
        await reserve(store, callBy('a'), 1_001, reservation('0.2'));
        await reserve(store, callBy('a'), 1_002, reservation('1000000000000000'));
        await reserve(store, callBy('a'), 1_003, reservation('0.000000001'));
        expect(await spent(store)).toBe('1000000000000000.300000001');
        expect(await spent(store, { account: other })).toBe('7');
        expect(await spent(store, { account: { ledger: 'user/weekly["sales"]', key: '' } })).toBe('0');
      });

      it('begin after the time asked for, which itself no longer counts', async () => {
        for (const at of [1_000, 2_000, 2_000, 3_000]) await reserve(store, callBy('a'), at, reservation('1'));
        const after = (time: number | null): Promise<string> => spent(store, { after: time });
        expect(await Promise.all([null, -5, 999, 1_000, 1_999, 2_000, 3_000].map(after))).toEqual([
          '4',
          '4',
          '4',
          '3',
          '3',
          '1',
          '0',
        ]);
      });

      it('are answered in the order asked, together with earlier calls', async () => {
        await reserve(store, callBy('a'), 1_000, reservation('1'));
        await store.remember(callBy('a'), 'succeeded', past('verify', 900));
        const queries: StateQuery[] = [
          spentQuery(other),
          { kind: 'calls', outcome: 'succeeded', tools: ['verify'] },
          spentQuery(),
          spentQuery(team, 1_000),
        ];
        const answers = await store.transact(callBy('b'), 2_000, [], ({ answer }) => answer(queries));
        expect(answers).toEqual([
          { kind: 'spent', amount: '0' },
          { kind: 'calls', calls: [past('verify', 900)], complete: true },
          { kind: 'spent', amount: '1' },
          { kind: 'spent', amount: '0' },
        ]);
      });

      it('hold what the same transaction has reserved', async () => {
        const answers = await store.transact(callBy('a'), 1_000, [spentQuery()], async transaction => {
          const before = await transaction.answer([spentQuery()]);
          await transaction.reserve([reservation('5')]);
          await transaction.reserve([reservation('6', { account: other })]);
          return [...before, ...(await transaction.answer([spentQuery(), spentQuery(other)]))];
        });
        expect(answers.map(answer => answer.kind === 'spent' && answer.amount)).toEqual(['0', '5', '6']);
      });
    });

    describe('a transaction', () => {
      it('gives what the work gives', async () => {
        expect(await store.transact(callBy('a'), 1, [], () => Promise.resolve('done'))).toBe('done');
      });

      it('is undone when the work throws, with what it released; the error is the one thrown', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('3', { releaseAfterMs: 100 }));
        const error = new Error('the work fails');
        const failing = store.transact(callBy('a', 'c-2'), 2_000, [spentQuery()], async transaction => {
          expect(await transaction.answer([spentQuery()])).toEqual([{ kind: 'spent', amount: '0' }]);
          await transaction.reserve([reservation('5')]);
          await transaction.answer([spentQuery()]);
          throw error;
        });
        await expect(failing).rejects.toBe(error);
        expect(statuses(await store.listReservations('all', 9))).toEqual(['3 reserved']);
        expect(await spent(store, { now: 1_050 })).toBe('3');
      });

      it.each([
        ['named at the start', [spentQuery()]],
        ['asked for later', []],
      ])(
        'lets nobody else reserve on an account that was %s, so that a limit is reached exactly',
        async (_how, first) => {
          const second = await openSecond();
          try {
            const calls = Array.from({ length: 24 }, (_, index) =>
              takeOne(index % 2 === 0 ? store : second, callBy('a', `c-${index}`), 10, first),
            );
            const allowed = await Promise.all(calls);
            expect(allowed.filter(Boolean)).toHaveLength(10);
            expect(await spent(store)).toBe('10');
          } finally {
            if (second !== store) await second.close();
          }
        },
      );

      it('ends also when two ask for the same accounts in opposite order', async () => {
        const second = await openSecond();
        const both = (from: StateStore, via: string, [one, two]: readonly [Account, Account]): Promise<void> =>
          from.transact(callBy(via), 1_000, [], async transaction => {
            await transaction.answer([spentQuery(one)]);
            await new Promise(resolve => setTimeout(resolve, 20));
            await transaction.answer([spentQuery(two)]);
            await transaction.reserve([reservation('1', { account: one }), reservation('1', { account: two })]);
          });
        try {
          await Promise.all([both(store, 'a', [team, other]), both(second, 'b', [other, team])]);
          expect([await spent(store), await spent(store, { account: other })]).toEqual(['2', '2']);
        } finally {
          if (second !== store) await second.close();
        }
      });
    });

    describe('a reservation', () => {
      it('of the same call through another entry is taken over: counted once, the larger amount', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('5'));
        await reserve(store, callBy('a', 'c-2'), 1_001, reservation('1'));
        expect(await spent(store, { call: callBy('b', 'c-1') })).toBe('1');
        expect(await spent(store, { call: callBy('b', 'c-1'), after: 1_000 })).toBe('1');
        await reserve(store, callBy('b', 'c-1'), 1_002, reservation('8'));
        expect(await spent(store)).toBe('9');
        await reserve(store, callBy('c', 'c-1'), 1_003, reservation('2'));
        expect(await spent(store)).toBe('9');
        expect(await spent(store, { after: 1_000 })).toBe('1');
        expect(statuses(await store.listReservations('all', 9))).toEqual(['1 reserved', '8 reserved']);
      });

      it.each(['a', 'b'])(
        'asked for again by entry %s, which has made it or taken it over, is another one',
        async via => {
          await reserve(store, callBy('a', 'c-1'), 1_000, reservation('5'));
          await reserve(store, callBy('b', 'c-1'), 1_001, reservation('5'));
          expect(await spent(store, { call: callBy(via, 'c-1') })).toBe('5');
          await reserve(store, callBy(via, 'c-1'), 1_002, reservation('5'));
          expect(await spent(store)).toBe('10');
        },
      );

      it('is taken over when its call has run, and not when it was released', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('5'));
        await store.settle(callBy('a', 'c-1'), 1_001, 'confirmed');
        await reserve(store, callBy('b', 'c-1'), 1_002, reservation('5'));
        expect(await spent(store)).toBe('5');
        await reserve(store, callBy('a', 'c-2'), 1_003, reservation('7'));
        await store.settle(callBy('a', 'c-2'), 1_004, 'released');
        expect(await spent(store, { call: callBy('b', 'c-2') })).toBe('5');
        await reserve(store, callBy('b', 'c-2'), 1_005, reservation('7'));
        expect(statuses(await store.listReservations('all', 9))).toEqual(['7 reserved', '7 released', '5 confirmed']);
      });

      it('of a call that the client has not named, or of another session, is always another one', async () => {
        await reserve(store, callBy('a'), 1_000, reservation('1'));
        await reserve(store, callBy('b'), 1_000, reservation('1'));
        await reserve(store, { sessionId: undefined, callId: 'c-1', via: 'a' }, 1_000, reservation('1'));
        await reserve(store, { sessionId: undefined, callId: 'c-1', via: 'b' }, 1_000, reservation('1'));
        await reserve(store, callBy('a', 'c-1', 's-1'), 1_000, reservation('1'));
        await reserve(store, callBy('b', 'c-1', 's-2'), 1_000, reservation('1'));
        expect(await spent(store)).toBe('6');
      });

      it('is one when several are asked for one account in one go, the largest', async () => {
        const several = [
          reservation('9'),
          reservation('10', { releaseAfterMs: 100 }),
          reservation('2', { account: other }),
        ];
        await reserve(store, callBy('a', 'c-1'), 1_000, ...several);
        expect(await spent(store)).toBe('10');
        const [, kept] = await store.listReservations('all', 9);
        expect(kept).toMatchObject({ amount: '10', releaseAt: null });
      });

      it('is never dated before the last one of its account, whatever the clock says', async () => {
        await reserve(store, callBy('a'), 5_000, reservation('1'));
        await reserve(store, callBy('a'), 3_000, reservation('2', { releaseAfterMs: 100 }));
        await reserve(store, callBy('a'), 3_000, reservation('4', { account: other }));
        expect(await spent(store, { after: 4_000, now: 3_000 })).toBe('3');
        expect((await store.listReservations('all', 9)).map(({ at, releaseAt }) => [at, releaseAt])).toEqual([
          [3_000, null],
          [5_000, 3_100],
          [5_000, null],
        ]);
      });

      it('is released when it is due, as soon as its account is asked for', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('1', { releaseAfterMs: 100 }));
        await reserve(store, callBy('a', 'c-2'), 1_010, reservation('2'));
        await reserve(store, callBy('a', 'c-3'), 1_020, reservation('4', { releaseAfterMs: 100 }));
        await reserve(store, callBy('a', 'c-4'), 1_020, reservation('8', { releaseAfterMs: 100, account: other }));
        await store.settle(callBy('a', 'c-3'), 1_030, 'confirmed');
        expect(await spent(store, { now: 1_099 })).toBe('7');
        expect(statuses(await store.listReservations('open', 9))).toEqual(['8 reserved', '2 reserved', '1 reserved']);
        expect(await spent(store, { now: 1_100 })).toBe('6');
        expect(await spent(store, { now: 1_050 })).toBe('6');
        expect(await spent(store, { now: 5_000, after: 1_010 })).toBe('4');
        expect(statuses(await store.listReservations('all', 9))).toEqual([
          '8 reserved',
          '4 confirmed',
          '2 reserved',
          '1 released',
        ]);
      });
    });

    describe('settling', () => {
      it('confirms what was reserved, in every account', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('1'), reservation('2', { account: other }));
        await reserve(store, callBy('a', 'c-2'), 1_000, reservation('3'));
        await store.settle(callBy('z', 'c-1'), 1_001, 'confirmed');
        expect(statuses(await store.listReservations('all', 9)).toSorted()).toEqual([
          '1 confirmed',
          '2 confirmed',
          '3 reserved',
        ]);
        expect(await spent(store)).toBe('4');
      });

      it('releases only what is still reserved', async () => {
        for (const callId of ['c-1', 'c-2', 'c-3']) await reserve(store, callBy('a', callId), 1_000, reservation('1'));
        await store.settle(callBy('a', 'c-1'), 1_001, 'confirmed');
        await store.settle(callBy('a', 'c-1'), 1_002, 'released');
        await store.settle(callBy('a', 'c-2'), 1_002, 'released');
        await store.settle(callBy('a', 'c-2'), 1_003, 'released');
        expect(await spent(store)).toBe('2');
        expect(statuses(await store.listReservations('all', 9))).toEqual(['1 reserved', '1 released', '1 confirmed']);
      });

      it('takes a release back when the call ran after all', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('5', { releaseAfterMs: 10 }));
        await reserve(store, callBy('a', 'c-2'), 1_001, reservation('1'));
        expect(await spent(store, { now: 2_000 })).toBe('1');
        await store.settle(callBy('a', 'c-1'), 3_000, 'confirmed');
        expect(await spent(store, { now: 4_000 })).toBe('6');
        expect(await spent(store, { now: 4_000, after: 1_000 })).toBe('1');
      });

      it('settles one of several that the same entry made, the oldest that is open', async () => {
        for (const amount of ['1', '2', '4']) await reserve(store, callBy('a', 'c-1'), 1_000, reservation(amount));
        await store.settle(callBy('a', 'c-1'), 1_001, 'released');
        await store.settle(callBy('a', 'c-1'), 1_001, 'confirmed');
        expect(statuses(await store.listReservations('all', 9))).toEqual(['4 reserved', '2 confirmed', '1 released']);
        expect(await spent(store)).toBe('6');
      });

      it('leaves everything alone for a call that has reserved nothing or has no name', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('1'));
        await reserve(store, callBy('a'), 1_000, reservation('1'));
        for (const call of [callBy('a', 'c-9'), callBy('a', 'c-1', 's-9'), callBy('a')]) {
          await store.settle(call, 1_001, 'released');
        }
        expect(await spent(store)).toBe('2');
      });
    });

    describe('earlier calls', () => {
      it('are given for their session, outcome and tools, newest first', async () => {
        await store.remember(callBy('a', 'c-1'), 'succeeded', past('verify', 3_000));
        await store.remember(callBy('a', 'c-2'), 'succeeded', past('refund', 2_000));
        await store.remember(callBy('a', 'c-3'), 'failed', past('verify', 1_000));
        await store.remember(callBy('a', 'c-4', 's-2'), 'succeeded', past('verify', 1_000));
        await store.remember(callBy('a', 'c-5'), 'succeeded', past('verify', 1_000));
        expect(await pastCalls(store, ['verify', 'other'])).toEqual({
          kind: 'calls',
          calls: [past('verify', 1_000), past('verify', 3_000)],
          complete: true,
        });
        expect((await pastCalls(store, ['verify'], { outcome: 'failed' })).calls).toEqual([past('verify', 1_000)]);
        expect((await pastCalls(store, ['verify'], { sessionId: 's-2' })).calls).toHaveLength(1);
        expect((await pastCalls(store, [])).calls).toEqual([]);
      });

      it('are found by globs, which mean the same as in a law', async () => {
        for (const tool of ['mcp__a__refund', 'mcp__b__refund', 'mcp__b__lookup', 'mcp__%__x', 'MCP__a__refund']) {
          await store.remember(callBy('a', tool), 'succeeded', past(tool, 1));
        }
        const found = async (...tools: readonly string[]): Promise<readonly string[]> =>
          (await pastCalls(store, tools)).calls.map(({ tool }) => tool);
        expect(await found('mcp__*__refund')).toEqual(['mcp__b__refund', 'mcp__a__refund']);
        expect(await found('mcp__?__refund', 'mcp__b__*')).toEqual([
          'mcp__b__lookup',
          'mcp__b__refund',
          'mcp__a__refund',
        ]);
        expect(await found('*')).toHaveLength(5);
        expect(await found('mcp__%__refund')).toEqual([]);
        expect(await found('mcp__a_refund', 'mcp\\__a__refund')).toEqual([]);
      });

      it('are kept once for the same call, outcome and tool, and always where the call has no name', async () => {
        for (const at of [1, 2]) {
          await store.remember(callBy('a', 'c-1'), 'succeeded', past('verify', at));
          await store.remember(callBy('b', 'c-1'), 'failed', past('verify', at));
          await store.remember(callBy('a', 'c-1'), 'succeeded', past('verify-2', at));
          await store.remember(callBy('a'), 'succeeded', past('verify', at));
          await store.remember({ sessionId: undefined, callId: 'c-1', via: 'a' }, 'succeeded', past('verify', at));
        }
        const kept = (await pastCalls(store, ['*'])).calls.map(({ tool, at }) => `${tool} ${at}`);
        expect(kept).toEqual(['verify 2', 'verify 1', 'verify-2 1', 'verify 1']);
        expect((await pastCalls(store, ['*'], { outcome: 'failed' })).calls).toHaveLength(1);
      });

      it('keep their input and result as they were', async () => {
        const input = { text: 'a\0b "quoted" \ud800 €', list: [1, 2.5, null, true], nested: { empty: {} } };
        const result = JSON.parse('{"__proto__": {"verified": true}, "big": 1e300}');
        await store.remember(callBy('a', 'c-1'), 'succeeded', past('verify', 1, { input, result }));
        const [call] = (await pastCalls(store, ['verify'])).calls;
        expect(JSON.stringify([call?.input, call?.result])).toBe(JSON.stringify([input, result]));
      });

      it('are said to be incomplete when there are more than are given', async () => {
        for (let at = 1; at <= mostPastCalls; at++) {
          await store.remember(callBy('a', `c-${at}`), 'succeeded', past('verify', at));
        }
        await store.remember(callBy('a', 'else'), 'succeeded', past('refund', 0));
        expect(await pastCalls(store, ['verify'])).toMatchObject({ complete: true });
        await store.remember(callBy('a', 'one-more'), 'succeeded', past('verify', mostPastCalls + 1));
        const { calls, complete } = await pastCalls(store, ['ver*']);
        expect(complete).toBe(false);
        expect([calls.length, calls[0]?.at, calls.at(-1)?.at]).toEqual([mostPastCalls, mostPastCalls + 1, 2]);
      });
    });

    describe('the list of reservations', () => {
      it('shows everything that is kept of one', async () => {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('0.50', { releaseAfterMs: 60 }));
        await reserve(store, { sessionId: undefined, callId: undefined, via: 'a' }, 2_000, reservation('3'));
        const [second, first] = await store.listReservations('all', 9);
        expect({ ...first, id: '', amount: Number(first?.amount) }).toEqual({
          id: '',
          account: team,
          amount: 0.5,
          status: 'reserved',
          tool: 'refund',
          sessionId: 's-1',
          callId: 'c-1',
          at: 1_000,
          releaseAt: 1_060,
        });
        expect(second).toMatchObject({ sessionId: null, callId: null, releaseAt: null, at: 2_000 });
        expect(second?.id).not.toBe(first?.id);
      });

      it('is newest first, as long as asked for, of the open ones or of all', async () => {
        for (const amount of ['1', '2', '3', '4'])
          await reserve(store, callBy('a', amount), 1_000, reservation(amount));
        await store.settle(callBy('a', '3'), 1_001, 'confirmed');
        await store.settle(callBy('a', '4'), 1_001, 'released');
        expect(statuses(await store.listReservations('open', 9))).toEqual(['2 reserved', '1 reserved']);
        expect(statuses(await store.listReservations('open', 1))).toEqual(['2 reserved']);
        expect(statuses(await store.listReservations('all', 3))).toEqual(['4 released', '3 confirmed', '2 reserved']);
      });

      it('lets one be released by hand, once', async () => {
        for (const amount of ['1', '2', '4']) await reserve(store, callBy('a', amount), 1_000, reservation(amount));
        await store.settle(callBy('a', '2'), 1_001, 'confirmed');
        const [, second, first] = await store.listReservations('all', 9);
        expect(await store.release(first?.id ?? '')).toBe(true);
        expect(await store.release(first?.id ?? '')).toBe(false);
        expect(await spent(store)).toBe('6');
        expect(await store.release(second?.id ?? '')).toBe(true);
        expect(await spent(store)).toBe('4');
      });

      it.each(['999999', '-1', '', 'x', "1' or '1'='1", '1e3', '99999999999999999999999'])(
        'knows no reservation of the id %j',
        async id => {
          await reserve(store, callBy('a', 'c-1'), 1_000, reservation('1'));
          expect(await store.release(id)).toBe(false);
          expect(await spent(store)).toBe('1');
        },
      );
    });

    it.each([
      ['what would be SQL', "'); drop table hooklaw.entry; --"],
      ['NUL', 'a\0b'],
      ['half a surrogate pair', 'a\ud800b'],
      ['backslashes', '\\u0000 \\\\ \\'],
      ['very much', 'x€'.repeat(20_000)],
      ['nothing', ''],
    ])('keeps names that hold %s apart and gives them back', async (_what, text) => {
      const account = { ledger: `l${text}`, key: `k${text}` };
      const call = { sessionId: `s${text}`, callId: `c${text}`, via: `v${text}` };
      const one = { account, amount: '5', tool: `t${text}` };
      await reserve(store, call, 1_000, one);
      await reserve(store, { ...call, via: 'other' }, 1_000, one);
      await reserve(store, call, 1_000, one);
      expect(await spent(store, { account })).toBe('10');
      expect(await spent(store, { account: { ledger: 'l', key: 'k' } })).toBe(text === '' ? '10' : '0');
      const [kept] = await store.listReservations('all', 1);
      expect(kept).toMatchObject({ account, tool: one.tool, sessionId: call.sessionId, callId: call.callId });
      await store.remember(call, 'succeeded', past(one.tool, 1));
      expect((await pastCalls(store, [one.tool], { sessionId: call.sessionId })).calls).toHaveLength(1);
      expect((await pastCalls(store, ['t*'], { sessionId: call.sessionId })).calls).toEqual([past(one.tool, 1)]);
    });

    it('answers the time by one clock, which runs as fast as the local one', async () => {
      expect((await store.now(1_005_000)) - (await store.now(1_000_000))).toBe(5_000);
    });

    it('may be open twice at once, and what one keeps the other sees', async () => {
      const second = await place.open();
      try {
        await reserve(store, callBy('a', 'c-1'), 1_000, reservation('1'));
        await reserve(second, callBy('b', 'c-1'), 1_001, reservation('2'));
        await second.remember(callBy('a', 'c-1'), 'succeeded', past('verify', 1));
        expect([await spent(store), await spent(second)]).toEqual(['2', '2']);
        expect((await pastCalls(store, ['verify'])).calls).toHaveLength(1);
      } finally {
        await second.close();
      }
    });

    it('has kept everything when it is opened again', async () => {
      await reserve(store, callBy('a', 'c-1'), 1_000, reservation('1'));
      await store.remember(callBy('a', 'c-1'), 'succeeded', past('verify', 1));
      await store.close();
      store = await place.open();
      await store.settle(callBy('a', 'c-1'), 1_001, 'confirmed');
      expect(statuses(await store.listReservations('all', 9))).toEqual(['1 confirmed']);
      expect((await pastCalls(store, ['verify'])).calls).toHaveLength(1);
    });

    if (options.memory !== true) {
      it('is not opened when a later version of the program has written it', async () => {
        await place.makeNewer?.();
        await expect(place.open()).rejects.toThrow(StateError);
        await expect(place.open()).rejects.toThrow(/version \d+.*update hooklaw/s);
      });
    }
  });
}
