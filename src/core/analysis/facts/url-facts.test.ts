import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableError, type UrlFacts } from './facts.ts';
import { createUrlFacts } from './url-facts.ts';

describe('url', () => {
  it.each([
    ['https://example.com/a', 'example.com'],
    ['HTTPS://EXAMPLE.COM', 'example.com'],
    ['https://example.com.', 'example.com'],
    ['https://example.com:8443/a', 'example.com'],
    ['https://user:secret@example.com/a', 'example.com'],
    ['https://good.test@evil.test/', 'evil.test'],
    ['https://evil.test#@good.test/', 'evil.test'],
    ['https://evil.test?@good.test/', 'evil.test'],
    ['https:\\\\evil.test\\good.test', 'evil.test'],
    ['https://evil.test%2Fgood.test@good.test/', 'good.test'],
    ['https://bücher.test/', 'xn--bcher-kva.test'],
    ['https://ｅvil.test/', 'evil.test'],
    ['http://[::1]:3000/', '::1'],
    ['http://[::FFFF:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['ssh://git@Example.com:22/a', 'example.com'],
    [' https://example.com ', 'example.com'],
  ])('%s has the host %s', (text, host) => {
    expect(createUrlFacts(text).host()).toBe(host);
  });

  it('tells its parts apart', () => {
    const url = createUrlFacts('https://us%40er:p@example.com:8443/a/b?c=d#e');
    expect([url.scheme(), url.user(), url.port(), url.path()]).toEqual(['https', 'us@er', '8443', '/a/b']);
    expect(createUrlFacts('https://example.com:443/').port()).toBe('');
  });

  it.each(['', 'example.com', '/a/b', 'http://', 'http://a b/', 'http://good.test\\@evil.test/'])(
    '%j is no URL with one meaning',
    text => {
      const url = createUrlFacts(text);
      expect(url.valid()).toBe(false);
      expect(() => url.host()).toThrow(UnreadableError);
      expect(() => url.within('*')).toThrow(UnreadableError);
    },
  );

  it.each([
    ['https://example.com/', 'example.com', true],
    ['https://example.com./', 'EXAMPLE.com', true],
    ['https://api.example.com/', 'example.com', false],
    ['https://api.example.com/', '*.example.com', true],
    ['https://example.com/', '*.example.com', false],
    ['https://evilexample.com/', '*.example.com', false],
    ['https://example.com.evil.test/', 'example.com', false],
    ['https://xn--bcher-kva.test/', 'bücher.test', true],
    ['http://[::1]/', '[::1]', true],
    ['file:///etc/passwd', '*', false],
  ])('%s within %s: %s', (text, place, within) => {
    expect(createUrlFacts(text).within(place)).toBe(within);
    expect(createUrlFacts(text).within(['other.test', place])).toBe(within);
  });

  it('never fails in another way than it says', () => {
    const members = ['scheme', 'host', 'port', 'path', 'user', 'valid'] as const satisfies readonly (keyof UrlFacts)[];
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.string().map(rest => `https://${rest}`),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...members), fc.string(), (given, member, place) => {
        const url = createUrlFacts(given);
        try {
          url[member]();
          url.within(place);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableError);
        }
      }),
    );
  });
});
