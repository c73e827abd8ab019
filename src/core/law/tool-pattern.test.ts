import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coversTool, matchesToolPattern } from './tool-pattern.ts';

describe('matchesToolPattern', () => {
  it.each([
    ['Bash', 'Bash', true],
    ['Bash', 'bash', false],
    ['Edit', 'NotebookEdit', false],
    ['*', 'anything', true],
    ['mcp__support__*', 'mcp__support__refund', true],
    ['mcp__support__*', 'mcp__support_admin__refund', false],
    ['mcp__*__refund', 'mcp__a_b__refund', true],
    ['mcp__*__refund', 'mcp__a__refund_all', false],
    ['*slack_send_message', 'mcp__0b1c2d3e-0000__slack_send_message', true],
    ['mcp__?__x', 'mcp__a__x', true],
    ['mcp__?__x', 'mcp__ab__x', false],
    ['a.c', 'abc', false],
    ['', '', true],
  ])('%s and %s: %s', (pattern, name, fits) => {
    expect(matchesToolPattern(pattern, name)).toBe(fits);
  });

  it('agrees with a regular expression built from the same glob', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '_', '*', '?'), maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 10 });
    fc.assert(
      fc.property(word, name, (pattern, text) => {
        const regex = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matchesToolPattern(pattern, text)).toBe(regex.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('covers every tool where no pattern is given', () => {
    expect(coversTool(undefined, 'whatever')).toBe(true);
    expect(coversTool([], 'whatever')).toBe(false);
  });
});
