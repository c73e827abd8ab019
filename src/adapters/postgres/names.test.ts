import { describe, expect, it } from 'vitest';
import { accountName, callName, lockNumber, rememberedName } from './names.ts';

describe('names in the database', () => {
  it('differ wherever anything of what they stand for differs', () => {
    const call = { sessionId: 's', callId: 'c', via: 'a' };
    const names = [
      accountName('n', { ledger: 'x', key: 'yz' }),
      accountName('n', { ledger: 'xy', key: 'z' }),
      accountName('n', { ledger: 'x","yz', key: '' }),
      accountName('m', { ledger: 'x', key: 'yz' }),
      callName('n', call),
      callName('n', { ...call, sessionId: 'c', callId: 's' }),
      callName('m', call),
      rememberedName('n', call, 'failed', 't'),
      rememberedName('n', call, 'denied', 't'),
      rememberedName('n', call, 'failed', 'u'),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(callName('n', { ...call, via: 'b' })).toBe(callName('n', call));
  });

  it('are none where the client has not named the call', () => {
    for (const call of [
      { sessionId: undefined, callId: 'c', via: 'a' },
      { sessionId: 's', callId: undefined, via: 'a' },
    ]) {
      expect([callName('n', call), rememberedName('n', call, 'failed', 't')]).toEqual([undefined, null]);
    }
  });

  it('give locks that fit into a signed 64-bit number', () => {
    expect(lockNumber('00000000-0000-0001-ffff-ffffffffffff')).toBe(1n);
    expect(lockNumber('7fffffff-ffff-ffff-0000-000000000000')).toBe(2n ** 63n - 1n);
    expect(lockNumber('80000000-0000-0000-0000-000000000000')).toBe(-(2n ** 63n));
    expect(lockNumber('ffffffff-ffff-ffff-0000-000000000000')).toBe(-1n);
  });
});
