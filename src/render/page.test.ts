import { expect, it } from 'vitest';
import { renderPage } from './page.ts';
import { createPainter } from './painter.ts';

const render = (markdown: string, width = 30, colour = false): string =>
  renderPage(markdown, { paint: createPainter(colour), width });

it('breaks prose where it has spaces, and leaves blocks of code as they are', () => {
  expect(
    render(
      'one two three four five six\nseven eight\n\n```yaml\na: 1\n\n  b: a long line that is not to be broken\n```\n',
    ),
  ).toBe(
    `one two three four five six
seven eight

    a: 1

      b: a long line that is not to be broken
`,
  );
});

it('shows where links lead, for pages of other problems by their command', () => {
  expect(render('See [kinds](../kinds.md), [`law.md`](../law.md#x) and [other](law-no-context.md).', 200)).toBe(
    'See kinds (docs/kinds.md), `law.md` (docs/law.md#x) and other (hooklaw explain law/no-context).\n',
  );
});

it('lays out lists and tables', () => {
  expect(render('- one two three four five six seven\n- eight\n\n1. first\n2. second\n', 20)).toBe(
    `- one two three four
  five six seven
- eight

1. first
2. second
`,
  );
  expect(render('| code | meaning |\n| - | - |\n| `a` | first |\n| longer one | x |\n')).toBe(
    `code        meaning
\`a\`         first
longer one  x
`,
  );
});

it('breaks lines at the same places with colours', () => {
  const plain = render('a `b c` **d e** f g h i j', 12);
  const coloured = render('a `b c` **d e** f g h i j', 12, true);
  expect(coloured).not.toBe(plain);
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
});
