import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewGit } from '../../src/adapters/client/git-view.ts';

let dir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-')));
  fs.mkdirSync(at('project'), { recursive: true });
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const at = (...parts: string[]): string => path.join(dir, ...parts);
const write = (name: string, text = ''): void => {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), text);
};
const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
    cwd: at('project'),
    stdio: 'ignore',
  });
};
const { env } = process;

describe('what git says', () => {
  it('is whether the files of the settings come along with a clone', async () => {
    git('init', '-q');
    write('project/.gitignore', '*.local.json\n.secret/\n');
    write('project/.claude/settings.json');
    write('project/sub/.claude/[a].json');
    git('add', '.gitignore', '.claude/settings.json');
    write('project/.claude/settings.local.json');
    const files = [
      '.claude/settings.json',
      '.claude/settings.local.json',
      'sub/.claude/[a].json',
      '.secret/gone.json',
      'gone.json',
    ];
    const asked = files.map(file => at('project', file));
    const view = await viewGit(at('project/sub'), [...asked, at('outside.json')], env);
    expect(view).toEqual({
      root: at('project'),
      linkedWorktree: false,
      mainCheckout: undefined,
      files: new Map(
        asked.map((file, index) => [file, ['tracked', 'ignored', 'untracked', 'ignored', 'untracked'][index]]),
      ),
    });
  });

  it('is whether this is a worktree, and of what', async () => {
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '-q', at('tree'));
    expect(await viewGit(at('tree'), [], env)).toEqual({
      root: at('tree'),
      linkedWorktree: true,
      mainCheckout: at('project'),
      files: new Map(),
    });
    execFileSync('git', ['clone', '-q', '--bare', at('project'), at('bare.git')], { stdio: 'ignore' });
    execFileSync('git', ['-C', at('bare.git'), 'worktree', 'add', '-q', at('of-bare')], { stdio: 'ignore' });
    expect(await viewGit(at('of-bare'), [], env)).toMatchObject({ linkedWorktree: true, mainCheckout: undefined });
  });

  it('is nothing without git, and outside of a repository', async () => {
    expect(await viewGit(at('project'), [], { ...env, GIT_CEILING_DIRECTORIES: dir })).toBeUndefined();
    git('init', '-q');
    expect(await viewGit(at('project'), [], { PATH: '/nowhere' })).toBeUndefined();
    expect(await viewGit(at('gone'), [], env)).toBeUndefined();
  });

  it('does not run what a repository wants to have run', async () => {
    git('init', '-q');
    write('project/spy.sh', `#!/bin/sh\ntouch ${at('ran')}\n`);
    fs.chmodSync(at('project/spy.sh'), 0o755);
    git('config', 'core.fsmonitor', at('project/spy.sh'));
    expect((await viewGit(at('project'), [at('project/x')], env))?.files.get(at('project/x'))).toBe('untracked');
    expect(fs.existsSync(at('ran'))).toBe(false);
  });
});
