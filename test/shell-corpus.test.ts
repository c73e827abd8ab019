import fs from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParser } from '../src/adapters/parsers/load-parser.ts';
import type { Parsers } from '../src/core/analysis/parsers.ts';
import { readShell } from '../src/core/analysis/shell/read-shell.ts';
import type { Command } from '../src/core/analysis/shell/reading.ts';

/** A text, and what is seen in it. In commands `…` stands for what is open; ` @ FOLDER` may follow. */
interface Row {
  readonly text: string;
  /** Commands that must be among those seen. */
  readonly runs: readonly string[];
  /** Commands that must not. */
  readonly not?: readonly string[];
  /** All reasons for which something is unknown. */
  readonly unknown?: readonly string[];
  /** All sources of text that is run and does not stand there. */
  readonly fed?: readonly string[];
  readonly unreadable?: string;
}

const file = new URL('./corpus/shell.jsonl', import.meta.url);
const rows = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as Row);

let parsers: Parsers = {};

beforeAll(async () => {
  parsers = { ...(await loadParser('python')), ...(await loadParser('javascript')) };
});

function read(text: string): ReturnType<typeof readShell> {
  return readShell(
    text,
    {
      cwd: '/srv/app',
      home: '/home/u',
      project: '/srv/app',
      temporary: ['/tmp', '/var/tmp'],
      platform: 'posix',
      env: () => undefined,
      observer: { real: path => path, text: () => undefined },
    },
    parsers,
  );
}

function shown(pattern: string): string {
  return pattern.replace(/[\uE000-\uE003]+/g, '…');
}

function forms({ words, cwd }: Command): string[] {
  const line = words.map(({ pattern }) => shown(pattern)).join(' ');
  return [line, `${line} @ ${shown(cwd)}`];
}

describe('what a shell text would run', () => {
  it('has enough rows', () => {
    expect(rows.length).toBeGreaterThan(150);
  });

  it.each(rows)('$text', row => {
    const reading = read(row.text);
    const seen = reading.commands.flatMap(forms);
    expect(seen).toEqual(expect.arrayContaining([...row.runs]));
    for (const command of row.not ?? []) expect(seen).not.toContain(command);
    expect([...new Set(reading.unknown.map(({ reason }) => reason))].sort()).toEqual(row.unknown ?? []);
    expect([...new Set(reading.fed.map(({ source }) => source))].sort()).toEqual(row.fed ?? []);
    expect(reading.unreadable?.reason).toBe(row.unreadable);
  });
});
