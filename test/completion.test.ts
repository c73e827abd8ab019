// The completion scripts, as the shells run them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnv, entry, Sandbox } from './support/hook-process.ts';

const law = `hooklaw: 1
rules:
  - { id: limit, kind: policy, tool: mcp__s__pay, when: input.amount > 500, deny: Too much. }
`;

function has(shell: string): boolean {
  const found = spawnSync(shell, ['--version'], { stdio: 'ignore' }).error === undefined;
  if (!found) console.warn(`completion: the checks in ${shell} are skipped, it is not installed`);
  return found;
}

const [hasBash, hasZsh, hasFish] = ['bash', 'zsh', 'fish'].map(has);

let sandbox: Sandbox;
let env: Record<string, string>;

function run(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { cwd: sandbox.dir, env, encoding: 'utf8', timeout: 50_000 });
  expect(done.stderr).toBe('');
  return done.stdout;
}

beforeAll(() => {
  sandbox = new Sandbox();
  sandbox.write('hooklaw.yaml', law);
  sandbox.write('other file.txt', '');
  sandbox.write('folder/inner.txt', '');
  const bin = sandbox.write('bin/hooklaw', `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`);
  fs.chmodSync(bin, 0o755);
  const clean = cleanEnv(sandbox.home);
  env = { ...clean, PATH: `${path.dirname(bin)}:${clean['PATH']}` };
  for (const shell of ['bash', 'zsh', 'fish']) {
    sandbox.write(`completion/${shell}`, run('hooklaw', ['completion', shell]));
  }
});
afterAll(() => sandbox.remove());

/** What bash offers for the last of these words, some of which may be the equals signs that it takes for words. */
function bashOffers(...words: string[]): string[] {
  const script = `
    source completion/bash
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _hooklaw
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const offered = run('bash', ['--norc', '-c', script, 'bash', 'hooklaw', ...words]).split('\n');
  return offered.filter(word => word !== '').sort();
}

describe.skipIf(!hasBash)('bash', () => {
  it.each([
    [['val'], ['validate']],
    [['validate', '--fo'], ['--format']],
    [
      ['validate', '--format', ''],
      ['github', 'json', 'sarif', 'text'],
    ],
    [['validate', '--format', '=', 's'], ['sarif']],
    [
      ['validate', '--format', '='],
      ['github', 'json', 'sarif', 'text'],
    ],
    [['validate', '--format', 'json', 'hook'], ['hooklaw.yaml']],
    [['validate', 'hooklaw.yaml', 'oth'], ['other file.txt']],
    [
      ['try', 'Bas'],
      ['Bash', 'BashOutput'],
    ],
    [['try', '--law', 'hook'], ['hooklaw.yaml']],
    [['try', '--law', 'hooklaw.yaml', 'WebS'], ['WebSearch']],
    [['try', '--law', '=', 'hooklaw.yaml', 'WebS'], ['WebSearch']],
    [['try', 'Bash', 'Bas'], []],
    [['try', '--now', ''], []],
    [['init', '--project', 'fo'], ['folder']],
    [
      ['init', '-'],
      [
        '--dry-run',
        '--format',
        '--help',
        '--http',
        '--law',
        '--project',
        '--scope',
        '--state-dir',
        '--yes',
        '-h',
        '-y',
      ],
    ],
    [['hook', 'PreT'], ['PreToolUse']],
    [['log', 'res'], ['reservations']],
    [['log', 'reservations', '--rel'], ['--release']],
    [['help', 'exp'], ['explain']],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    [['explain', 'lim'], ['limit']],
    [['explain', 'law/no-con'], ['law/no-context']],
    [['explain', 'limit', 'lim'], []],
  ])('%j is completed by %j', (words, offered) => {
    expect(bashOffers(...words)).toEqual(offered);
  });

  it('offers every command, and no other word', () => {
    const help = run('hooklaw', ['--help']);
    const commands = [...help.matchAll(/^ {2}([a-z-]+) [[<\s]/gm)].map(match => match[1]);
    expect(commands).toContain('completion');
    expect(bashOffers('')).toEqual(commands.sort());
  });

  it('knows the script as its own completion of hooklaw', () => {
    expect(run('bash', ['--norc', '-c', 'source completion/bash; complete -p hooklaw'])).toBe(
      'complete -F _hooklaw hooklaw\n',
    );
  });
});

describe.skipIf(!hasZsh)('zsh', () => {
  it('reads the script, and knows it as its completion of hooklaw', () => {
    const script = 'autoload -Uz compinit; compinit -D; source completion/zsh; print $_comps[hooklaw]';
    expect(run('zsh', ['-n', 'completion/zsh'])).toBe('');
    expect(run('zsh', ['-f', '-c', script])).toBe('_hooklaw\n');
  });
});

describe.skipIf(!hasFish)('fish', () => {
  it.each([
    ['val', ['validate']],
    ['validate --fo', ['--format']],
    ['validate --format s', ['sarif']],
    ['validate hook', ['hooklaw.yaml']],
    ['try --law hooklaw.yaml WebS', ['WebSearch']],
    ['log res', ['reservations']],
    ['explain lim', ['limit']],
    ['help exp', ['explain']],
  ])('`hooklaw %s` is completed by %j', (words, offered) => {
    const script = `source completion/fish; complete -C 'hooklaw ${words}'`;
    const lines = run('fish', ['--no-config', '-c', script]).split('\n');
    expect(lines.map(line => line.split('\t')[0]).filter(word => word !== '')).toEqual(offered);
  });
});
