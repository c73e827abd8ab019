// The examples, run as their pages say. UPDATE=1 writes what they print to test/example-transcripts.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLaw } from '../src/commands/check-law.ts';
import { runLawTests } from '../src/commands/run-law-tests.ts';
import { openLaw } from '../src/core/law/open-law.ts';
import { findTestServer } from './support/postgres-server.ts';

const root = path.join(import.meta.dirname, '..');

/** A network in which there is nobody but the example itself, where this machine can make one. */
const alone = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

function runExample(name: string, file = 'agent.mjs'): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-example-'));
  try {
    const program = [process.execPath, path.join(root, 'examples', name, file)];
    const command = alone ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...program] : program;
    const [first = '', ...args] = command;
    const env = { PATH: process.env['PATH'] ?? '', HOME: home };
    return execFileSync(first, args, { cwd: home, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

describe('an example', () => {
  it.each(['support-loop', 'agent-sdk'])('%s has a law without warnings, whose tests pass', async name => {
    const file = path.join(root, 'examples', name, 'hooklaw.yaml');
    const { law, tests, warnings } = await checkLaw(fs.readFileSync(file), file);
    expect(warnings).toEqual([]);
    const results = await runLawTests({ layer: 'named', file, trusted: true, law: openLaw(law) }, tests);
    expect(results.length).toBeGreaterThan(4);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });

  it.each(['support-loop', 'agent-sdk'])('%s prints what it should', name => {
    const file = path.join(import.meta.dirname, 'example-transcripts', `${name}.txt`);
    const printed = runExample(name);
    if (process.env['UPDATE'] !== undefined) {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, printed);
    }
    // Of calls at the same time either may be recorded first.
    const lines = (text: string): string[] =>
      text.split('\n').map(line => (line.startsWith('audit: ') ? line.slice(7).split(', ').sort().join(', ') : line));
    expect(lines(printed)).toEqual(lines(fs.readFileSync(file, 'utf8')));
  });

  it.each(['desk.yaml', 'organisation.yaml'])('team/%s has a law without warnings, whose tests pass', async name => {
    const file = path.join(root, 'examples', 'team', name);
    const { law, tests, warnings } = await checkLaw(fs.readFileSync(file), file);
    expect(warnings).toEqual([]);
    const results = await runLawTests({ layer: 'named', file, trusted: true, law: openLaw(law) }, tests);
    expect(results.length).toBeGreaterThan(2);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('team prints what it should: two servers, one database', async context => {
    if ((await findTestServer()) === undefined) {
      context.skip('there is no PostgreSQL');
      return;
    }
    const file = path.join(import.meta.dirname, 'example-transcripts', 'team.txt');
    const printed = runExample('team', 'team.mjs').replaceAll(/\/\S*hooklaw-team-\w+/g, '$FOLDER');
    if (process.env['UPDATE'] !== undefined) fs.writeFileSync(file, printed);
    expect(printed).toBe(fs.readFileSync(file, 'utf8'));
  });
});
