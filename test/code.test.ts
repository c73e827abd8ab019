import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParser } from '../src/adapters/parsers/load-parser.ts';
import { programFromInput } from '../src/core/analysis/code/code-of.ts';
import { readCode } from '../src/core/analysis/code/read-code.ts';
import type { CodeLanguage } from '../src/core/analysis/code/reading.ts';
import { ParserNeeded, type Parsers } from '../src/core/analysis/parsers.ts';
import { commandOf, showCommand, showReading } from './support/show-code.ts';
import { showWindows } from './support/show-windows.ts';

interface Row {
  readonly id: string;
  readonly words: readonly string[];
  readonly input?: string;
  /** Set for what people do every day: nothing about it may be unknown. */
  readonly harmless?: true;
  /** What it would do; null for a command without code. */
  readonly expect: readonly string[] | null;
}

interface WindowsRow {
  readonly id: string;
  readonly shell: 'powershell' | 'cmd';
  readonly text: string;
  readonly expect: readonly string[];
}

function readRows<T>(name: string): T[] {
  return fs
    .readFileSync(path.join(import.meta.dirname, 'corpus', name), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T);
}

const languages: readonly CodeLanguage[] = [
  'python',
  'javascript',
  'ruby',
  'perl',
  'php',
  'lua',
  'r',
  'applescript',
  'awk',
  'sed',
];

let parsers: Parsers = {};
beforeAll(async () => {
  parsers = { ...(await loadParser('python')), ...(await loadParser('javascript')) };
});

const rows = readRows<Row>('code.jsonl');

describe('code on a command line', () => {
  it.each(rows)('$id: $words', ({ words, input, expect: expected }) => {
    expect(showCommand(words, input, parsers) ?? null).toEqual(expected);
  });

  it.each(rows.filter(row => row.harmless))('$id is harmless, and nothing about it is unknown', row => {
    const shown = showCommand(row.words, row.input, parsers) ?? [];
    expect(shown.filter(line => /^(?:unknown|runs|sends|environment)/.test(line))).toEqual([]);
  });

  it('knows a program that comes from the input, and one that does not', () => {
    expect(programFromInput(commandOf(['python3', '-'], 'x'))).toBe('python3');
    expect(programFromInput(commandOf(['python3', '-c', 'print(1)'], 'x'))).toBeUndefined();
    expect(programFromInput(commandOf(['python3', 'x.py'], 'x'))).toBeUndefined();
    expect(programFromInput(commandOf(['node'], 'x'))).toBe('node');
    expect(programFromInput(commandOf(['awk', '{print}'], 'x'))).toBeUndefined();
  });

  it('asks for a parser that is not loaded', () => {
    expect(() => readCode('python', 'print(1)', { args: [], parsers: {} })).toThrow(ParserNeeded);
  });

  it('knows the home folder where it is told', () => {
    const reading = readCode('python', "import os; os.remove(os.path.expanduser('~/x'))", {
      args: [],
      parsers,
      home: '/home/u',
    });
    expect(showReading(reading)).toEqual(['delete /home/u/x']);
  });
});

describe('Windows texts', () => {
  it.each(readRows<WindowsRow>('windows.jsonl'))('$id: $text', ({ shell, text, expect: expected }) => {
    expect(showWindows(shell, text)).toEqual(expected);
  });
});

/** Texts that wear out a reader that is not careful. */
const hostile: readonly (readonly [string, string])[] = [
  ...[
    '(',
    '[',
    '{',
    '"',
    "'",
    '`',
    '/',
    '$(',
    '#{',
    '@{[',
    '([{',
    '`${',
    '%(',
    '<',
    '<<A ',
    's{',
    '\\/',
    '/*',
    '--[[',
    '[/',
    '"#{',
    '=begin\n',
    'f(',
    'x|',
    '{|x|',
    'if x:\n ',
    '=>',
    '$x=',
    'a+',
    'a,',
    'q(',
    '"$(',
    '@"\n',
  ].map((part): readonly [string, string] => [`${JSON.stringify(part)} ten thousand times`, part.repeat(10_000)]),
  ['a text of a million characters', `x = "${'a'.repeat(1_000_000)}"`],
  ['ten thousand pairs', `${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
  ['a text that doubles', `a='x'\n${'a=a+a\n'.repeat(200)}open(a)`],
  ['many calls', "os.remove(f('x', g(1)))\n".repeat(3_000)],
  ['many loops', `${'for a in b:\n'.repeat(30)}x()`],
];

describe('hostile texts', () => {
  it.each(hostile)(
    '%s are read in every language',
    (_what, text) => {
      for (const language of languages) expect(readCode(language, text, { args: [], parsers })).toBeDefined();
      expect(showWindows('powershell', text)).toBeDefined();
      expect(showWindows('cmd', text)).toBeDefined();
    },
    60_000,
  );

  const pieces = fc.constantFrom(
    ...'( ) [ ] { } \' " ` $ @ # % / \\ | & ; , . : = + - * < > ! ? ~ ^ \n'.split(' '),
    ...[
      'import os',
      'os.remove',
      'eval',
      'x',
      'for',
      'in',
      'def f(a):\n ',
      'lambda',
      '=>',
      '->',
      '#{',
      '${',
      '<<EOS\n',
      'qw(',
      's/',
      'system',
      'print',
      'w f',
      'getline',
      '\uE002',
      '\uE000',
      '$env:',
      '%x%',
      '\uD800',
      '\0',
    ],
    ' ',
  );

  it('never throws, and gives the same twice', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), fc.constantFrom(...languages), (parts, language) => {
        const text = parts.join('');
        const reading = readCode(language, text, { args: ['a'], parsers });
        expect(readCode(language, text, { args: ['a'], parsers })).toEqual(reading);
        expect(showWindows('powershell', text)).toBeDefined();
        expect(showWindows('cmd', text)).toBeDefined();
      }),
      { numRuns: 1_000 },
    );
  });
});
