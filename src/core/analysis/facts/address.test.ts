import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, star } from '../pattern.ts';
import { peerOf, showPattern } from './address.ts';

describe('the host of an address', () => {
  it.each([
    ['https://x.test/a', 'x.test', false],
    ['http://localhost:3000/a', 'localhost', true],
    ['http://app.localhost/', 'app.localhost', true],
    ['http://127.0.0.1:8080', '127.0.0.1', true],
    ['http://127.9.9.9', '127.9.9.9', true],
    ['http://2130706433/', '127.0.0.1', true],
    ['http://[::1]:80/', '::1', true],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1', true],
    ['0.0.0.0:80', '0.0.0.0', true],
    ['http://host.docker.internal/', 'host.docker.internal', true],
    ['unix:///var/run/docker.sock', 'localhost', true],
    ['git@github.com:o/r.git', 'github.com', false],
    ['u@host:/srv/x', 'host', false],
    ['x.test:443', 'x.test', false],
    ['X.test.', 'x.test', false],
    ['::1', '::1', true],
    ['2001:db8::1', '2001:db8::1', false],
    // What only looks like this machine.
    ['http://localhost.evil.test/', 'localhost.evil.test', false],
    ['http://127.0.0.1.evil.test/', '127.0.0.1.evil.test', false],
    ['http://localhost@evil.test/', 'evil.test', false],
    ['http://evil.test/localhost', 'evil.test', false],
    ['http://1270.0.0.1/', '1270.0.0.1', false],
    // What is open.
    [`https://${anything}/x`, anything, false],
    [`https://localhost${anything}/x`, `localhost${anything}`, false],
    [`https://x.test/${anything}`, 'x.test', false],
    [anything, anything, false],
  ])('%j is %j', (address, host, isLocal) => {
    expect(peerOf(address)).toEqual({ host, isLocal });
  });

  it('is shown without private characters', () => {
    expect(showPattern(`a${anything}${anything}.${star}`)).toBe('a….*');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(showPattern(peerOf(text + anything).host)).not.toMatch(/[\uE000-\uE003]/);
      }),
    );
  });
});
