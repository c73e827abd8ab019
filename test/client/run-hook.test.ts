import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookPlace } from '../../src/adapters/client/hook-place.ts';
import { type HookTrial, runHook } from '../../src/adapters/client/run-hook.ts';
import type { HookRun } from '../../src/core/client/hook-run.ts';
import type { HookSource } from '../../src/core/client/hook-source.ts';
import type { JsonObject } from '../../src/core/json/json-value.ts';
import { configuredHook } from '../support/configured-hook.ts';
import { readPids, untilEnded } from '../support/processes.ts';

let dir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-')));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const at = (...parts: string[]): string => path.join(dir, ...parts);

function write(name: string, text: string, mode = 0o755): string {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), text, { mode });
  return at(name);
}

interface Circumstances {
  readonly event?: string;
  readonly json?: string;
  readonly source?: Partial<HookSource>;
  readonly place?: Partial<HookPlace>;
  readonly signal?: AbortSignal;
}

function run(entry: JsonObject, more: Circumstances = {}): Promise<HookTrial> {
  const place = {
    projectDir: dir,
    cwd: dir,
    env: { PATH: process.env['PATH'] },
    platform: process.platform,
    home: dir,
  };
  const hook = configuredHook(entry, more);
  return runHook(
    hook,
    more.json ?? '{"a":1}',
    { ...place, ...more.place },
    more.signal ?? new AbortController().signal,
  );
}

const runOf = async (entry: JsonObject, more?: Circumstances): Promise<HookRun> => (await run(entry, more)).run;
const shell = (command: string, more?: Circumstances): Promise<HookRun> => runOf({ command }, more);
const printed = async (run: Promise<HookRun>): Promise<string> => {
  const done = await run;
  return 'stdout' in done ? done.stdout : `${done.kind}: ${'cause' in done ? done.cause : ''}`;
};

