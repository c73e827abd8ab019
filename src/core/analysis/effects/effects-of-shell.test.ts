import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, deep, one, star } from '../pattern.ts';
import type { Command, ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { effectsOfShell } from './effects-of-shell.ts';

const surroundings: Surroundings = {
  cwd: '/srv/app',
  home: '/home/u',
  project: '/srv/app',
  temporary: ['/tmp'],
  platform: 'posix',
  env: () => undefined,
  observer: { real: path => path, text: () => undefined },
};

function command(words: readonly string[], more: Partial<Command> = {}): Command {
  return {
    program: words[0],
    words: words.map(pattern => ({ pattern })),
    assignments: [],
    redirections: [],
    input: { from: 'nothing', sources: [] },
    feeds: [],
    substitutions: [],
    cwd: '/srv/app',
    via: [],
    ...more,
  };
}

function reading(commands: readonly Command[], more: Partial<ShellReading> = {}): ShellReading {
  return { commands, unknown: [], code: [], fed: [], ...more };
}

const programs =
  'rm mv cp tar find git curl grep sed awk jq rsync scp dd openssl gh aws ssh nc socat http zip perl node env ps'.split(
    ' ',
  );
const word = fc.oneof(
  fc.string(),
  fc.stringMatching(/^-[-a-z]{0,6}=?[@:a-z/]{0,6}$/),
  fc.constantFrom(
    '-',
    '--',
    '.',
    '..',
    '/',
    '@',
    '@-',
    ':',
    'a:b',
    '-o',
    '-delete',
    star,
    one,
    anything,
    deep,
    `a${deep}`,
    '',
  ),
);

describe('effectsOfShell', () => {
  it('takes whatever words there are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...programs), fc.array(word, { maxLength: 8 }), (program, words) => {
        const effects = effectsOfShell(reading([command([program, ...words])]), surroundings);
        expect(Array.isArray(effects.files)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('says what happens elsewhere', () => {
    const there = command(['cat', '/etc/shadow'], { via: [{ by: 'ssh', elsewhere: true }] });
    expect(effectsOfShell(reading([there]), surroundings).files).toEqual([
      { kind: 'read', path: '/etc/shadow', command: 0, elsewhere: true },
    ]);
  });

  it('sees a path from the folder of its command, known or not', () => {
    const paths = [command(['cat', '.env'], { cwd: '/srv/other' }), command(['cat', '.env'], { cwd: anything })];
    expect(effectsOfShell(reading(paths), surroundings).files.map(({ path }) => path)).toEqual([
      '/srv/other/.env',
      `${anything}/.env`,
    ]);
  });

  it('goes up from where a link leads', () => {
    const real = (path: string): string => path.replace(/^\/srv\/app\/link/, '/etc/ssl');
    const linked = { ...surroundings, observer: { real, text: () => undefined } };
    expect(effectsOfShell(reading([command(['cat', 'link/../shadow'])]), linked).files.map(({ path }) => path)).toEqual(
      ['/srv/app/shadow', '/etc/shadow'],
    );
  });

  it('leaves the words of a wrapper to what it wraps', () => {
    const wrapper = command(['sometool', 'cat', './x'], { wraps: true });
    expect(effectsOfShell(reading([wrapper]), surroundings).files).toEqual([]);
  });

  it('takes in what code does, and sends what comes in through its input', () => {
    const code = {
      files: [{ kind: 'delete' as const, path: 'data', recursive: true as const }],
      starts: [],
      addresses: ['https://x.test'],
      sends: true,
      printsEnvironment: true,
      unknown: [],
    };
    const commands = [
      command(['cat', '.env'], { feeds: [1] }),
      command(['python3', '-c', '…'], { input: { from: 'pipe', sources: [0] } }),
    ];
    const effects = effectsOfShell(
      reading(commands, { code: [{ command: 1, language: 'python', reading: code }] }),
      surroundings,
    );
    expect(effects.files).toContainEqual({ kind: 'delete', path: '/srv/app/data', recursive: true, command: 1 });
    expect(effects.network).toEqual([{ address: 'https://x.test', sends: true, files: ['/srv/app/.env'], command: 1 }]);
    expect(effects.printsEnvironment).toBe(true);
  });

  it('follows outputs word by word where it is told', () => {
    const token = { pattern: `Authorization: ${anything}`, outputs: [0] };
    const url = { pattern: `https://${anything}/x`, outputs: [] };
    const words = ['curl', '-H'].map(pattern => ({ pattern }));
    const known = (...more: { pattern: string; outputs: number[] }[]): ShellReading =>
      reading([command(['cat', 'token.txt']), command(['curl'], { words: [...words, ...more], substitutions: [0] })]);
    expect(effectsOfShell(known(token, url), surroundings).network[0]?.sends).toBe(false);
    expect(effectsOfShell(known(token, { ...url, outputs: [0] }), surroundings).network[0]?.files).toEqual([
      '/srv/app/token.txt',
    ]);
  });

  it('stays quick with many commands', () => {
    const many = Array.from({ length: 5_000 }, (_, at) =>
      command(['curl', '-d', '@-', 'https://x.test'], {
        input: { from: 'pipe', sources: Array.from({ length: Math.min(at, 60) }, (_each, back) => at - back - 1) },
      }),
    );
    expect(effectsOfShell(reading(many), surroundings).network).toHaveLength(5_000);
  });
});
