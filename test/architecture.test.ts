import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EventName, eventInfo, eventNames } from '../src/core/event/catalogue.ts';
import { checkFile, heavyPackages } from './support/architecture.ts';

const root = path.join(import.meta.dirname, '..');

const sources = fs
  .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map(name => path.posix.join('src', name.split(path.sep).join('/')))
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));

describe('the architecture', () => {
  it('has sources to check', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it.each(sources)('%s keeps to its layer', file => {
    expect(checkFile(file, fs.readFileSync(path.join(root, file), 'utf8'))).toEqual([]);
  });

  it.each([
    ['core reads a file', 'src/core/x.ts', "import fs from 'node:fs';", 'imports `node:fs`'],
    ['core reads the environment', 'src/core/x.ts', 'export const x = process.env.X;', 'uses `process`'],
    ['core prints', 'src/core/x.ts', 'console.log(1);', 'uses `console`'],
    ['core looks at the clock', 'src/core/x.ts', 'export const x = Date.now();', 'uses `Date.now`'],
    ['core looks at the clock another way', 'src/core/x.ts', 'export const x = new Date();', 'uses `new Date()`'],
    ['core throws dice', 'src/core/x.ts', 'export const x = Math.random();', 'uses `Math.random`'],
    ['core waits', 'src/core/x.ts', 'export async function x() { await y; }', 'is async'],
    ['core loads at run time', 'src/core/x.ts', "void import('./y.ts');", 'imports at run time'],
    ['core imports an adapter', 'src/core/a/x.ts', "import { y } from '../../adapters/y.ts';", 'imports from adapters'],
    [
      'core imports a type of an adapter',
      'src/core/a/x.ts',
      "import type { Y } from '../../adapters/y.ts';",
      'imports from adapters',
    ],
    ['the engine imports a shell', 'src/engine/x.ts', "import { y } from '../shells/cli/y.ts';", 'imports from shells'],
    [
      'an adapter imports a command',
      'src/adapters/x.ts',
      "import { y } from '../commands/y.ts';",
      'imports from commands',
    ],
    [
      'a renderer does I/O by way of an adapter',
      'src/render/x.ts',
      "import { y } from '../adapters/y.ts';",
      'imports from adapters',
    ],
    [
      'an adapter loads a shell at run time',
      'src/adapters/x.ts',
      "void import('../shells/cli/main.ts');",
      'imports from shells',
    ],
    ['a folder that nobody thought of', 'src/utils/x.ts', 'export const x = 1;', 'no rules'],
  ])('would notice when %s', (_what, file, source, breach) => {
    expect(checkFile(file, source).join('\n')).toContain(breach);
  });

  it('lets the core use a date that it was given', () => {
    expect(checkFile('src/core/x.ts', 'export const x = (ms: number) => new Date(ms).toISOString();')).toEqual([]);
  });
});

describe('the entry file', () => {
  it('knows the same events as the catalogue, and the same commands as the command line', () => {
    const source = fs.readFileSync(path.join(root, 'bin', 'hooklaw.js'), 'utf8');
    const listed = (name: string): string[] =>
      new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(source)?.[1]?.match(/[\w-]+/g) ?? [];
    const isGate = (name: EventName): boolean => eventInfo(name).role === 'gate';
    expect(listed('gates').sort()).toEqual(eventNames.filter(isGate).sort());
    expect(listed('others').sort()).toEqual(eventNames.filter(name => !isGate(name)).sort());
    const cli = fs.readFileSync(path.join(root, 'test', 'transcripts', 'help.txt'), 'utf8');
    const commands = [...cli.matchAll(/^ {2}([\w-]+) [[<\s]/gm)].map(match => match[1]).filter(name => name !== 'hook');
    expect(listed('commands').sort()).toEqual(commands.sort());
  });
});

describe("the hook's way", () => {
  /** Everything that dist/hook.js loads before it runs: itself and its static imports. */
  function loadedAtStart(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    const text = fs.readFileSync(file, 'utf8');
    for (const [, specifier = ''] of text.matchAll(
      /^(?:import|export)[^;]*?from "(\.[^"]+)";|^import "(\.[^"]+)";/gm,
    )) {
      if (specifier !== '') loadedAtStart(path.resolve(path.dirname(file), specifier), seen);
    }
    return seen;
  }

  it('loads no heavy library', () => {
    const files = [...loadedAtStart(path.join(root, 'dist', 'hook.js'))];
    expect(files.length).toBeGreaterThan(1);
    const found = files.flatMap(file =>
      heavyPackages(fs.readFileSync(file, 'utf8')).map(name => `${path.basename(file)}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('would be noticed otherwise', () => {
    const files = [...loadedAtStart(path.join(root, 'dist', 'cli.js'))];
    expect(files.some(file => heavyPackages(fs.readFileSync(file, 'utf8')).includes('commander'))).toBe(true);
  });
});
