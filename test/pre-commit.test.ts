// The hook for the tool pre-commit, run for real where that is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cleanEnv, entry, type ProcessResult, runProcess, Sandbox } from './support/hook-process.ts';

const hooksFile = path.join(import.meta.dirname, '..', '.pre-commit-hooks.yaml');

const good = `hooklaw: 1
rules:
  - { id: no-publish, kind: policy, tool: Bash, when: "input.command.startsWith('npm publish')", deny: Not from here. }
`;

describe('the hook for pre-commit', () => {
  const [hook] = parse(fs.readFileSync(hooksFile, 'utf8')) as { id: string; entry: string; files: string }[];

  it.each([
    ['hooklaw.yaml', true],
    ['hooklaw.yml', true],
    ['.claude/hooklaw.json', true],
    ['app/.claude/hooklaw.jsonc', true],
    ['law.yaml', false],
    ['hooklaw/law.yaml', true],
    ['etc/hooklaw/law.jsonc', true],
    ['hooklaw.yaml.md', false],
    ['outlaw.yaml', false],
    ['my-hooklaw.yaml', false],
    ['hooklaw.lock', false],
  ])('%s is checked: %s', (file, checked) => {
    expect(new RegExp(hook?.files ?? '').test(file)).toBe(checked);
  });
});

const installed = process.platform !== 'win32' && spawnSync('pre-commit', ['--version']).status === 0;
if (!installed)
  console.warn('skipped: pre-commit is not installed, so its hook was not run (`pip install pre-commit`)');

describe.skipIf(!installed)('a commit under pre-commit', () => {
  let sandbox: Sandbox;
  let env: Record<string, string>;

  beforeEach(async () => {
    sandbox = new Sandbox();
    sandbox.write('bin/hooklaw', `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`);
    fs.chmodSync(path.join(sandbox.dir, 'bin/hooklaw'), 0o755);
    const clean = cleanEnv(sandbox.home);
    env = {
      ...clean,
      PATH: `${path.join(sandbox.dir, 'bin')}${path.delimiter}${clean['PATH']}`,
      PRE_COMMIT_HOME: path.join(sandbox.dir, 'pre-commit'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    sandbox.write('hooks/.pre-commit-hooks.yaml', fs.readFileSync(hooksFile));
    await succeed('hooks', 'git', 'init', '--quiet');
    await succeed('hooks', 'git', 'add', '.');
    await succeed('hooks', 'git', 'commit', '--quiet', '-m', 'hooks');
    const rev = (await succeed('hooks', 'git', 'rev-parse', 'HEAD')).stdout.trim();
    const repo = path.join(sandbox.dir, 'hooks');
    sandbox.write(
      'project/.pre-commit-config.yaml',
      `repos:\n  - repo: ${repo}\n    rev: ${rev}\n    hooks: [{ id: hooklaw-validate }]\n`,
    );
    await succeed('project', 'git', 'init', '--quiet');
    await succeed('project', 'pre-commit', 'install');
  });

  afterEach(() => sandbox.remove());

  function run(folder: string, command: string, ...args: string[]): Promise<ProcessResult> {
    return runProcess(command, args, { cwd: path.join(sandbox.dir, folder), env });
  }

  async function succeed(folder: string, command: string, ...args: string[]): Promise<ProcessResult> {
    const result = await run(folder, command, ...args);
    expect(result, `${command} ${args.join(' ')}`).toMatchObject({ exit: 0 });
    return result;
  }

  async function commit(law: string): Promise<ProcessResult> {
    sandbox.write('project/.claude/hooklaw.yaml', law);
    await succeed('project', 'git', 'add', '.');
    return run('project', 'git', 'commit', '-m', 'law');
  }

  it('is stopped by a broken law, and made once the law is good', async () => {
    const stopped = await commit(good.replace('command', 'comand'));
    expect(stopped.exit).toBe(1);
    expect(stopped.stdout + stopped.stderr).toContain('.claude/hooklaw.yaml:3:');
    expect(stopped.stdout + stopped.stderr).toContain('did you mean `command`?');
    expect((await run('project', 'git', 'rev-parse', '--verify', 'HEAD')).exit).not.toBe(0);

    const made = await commit(good);
    expect(made.stdout + made.stderr).toMatch(/hooklaw validate\.+Passed/);
    expect(made.exit).toBe(0);
    await succeed('project', 'git', 'rev-parse', '--verify', 'HEAD');
  });

  it('without a law among its files is not held up', async () => {
    sandbox.write('project/readme.txt', 'x');
    await succeed('project', 'git', 'add', '.');
    const made = await run('project', 'git', 'commit', '-m', 'text');
    expect(made.stdout + made.stderr).toMatch(/hooklaw validate\.+\(no files to check\)Skipped/);
    expect(made.exit).toBe(0);
  });
});