describe.skipIf(process.platform === 'win32')('a command hook', () => {
  it('is judged by its exit code, with all that it printed', async () => {
    expect(await shell('echo out; echo err >&2; exit 3')).toEqual({
      kind: 'exited',
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await shell('no-such-program-anywhere')).toMatchObject({ kind: 'exited', exitCode: 127 });
    write('plain.sh', '#!/bin/sh\nexit 2\n', 0o644);
    expect(await shell('./plain.sh')).toMatchObject({ kind: 'exited', exitCode: 126 });
    write('crlf.sh', '#!/bin/sh\r\nexit 2\r\n');
    expect(await shell('./crlf.sh')).toMatchObject({ kind: 'exited', exitCode: 127 });
  });

  it('can be ended by a signal', async () => {
    expect(await shell('echo before; kill -9 $$')).toEqual({
      kind: 'signaled',
      signal: 'SIGKILL',
      stdout: 'before\n',
      stderr: '',
    });
  });

  it('reads the event in one line, in the folder of the session, with the plain shell and without a terminal', async () => {
    fs.mkdirSync(at('sub'));
    expect(await printed(shell('cat; pwd', { place: { cwd: at('sub') } }))).toBe(`{"a":1}\n${at('sub')}\n`);
    expect(await printed(runOf({ command: 'echo "$0"', shell: 'bash' }))).toBe('/bin/sh\n');
    expect(await shell('true </dev/tty')).not.toMatchObject({ exitCode: 0 });
  });

  it('sees the environment of the client, of the settings, and what the client says of itself', async () => {
    const place = {
      env: { PATH: process.env['PATH'], OUTER: 'o', BOTH: 'outer', CLAUDE_PLUGIN_ROOT: '/of/another' },
      settingsEnv: { BOTH: 'settings', CLAUDE_PROJECT_DIR: '/fake' },
    };
    const show = 'echo "$OUTER $BOTH $CLAUDE_PROJECT_DIR $CLAUDECODE"; printenv CLAUDE_PLUGIN_ROOT';
    expect(await shell(show, { place })).toMatchObject({ stdout: `o settings ${dir} 1\n`, exitCode: 1 });
    const override = { CLAUDE_PROJECT_DIR: undefined, OUTER: 'x' };
    expect(await printed(shell('echo "$OUTER ${CLAUDE_PROJECT_DIR-unset}"', { place: { ...place, override } }))).toBe(
      'x unset\n',
    );
  });

  it('of a plugin or a skill knows its folder; any other that names one is not run', async () => {
    const plugin: Partial<HookSource> = { scope: 'plugin', owner: 'guard@our.market', pluginRoot: at('plug') };
    const show = 'echo "${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA}"; touch ran';
    expect(await printed(shell(show, { source: plugin }))).toBe(
      `${at('plug')} ${at('.claude/plugins/data/guard-our-market')}\n`,
    );
    const skill: Partial<HookSource> = { scope: 'skill', file: at('.claude/skills/s/SKILL.md') };
    expect(await printed(shell('echo ${CLAUDE_PLUGIN_ROOT}', { source: skill }))).toBe(`${at('.claude/skills/s')}\n`);
    fs.rmSync(at('ran'));
    expect(await shell(show)).toEqual({
      kind: 'not-started',
      cause: 'it names ${CLAUDE_PLUGIN_ROOT} and belongs to no plugin',
    });
    expect(fs.existsSync(at('ran'))).toBe(false);
  });

  it('of a session that starts can leave variables in a file', async () => {
    const command = 'echo "export A=1" >>"$CLAUDE_ENV_FILE" && cat "$CLAUDE_ENV_FILE"';
    expect(await printed(shell(command, { event: 'SessionStart' }))).toBe('export A=1\n');
    expect(await shell(command)).not.toMatchObject({ exitCode: 0 });
  });

  it('is not told of what it did not read, and it does no harm', async () => {
    const json = JSON.stringify({ content: 'x'.repeat(1_000_000) });
    expect(await run({ command: 'echo no >&2; exit 2' }, { json })).toMatchObject({
      run: { kind: 'exited', exitCode: 2, stderr: 'no\n' },
      stdinUnread: true,
    });
    expect(await run({ command: 'wc -c' }, { json })).toMatchObject({
      run: { stdout: expect.stringContaining(String(json.length + 1)) },
      stdinUnread: false,
    });
  });

  it('may print without end, of which the beginning counts', async () => {
    const done = await shell('head -c 3000000 /dev/zero | tr "\\0" a; exit 2');
    expect(done).toMatchObject({ kind: 'exited', exitCode: 2 });
    expect('stdout' in done && done.stdout.length).toBe(1024 * 1024);
  });
});

describe.skipIf(process.platform === 'win32')('a command hook that does not end', () => {
  it('is ended with all that it has started, whatever it does about that', async () => {
    const command =
      "setsid sh -c 'echo $$ >>pids; sleep 60' & trap 'exit 2' TERM; echo $$ >>pids; echo on; sleep 60 & wait; sleep 60";
    const done = await runOf({ command, timeout: 0.7 });
    expect(done).toEqual({ kind: 'timed-out', seconds: 0.7, stdout: 'on\n', stderr: '' });
    await untilEnded(await readPids(at('pids'), 2));
  });

  it('is killed when it ignores that', async () => {
    const done = await runOf({ command: "trap '' TERM; echo $$ >pids; while :; do sleep 0.1; done", timeout: 0.5 });
    expect(done.kind).toBe('timed-out');
    await untilEnded(await readPids(at('pids'), 1));
  });

  it('is ended when it is no longer wanted', async () => {
    const control = new AbortController();
    const done = run({ command: 'echo $$ >pids; sleep 60' }, { signal: control.signal });
    const pids = await readPids(at('pids'), 1);
    control.abort(new Error('enough'));
    await expect(done).rejects.toThrow('enough');
    await untilEnded(pids);
  });

  it('but leaves something in the background is waited for no longer than the client waits', async () => {
    const trial = await run({ command: "(echo $$ >pids; exec sleep 60) & sh -c 'echo done'; exit 2" });
    expect(trial).toMatchObject({ run: { kind: 'exited', exitCode: 2, stdout: 'done\n' }, leftChildren: true });
    await untilEnded(await readPids(at('pids'), 1));
    expect(await run({ command: 'exit 2' })).toMatchObject({ leftChildren: false });
  });
});

describe.skipIf(process.platform === 'win32')('a command hook with `args`', () => {
  it('is run without a shell, with the placeholders filled in and nothing else', async () => {
    write('a b/show', '#!/bin/sh\nprintf "%s|" "$@"\n');
    const entry = {
      command: '${CLAUDE_PROJECT_DIR}/a b/show',
      args: ['${CLAUDE_PROJECT_DIR}/x', '$HOME', '${HOME}', '~', '*', ''],
    };
    expect(await printed(runOf(entry))).toBe(`${dir}/x|$HOME|\${HOME}|~|*||`);
    expect(await printed(runOf({ command: './a b/show', args: ['1'] }))).toBe('1|');
    expect(await printed(runOf({ command: 'echo', args: ['1'] }))).toBe('1\n');
  });

  it('may be no program', async () => {
    write('plain', '#!/bin/sh\nexit 2\n', 0o644);
    write('bare', 'exit 2\n');
    write('crlf', '#!/bin/sh\r\nexit 2\r\n');
    const cause = async (command: string): Promise<string> => printed(runOf({ command, args: [] }));
    expect(await cause('./gone')).toBe(`not-started: \`${at('gone')}\` is not there (ENOENT)`);
    expect(await cause('no-such-program-anywhere')).toBe('not-started: there is no program `no-such-program-anywhere`');
    expect(await cause('./plain')).toBe(`not-started: \`${at('plain')}\` is not executable (EACCES)`);
    expect(await cause('./bare')).toBe(
      `not-started: \`${at('bare')}\` has no first line \`#!\` that names its interpreter (ENOEXEC)`,
    );
    expect(await cause('./crlf')).toBe(`not-started: \`${at('crlf')}\` cannot be started (ENOENT)`);
    expect(await printed(runOf({ command: 'echo', args: ['1'] }, { place: { cwd: at('gone') } }))).toBe(
      `not-started: there is no folder \`${at('gone')}\``,
    );
  });
});
