import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShell } from '../src/core/analysis/shell/read-shell.ts';
import type { ShellReading } from '../src/core/analysis/shell/reading.ts';

function read(text: string): ShellReading {
  return readShell(
    text,
    {
      cwd: '/srv/app',
      home: '/home/u',
      project: '/srv/app',
      temporary: ['/tmp'],
      platform: 'posix',
      env: () => undefined,
      observer: { real: path => path, text: () => undefined },
    },
    {},
  );
}

/** Every place that a reading names is one of its commands. */
function expectWhole(reading: ShellReading): void {
  const { commands, code } = reading;
  for (const { input, feeds, substitutions } of commands)
    if (![...input.sources, ...feeds, ...substitutions].every(place => commands[place] !== undefined))
      throw new Error('a place that is no command');
  for (const { command } of code) expect(commands[command]).toBeDefined();
  // What went wrong in the analysis itself is a defect, not a property of the text.
  expect(reading.unreadable?.detail ?? '').not.toMatch(/could not be followed/);
}

const many = 10_000;

/** Texts that nest or repeat without end, with what must be said of them. */
const hostile: readonly (readonly [name: string, text: string, says: 'invalid' | 'too-large' | 'unknown' | 'read'])[] =
  [
    ['substitutions that do not end', '$('.repeat(many), 'too-large'],
    ['substitutions', `echo ${'$('.repeat(many)}x${')'.repeat(many)}`, 'too-large'],
    ['quotes', '"$('.repeat(many), 'too-large'],
    ['quotes in substitutions', `"${'$(a "'.repeat(many)}`, 'too-large'],
    ['subshells', `${'( '.repeat(many)}a${' )'.repeat(many)}`, 'too-large'],
    ['groups', '{ '.repeat(many), 'too-large'],
    ['defaults', `${'${a:-'.repeat(many)}${'}'.repeat(many)}`, 'too-large'],
    ['functions', `${'f() '.repeat(many)}{ a; }`, 'too-large'],
    ['coprocesses', `${'coproc '.repeat(many)}a`, 'too-large'],
    ['a long sum', `echo $((1${'+1'.repeat(many)}))`, 'too-large'],
    ['braces', `echo ${'{a,'.repeat(many)}${'}'.repeat(many)}`, 'read'],
    ['braces that multiply', `rm ${'{a,b}'.repeat(many)}`, 'read'],
    ['braces without a meaning', `echo ${'{'.repeat(many * 10)},${'}'.repeat(many * 10)}`, 'read'],
    ['globs', `X='${'*'.repeat(many * 10)}'; echo $X`, 'read'],
    ['brackets', `X='${'['.repeat(many * 10)}'; echo $X`, 'read'],
    ['evaluated texts', "eval 'eval '".repeat(many), 'unknown'],
    ['a pipeline', `${'a | '.repeat(many)}a`, 'too-large'],
    ['a list', `${'a && '.repeat(many)}a`, 'too-large'],
    ['commands', 'a;'.repeat(many * 10), 'too-large'],
    ['loops', `${'while a; do '.repeat(12)}x=$y; y=$z; z=$w${'; done'.repeat(12)}`, 'read'],
    [
      'functions that double',
      `${Array.from({ length: 30 }, (_, at) => `f${String(at + 1)}() { f${String(at)}; f${String(at)}; }`).join('\n')}\nf30`,
      'too-large',
    ],
    ['a fork bomb', ':(){ :|:& };:', 'unknown'],
    ['a function that calls itself', 'f() { f $1x; f $1y; }; f a', 'read'],
    ['a value that doubles', `x=a\n${'x=$x$x\n'.repeat(60)}echo $x`, 'read'],
    ['a file that reads itself', "echo 'source x' > x; source x", 'unknown'],
    ['an alias that calls itself', 'alias a="a; a"\na', 'read'],
    ['variables', `${Array.from({ length: 2_000 }, (_, at) => `v${String(at)}=1; (w=1)`).join('\n')}`, 'read'],
    ['alternatives', `${'if a; then X=${X}1; else X=${X}2; fi\n'.repeat(200)}echo $X`, 'read'],
    ['a long here-document', `cat <<'E'\n${'x $y "\n'.repeat(200_000)}E\n`, 'read'],
    ['a long message', `git commit -m '${'x y "\n'.repeat(200_000)}'`, 'read'],
    ['a long script as a here-document', `sh <<'E'\n${'x y\n'.repeat(200_000)}E\n`, 'too-large'],
    ['a text beyond all bounds', `echo '${'x'.repeat(2_000_000)}'`, 'too-large'],
  ];

describe('the bounds of reading a shell text', () => {
  it.each(hostile)('%s', (_name, text, says) => {
    const reading = read(text);
    expectWhole(reading);
    expect(reading.commands.length).toBeLessThanOrEqual(5_000);
    if (says === 'unknown') expect(reading.unknown).not.toEqual([]);
    expect(reading.unreadable?.reason).toBe(says === 'invalid' || says === 'too-large' ? says : undefined);
  });

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      ...[
        '$(',
        ')',
        '`',
        '"',
        "'",
        '${',
        '}',
        '{',
        ';',
        '\n',
        ' ',
        '|',
        '&',
        '<',
        '>',
        '<<',
        'E',
        '(',
        '((',
        '))',
        '[[',
        ']]',
        '$',
        '\\',
        '*',
        '~',
        '=',
        'x',
        'rm',
        '-rf',
        'if',
        'then',
        'fi',
        'for',
        'in',
        'do',
        'done',
        'case',
        'esac',
        'eval',
        'sh -c',
        'sudo',
        'xargs',
        '#',
        '!',
        ',',
        '..',
        '1',
        'x=',
        '$x',
        '$@',
        '$1',
        'f()',
        'cd',
        'read',
        'set --',
        '\u200b',
        '\uE002',
        '\0',
        '\u{1F600}',
      ],
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map(all => all.join('')),
      fc.array(pieces, { maxLength: 40 }).map(all => all.join(' ')),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary-ascii', maxLength: 200 }),
    );
    fc.assert(
      fc.property(texts, text => expectWhole(read(text))),
      { numRuns: 2_000 },
    );
  });

  it('takes a text in quotes for data, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), text => {
        const reading = read(`echo '${text.replaceAll("'", "'\\''")}'`);
        expect(reading.commands.map(({ words }) => words.map(({ pattern }) => pattern))).toEqual([['echo', text]]);
        expect(reading.unknown).toEqual([]);
      }),
    );
  });

  it('does the same work twice as often for a text twice as long', () => {
    // Counted by commands, of which none is lost or doubled.
    for (const line of ['x=1; foo $x', 'if a; then b; fi', 'a | b', 'f() { a; }; f', '(cd x; a)'])
      expect(read(`${line}\n`.repeat(200)).commands.length).toBe(2 * read(`${line}\n`.repeat(100)).commands.length);
  });
});
