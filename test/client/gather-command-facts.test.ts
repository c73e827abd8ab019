import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherCommandFacts } from '../../src/adapters/client/gather-command-facts.ts';
import type { JsonObject } from '../../src/core/json/json-value.ts';
import type { CommandFacts, NamedFile } from '../../src/core/self-test/self-test-view.ts';
import { configuredHook } from '../support/configured-hook.ts';

let root = '';
const at = (name: string): string => path.join(root, name);

function write(name: string, text: string, mode = 0o644): void {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), text);
  fs.chmodSync(at(name), mode);
}

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-facts-')));
  write('my project/guard.sh', '#!/bin/sh\nexit 2\n', 0o755);
  write('my project/plain.sh', '#!/bin/sh\nexit 2\n');
  write('my project/odd.sh', '#!/usr/bin/env no-such-interpreter\n', 0o755);
  write('my project/sub/inner.sh', '#!/bin/sh\n', 0o755);
  write('bin/own-guard', '#!/bin/sh\n', 0o755);
  write('home/guard.py', 'print(1)\n');
  write('home/binary', 'a\0b', 0o755);
});

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

function facts(entry: JsonObject, settingsEnv: Record<string, string> = {}): CommandFacts {
  const projectDir = at('my project');
  const env = { PATH: '/usr/bin:/bin', HOME: at('home'), EMPTY: '' };
  const place = { projectDir, cwd: projectDir, env, settingsEnv, platform: 'linux', home: at('home') };
  return gatherCommandFacts(configuredHook(entry), place);
}

const shown = ({ path: file, state, executable }: NamedFile): string =>
  `${file?.replace(root, '') ?? '?'} ${state}${executable ? ' x' : ''}`;

describe('gatherCommandFacts', () => {
  it.each([
    ['"$CLAUDE_PROJECT_DIR"/guard.sh', ['/my project/guard.sh file x']],
    ['"${CLAUDE_PROJECT_DIR:-.}"/plain.sh', ['/my project/plain.sh file']],
    ['./guard.sh', ['/my project/guard.sh file x']],
    ['cd sub && ./inner.sh', ['/my project/sub/inner.sh file x']],
    ['"$CLAUDE_PROJECT_DIR"/none.sh', ['/my project/none.sh missing']],
    ['"$CLAUDE_PROJECT_DIR"/sub', ['/my project/sub folder']],
    ['~/binary', ['/home/binary file x']],
    ['"$NOT_SET"/x-of-nobody.sh', ['/x-of-nobody.sh missing']],
    ['"${EMPTY:-$HOME}"/binary', ['/home/binary file x']],
    ['"$(git rev-parse --show-toplevel)"/x.sh', ['/usr/bin/git file x', '? missing']],
    ['no-such-program-here', ['? missing']],
    ['exit 2', []],
  ])('%s', (command, programs) => {
    const found = facts({ command }).programs.filter(({ neededBy }) => neededBy === undefined);
    expect(found.map(shown).map(text => text.replace(/^\S*\/git /, '/usr/bin/git '))).toEqual(programs);
  });

  it('finds scripts, with their text', () => {
    const [script] = facts({ command: 'python3 ~/guard.py' }).scripts;
    expect(script).toMatchObject({ path: at('home/guard.py'), state: 'file', text: 'print(1)\n' });
  });

  it('gives no text of what is none', () => {
    expect(facts({ command: '~/binary' }).programs[0]?.text).toBeUndefined();
  });

  it("looks programs up in the `PATH` of the settings' `env`", () => {
    expect(facts({ command: 'own-guard' }).programs[0]?.state).toBe('missing');
    expect(facts({ command: 'own-guard' }, { PATH: at('bin') }).programs[0]?.path).toBe(at('bin/own-guard'));
  });

  it('names the interpreters of scripts', () => {
    const names = (command: string): string[] =>
      facts({ command }).programs.map(({ named, state, neededBy }) => `${named} ${state} ${neededBy ?? ''}`);
    expect(names('./odd.sh')).toContain('no-such-interpreter missing ./odd.sh');
    expect(names('./guard.sh')).toContain('/bin/sh file ./guard.sh');
  });

  it('fills in the placeholders of an exec form, and nothing else', () => {
    const exec = (command: string): string | undefined => facts({ command, args: [] }).programs.map(shown)[0];
    expect(exec('${CLAUDE_PROJECT_DIR}/guard.sh')).toBe('/my project/guard.sh file x');
    expect(exec('$HOME/binary')).toBe('/my project/$HOME/binary missing');
  });
});
