import { describe, expect, it } from 'vitest';
import { exampleOfRegex } from './example-of-regex.ts';

describe('exampleOfRegex', () => {
  it.each([
    String.raw`rm\s+-rf`,
    String.raw`\bgit\s+push\b.*--force`,
    '^(sudo|doas) ',
    String.raw`curl[^|]*\|\s*(?:ba)?sh`,
    '[A-Z0-9]{4}-[0-9]+',
    String.raw`\.env(\.local)?$`,
    'drop (table|database)',
    'chmod -R? ?777',
    '(?!safe)danger',
    String.raw`(?<tool>kubectl)\s+delete`,
    'a+b*c?d',
  ])('%s matches its example', source => {
    expect(exampleOfRegex(source)).toMatch(new RegExp(source));
  });

  it.each(['(', 'a)', '*', '[a', '(?R)'])('%s has none', source => {
    expect(exampleOfRegex(source)).toBeUndefined();
  });
});
