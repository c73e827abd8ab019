import { describe, expect, it } from 'vitest';
import { isLoopback, readListenAddress, renderAddress } from './listen-address.ts';

describe('an address to listen on', () => {
  it.each([
    ['127.0.0.1:4665', true, 'http://127.0.0.1:4665'],
    ['localhost:80', true, 'http://localhost:80'],
    ['[::1]:4665', true, 'http://[::1]:4665'],
    ['0.0.0.0:4665', false, 'http://0.0.0.0:4665'],
    ['[::]:4665', false, 'http://[::]:4665'],
    ['guard.example:443', false, 'http://guard.example:443'],
    ['127.example.com:443', false, 'http://127.example.com:443'],
    ['localhost.evil.example:1', false, 'http://localhost.evil.example:1'],
    ['unix:/run/hooklaw/sock', true, 'unix:/run/hooklaw/sock'],
  ])('%s', (text, loopback, shown) => {
    const address = readListenAddress(text);
    if (address === undefined) throw new Error('it is none');
    expect([isLoopback(address), renderAddress(address, false)]).toEqual([loopback, shown]);
  });

  it.each(['4665', ':4665', '127.0.0.1', '127.0.0.1:99999', 'unix:', '::1:80', 'http://127.0.0.1:80', 'a b:1'])(
    '%s is none',
    text => {
      expect(readListenAddress(text)).toBeUndefined();
    },
  );
});
