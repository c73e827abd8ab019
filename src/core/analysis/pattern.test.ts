import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, deep, matchesPattern, one, relate, star } from './pattern.ts';

describe('matchesPattern', () => {
  it('takes a plain text for itself, whatever the case', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(matchesPattern(text, text)).toBe(true);
      }),
    );
    expect(matchesPattern('/A/b', '/a/B')).toBe(true);
  });

  it.each([
    [`/a/${star}.json`, '/a/x.json', true],
    [`/a/${star}`, '/a/.hidden', false],
    [`/a/.${star}`, '/a/.hidden', true],
    [`/a/${star}`, '/a/b/c', false],
    [`/a/${one}.json`, '/a/x.json', true],
    [`/a/${one}`, '/a/.', false],
    [`/a/${anything}`, '/a/.hidden', true],
    [`/a/${anything}`, '/a/b/c', false],
    [`/a/${deep}.json`, '/a/b/.c/d.json', true],
  ])('%j and %j: %j', (pattern, text, matches) => {
    expect(matchesPattern(pattern, text)).toBe(matches);
  });

  it('takes no longer for a hostile pattern', () => {
    expect(matchesPattern(`${`${star}a`.repeat(500)}b`, 'a'.repeat(2_000))).toBe(false);
  });
});

describe('relate', () => {
  const settings = '/home/u/.claude/settings.json';

  it.each([
    ['/home/u/.claude', 'above'],
    ['/', 'above'],
    [settings, 'self'],
    [`${settings}/x`, 'inside'],
    ['/home/u/.claude-old', undefined],
    [`/home/u/.c${star}`, 'above'],
    [`/home/u/${star}`, undefined],
    [`/home/u/.claude/${anything}`, 'self'],
    // A whole name that is open could be any: it is not taken for the folder.
    [`/home/u/${anything}`, undefined],
    // Two names in a row say enough where the start is not known, one does not.
    [`${anything}/.claude/settings.json`, 'self'],
    [`${anything}/settings.json`, undefined],
    [anything, undefined],
  ])('%j: %s', (pattern, relation) => {
    expect(relate(pattern, settings)).toBe(relation);
  });
});
