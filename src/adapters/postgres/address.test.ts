import { describe, expect, it } from 'vitest';
import { StateError } from '../../ports/state-store.ts';
import { readAddress } from './address.ts';

describe('the url of a PostgreSQL server', () => {
  it.each([
    ['postgres://me@db.example/guard', { host: 'db.example', port: 5432, user: 'me', database: 'guard', tls: true }],
    [
      'postgresql://me@db.example:6000/guard',
      { host: 'db.example', port: 6000, user: 'me', database: 'guard', tls: true },
    ],
    [
      'postgres://me%40x@[2001:db8::1]/a%20b',
      { host: '2001:db8::1', port: 5432, user: 'me@x', database: 'a b', tls: true },
    ],
    ['postgres://me@localhost/guard', { host: 'localhost', port: 5432, user: 'me', database: 'guard', tls: false }],
    ['postgres://me@127.0.0.1/guard', { host: '127.0.0.1', port: 5432, user: 'me', database: 'guard', tls: false }],
    ['postgres://me@[::1]/guard', { host: '::1', port: 5432, user: 'me', database: 'guard', tls: false }],
    ['postgres://me@%2Frun%2Fpg/guard', { host: '/run/pg', port: 5432, user: 'me', database: 'guard', tls: false }],
    [
      'postgres://me@/guard?host=/run/pg&port=6000',
      { host: '/run/pg', port: 6000, user: 'me', database: 'guard', tls: false },
    ],
    [
      'postgres:///guard?host=/run/pg&user=me',
      { host: '/run/pg', port: 5432, user: 'me', database: 'guard', tls: false },
    ],
  ])('%s is read', (url, address) => {
    expect(readAddress(url, false)).toEqual(address);
  });

  it.each([
    ['db.example', null, false, true],
    ['db.example', 'require', false, true],
    ['db.example', 'verify-ca', false, true],
    ['db.example', 'verify-full', true, true],
    ['127.0.0.1', null, true, true],
    ['127.0.0.1', 'verify-full', false, true],
    ['127.0.0.1', 'disable', false, false],
    ['localhost', 'prefer', false, false],
  ])('with host %s, sslmode %s and ca %s: TLS %s', (host, mode, hasCa, tls) => {
    const url = `postgres://me@${host}/guard${mode === null ? '' : `?sslmode=${mode}`}`;
    expect(readAddress(url, hasCa).tls).toBe(tls);
  });

  it.each([
    ['postgres://me@db.example/guard?sslmode=disable', /only a server on this machine may go without TLS/],
    ['postgres://me@db.example/guard?sslmode=prefer', /only a server on this machine may go without TLS/],
    ['postgres://me@127.0.0.1.db.example/guard?sslmode=allow', /only a server on this machine may go without TLS/],
    ['postgres://me@localhost.example/guard?sslmode=disable', /only a server on this machine may go without TLS/],
    ['postgres://me@db.example/guard?sslmode=no-verify', /sslmode `no-verify` is not known/],
    ['postgres://me@db.example/guard?ssl=false', /`ssl` .* is not known/],
    ['postgres://me@db.example/guard?options=-crole%3Dx', /`options` .* is not known/],
    ['postgres://me:secret@db.example/guard', /holds a password.*password_file/],
    ['postgres://me@db.example', /names no database/],
    ['postgres://db.example/guard', /names no user/],
    ['postgres:///guard?user=me', /names no host/],
    ['postgres://me@db.example:99999/guard', /looks like/],
    ['postgres://me@/guard?host=/run/pg&port=no', /`no` .* is no port/],
    ['postgres://%zz@db.example/guard', /broken %-escape/],
    ['mysql://me@db.example/guard', /looks like/],
    ['', /looks like/],
  ])('%s is refused', (url, message) => {
    expect(() => readAddress(url, false)).toThrow(StateError);
    expect(() => readAddress(url, false)).toThrow(message);
  });

  it('refuses a connection without TLS where an authority is named, and never repeats a password', () => {
    expect(() => readAddress('postgres://me@localhost/guard?sslmode=disable', true)).toThrow(/TLS/);
    expect(() => readAddress('postgres://me:secret@db example/guard', false)).not.toThrow(/secret/);
  });
});
