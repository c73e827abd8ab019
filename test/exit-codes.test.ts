// What is said of a command's exit code is what the shell of this machine ends with.
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCommand } from '../src/core/self-test/command/read-command.ts';

const parts = [
  'true',
  'false',
  'exit 2',
  'exit 1',
  'exit',
  'exit $?',
  'echo x',
  'cat',
  'grep -q zz',
  'f',
  'f() { return 6; }',
  'return 3',
  '! true',
  '(exit 3)',
  '{ false; }',
  'if true; then exit 4; fi',
  'if false; then exit 4; else false; fi',
  'while false; do exit 5; done',
  'until true; do exit 9; done',
  'case x in y) exit 1;; esac',
  'case x in *) false;; esac',
  'sh -c "exit 7"',
  'eval "exit 8"',
  'set -e',
  'X=$(false)',
  'X=1',
  'false &',
  'trap "exit 11" EXIT',
];

const command = fc
  .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom('; ', ' && ', ' || ', '\n', ' | ')), {
    minLength: 1,
    maxLength: 4,
  })
  .map(pieces => pieces.map(([part, operator], index) => (index === 0 ? part : operator + part)).join(''));

test.skipIf(process.platform === 'win32')(
  'a proven exit code is the one with which `sh` ends',
  { timeout: 60_000 },
  () => {
    let proven = 0;
    fc.assert(
      fc.property(command, text => {
        const { constantExit, shell } = readCommand({ command: text });
        if (constantExit === undefined || shell?.fault !== undefined) return;
        proven++;
        const { status } = spawnSync('/bin/sh', ['-c', text], { input: '{}\n', stdio: ['pipe', 'ignore', 'ignore'] });
        expect([text, status]).toEqual([text, constantExit]);
      }),
      { numRuns: 400, seed: 7 },
    );
    expect(proven).toBeGreaterThan(100);
  },
);
