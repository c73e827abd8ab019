import { describe, expect, it } from 'vitest';
import { fromColumn, toColumn } from './column-text.ts';

describe('text in a column', () => {
  it.each(['plain', '', 'a\\b', '\\u0000', '\\\\u0000', 'a\0b', '\ud800', 'x\udfffy', '😀 €', '\\'])(
    'keep the text %j',
    text => {
      expect(toColumn(text)).not.toMatch(/\0|\p{Surrogate}/u);
      expect(fromColumn(toColumn(text))).toBe(text);
    },
  );
});
