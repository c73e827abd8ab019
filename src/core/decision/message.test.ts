import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMessage, cutMiddle, denialMarker, hostStringLimit, insertValue, neutralise } from './message.ts';

describe('composeMessage', () => {
  it('gives reason, what to do instead, the hand-over and the rule, in this order', () => {
    expect(
      composeMessage(denialMarker, {
        text: 'Over $500',
        instead: 'Tell the customer.',
        handoff: { tool: 'mcp__support__escalate', input: { amount: 2000 } },
        rule: 'refund-limit',
      }),
    ).toBe(
      'BLOCKED: Over $500. Tell the customer. To hand over to a person, call mcp__support__escalate with this input: {"amount":2000} [rule refund-limit]',
    );
  });

  it('never passes the limit of the client, and keeps the marker and the rule', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 0, maxLength: 40 }),
        fc.integer({ min: 1, max: 2000 }),
        (text, times) => {
          const message = composeMessage(denialMarker, { text: text.repeat(times), rule: 'some-rule' });
          expect(message.length).toBeLessThanOrEqual(hostStringLimit);
          expect(message.startsWith('BLOCKED: ')).toBe(true);
          expect(message.endsWith('[rule some-rule]')).toBe(true);
          expect(message.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it('lets no control or invisible character through', () => {
    const nasty = 'a\u0007b\u001b[31mc\u0000d\u202ee\u200bf\u2028g\rh\u009bi\ufeffj';
    const message = composeMessage(denialMarker, { text: nasty, rule: 'r' });
    expect(message).toBe(
      'BLOCKED: a\\u0007b\\u001b[31mc\\u0000d\\u202ee\\u200bf\\u2028g\\u000dh\\u009bi\\ufeffj. [rule r]',
    );
  });
});

describe('cutMiddle', () => {
  it('leaves a text that fits alone and says how much is gone otherwise', () => {
    expect(cutMiddle('short', 100)).toBe('short');
    const cut = cutMiddle(`start${'x'.repeat(500)}end`, 100);
    expect(cut.length).toBeLessThanOrEqual(100);
    expect(cut).toMatch(/^start.*characters cut.*end$/s);
  });
});

describe('neutralise', () => {
  it('keeps ordinary text, line breaks, tabs and every script', () => {
    const text = 'zażółć\tgęślą\njaźń 日本語 🛑 👩‍👩‍👧';
    expect(neutralise(text)).toBe(text);
  });

  it('makes lone surrogates harmless', () => {
    expect(neutralise('a\ud800b').isWellFormed()).toBe(true);
  });
});

describe('insertValue', () => {
  it('cuts what would drown the sentence', () => {
    expect(insertValue('y'.repeat(5_000)).length).toBeLessThanOrEqual(1_000);
    expect(insertValue({ a: 1 })).toBe('{"a":1}');
    expect(insertValue(undefined)).toBe('nothing');
  });
});
