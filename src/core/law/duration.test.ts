import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['5s', 5_000],
    ['15m', 900_000],
    ['1h30m', 5_400_000],
    ['7d', 604_800_000],
    ['1.5s', 1_500],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '5', 's', '-5s', '5 s', '5sec', '1e3s', 'NaNs'])('refuses `%s`', text => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
