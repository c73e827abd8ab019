import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadParser } from '../src/adapters/parsers/load-parser.ts';
import { createFacts } from '../src/core/analysis/facts/create-facts.ts';
import type { ShellFacts } from '../src/core/analysis/facts/facts.ts';
import { programsOf } from '../src/core/analysis/facts/runs/command-index.ts';
import { createFixedSurroundings } from '../src/core/analysis/fixed-surroundings.ts';

/** A command line, what a rule asks of it, and the answers. `mayRun` is only given where it differs. */
const rowSchema = z.strictObject({
  text: z.string(),
  command: z.union([z.string(), z.array(z.string())]),
  flags: z.array(z.string()).optional(),
  runs: z.boolean(),
  mayRun: z.boolean().optional(),
});

const rows = fs
  .readFileSync(path.join(import.meta.dirname, 'corpus', 'runs.jsonl'), 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => rowSchema.parse(JSON.parse(line)));

const parsers = { ...(await loadParser('python')), ...(await loadParser('javascript')) };

function factsOf(command: string): ShellFacts {
  return createFacts({
    tool: 'Bash',
    input: { command },
    surroundings: createFixedSurroundings(),
    parsers,
  }).shell();
}

describe('whether a command runs', () => {
  it.each(rows)('$text: $command $flags', ({ text, command, flags, runs, mayRun }) => {
    const shell = factsOf(text);
    expect({ runs: shell.runs(command, flags), mayRun: shell.mayRun(command, flags) }).toEqual({
      runs,
      mayRun: mayRun ?? runs,
    });
  });

  it('is never denied by the quick look at the programs where a rule would find it', () => {
    for (const { text, command, flags } of rows) {
      const shell = factsOf(text);
      const programs = programsOf([command].flat());
      if (programs === undefined || shell.mentions(programs)) continue;
      expect([text, command, shell.runs(command, flags), shell.mayRun(command, flags)]).toEqual([
        text,
        command,
        false,
        false,
      ]);
    }
  });

  it('is told by rows enough', () => {
    expect(rows.length).toBeGreaterThan(150);
  });
});
