import { expect, it } from 'vitest';
import { impossiblePart } from './impossible-name.ts';

it.each([
  ['/Bash/', '`/`'],
  ['/bash/i', '`/`'],
  ['"Bash"', '`"`'],
  ['Bash\n', 'a line break'],
  ['Bash\t', 'white space'],
  ['tool:Bash', '`:`'],
  ['mcp__plugin:x__.*', '`:`'],
  ['/a/|b;', '`/`'],
  ['(?:a/)', '`/`'],
  ['B\u00e4sh', '`\u00e4`'],
  ['a{2,3} b', 'a blank'],
])('%j asks for %s', (regex, part) => {
  expect(impossiblePart(regex)).toBe(part);
});

it.each([
  'Bash',
  'B.*',
  '^mcp__x__',
  '/?Bash',
  ' *Bash',
  '[/]?x',
  '[^/]+',
  '\\/x',
  '(a/)?b',
  '(?!a/)b',
  '/a/|b',
  '(a|b/)',
  'a{0,2}',
])('%j: cannot be told', regex => {
  expect(impossiblePart(regex)).toBeUndefined();
});
