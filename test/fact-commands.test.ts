import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FactSandbox } from './support/facts.ts';
import { Sandbox } from './support/hook-process.ts';
import { readPids, untilEnded } from './support/processes.ts';

let sandbox: Sandbox;
let facts: FactSandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  facts = new FactSandbox(sandbox);
});
afterEach(() => sandbox.remove());

const at = (name: string): string => path.join(sandbox.dir, name);
const env = { PATH: process.env['PATH'] ?? '' };

/** Writes a program of the law's folder. */
const program = (name: string, body: string, mode = 0o755): string =>
  facts.write(`law/bin/${name}`, `#!/bin/sh\n${body}\n`, mode);

describe.skipIf(process.platform === 'win32')('a fact from a command', () => {
  it('is what the program prints, as it is told to be read', async () => {
    program('text', "printf 'anna\\r\\n'");
    program('lines', "printf 'a\\nb\\n\\n'");
    program('json', 'echo \'{"who":{"name":"anna","level":3}}\'');
    program('number', 'echo 42');
    program('nothing', 'echo');
    expect(
      await facts.resolve(
        {
          text: '{ command: [./bin/text] }',
          lines: '{ command: [./bin/lines] }',
          name: '{ command: [bin/json], pointer: /who/name, one_of: [anna] }',
          level: '{ command: [./bin/json], pointer: /who/level, type: number }',
          whole: '{ command: [./bin/json], format: json, type: object }',
          number: '{ command: [./bin/number], type: number }',
          digits: '{ command: [./bin/number] }',
          nothing: '{ command: [./bin/nothing] }',
          optional: '{ command: [./bin/nothing], required: false }',
        },
        { env },
      ),
    ).toEqual({
      text: { value: 'anna' },
      lines: { value: 'a\nb\n' },
      name: { value: 'anna' },
      level: { value: 3 },
      whole: { value: { who: { name: 'anna', level: 3 } } },
      number: { value: 42 },
      digits: { value: '42' },
      nothing: { failure: 'the source has no value' },
      optional: { value: null },
    });
  });

  it('is run without a shell and without input, in the folder of the law', async () => {
    program('args', 'printf "%s|" "$@"; pwd; cat');
    const out = await facts.one(`{ command: [./bin/args, "$(id)", "a  b", "*", ""] }`, { env });
    expect(out).toBe(`$(id)|a  b|*||${fs.realpathSync(at('law'))}`);
  });

  it('takes arguments that could be no names of files, and a folder that is gone, as they are', async () => {
    const long = 'a'.repeat(5_000);
    facts.write('law/x', '');
    expect(await facts.one(`{ command: [/bin/echo, ${long}] }`, { env })).toBe(long);
    const gone = await facts.one('{ command: [/bin/echo, x] }', { env, lawFolder: 'gone' });
    expect(gone).toBe('`/bin/echo` cannot be started (ENOENT)');
  });

  it('gets the environment, without what would put foreign code into the program', async () => {
    program('env', 'env');
    const planted = {
      NODE_OPTIONS: '--require=/x.js',
      BUN_OPTIONS: '--preload=/x.js',
      BASH_ENV: '/x.sh',
      'BASH_FUNC_echo%%': '() { true; }',
      PYTHONPATH: '/x',
      LD_LIBRARY_PATH: '/x',
    };
    Object.assign(process.env, { HOOKLAW_TEST: 'of another' });
    const out = await facts.one('{ command: [./bin/env] }', { env: { ...env, ...planted, DESK: 'north' } });
    delete process.env['HOOKLAW_TEST'];
    expect(out).not.toContain('HOOKLAW_TEST');
    expect(out).toContain('DESK=north');
    for (const name of Object.keys(planted)) expect(out).not.toContain(`${name}=`);
  });

  it('fails alone when its program fails, in words that say how', async () => {
    program('fails', 'echo free; echo secret >&2; exit 3');
    program('killed', 'kill -TERM $$');
    program('loud', 'head -c 70000 /dev/zero | tr "\\0" a; sleep 30');
    program('not-json', 'echo free');
    program('plain', 'echo free', 0o644);
    facts.write('law/bin/latin', '#!/bin/sh\nprintf "\\351"\n', 0o755);
    expect(
      await facts.resolve(
        {
          fails: '{ command: [./bin/fails] }',
          killed: '{ command: [./bin/killed] }',
          loud: '{ command: [./bin/loud] }',
          json: '{ command: [./bin/not-json], type: object }',
          plain: '{ command: [./bin/plain] }',
          latin: '{ command: [./bin/latin] }',
          missing: '{ command: [./bin/missing], required: false }',
          nowhere: '{ command: [no-such-program-anywhere] }',
          fine: '{ command: [./bin/not-json] }',
        },
        { env },
      ),
    ).toEqual({
      fails: { failure: '`./bin/fails` ended with exit code 3' },
      killed: { failure: '`./bin/killed` was ended by SIGTERM' },
      loud: { failure: '`./bin/loud` printed more than 65536 bytes' },
      json: { failure: '`the output of ./bin/not-json` is not JSON' },
      plain: { failure: '`./bin/plain` cannot be started (EACCES)' },
      latin: { failure: '`./bin/latin` is not UTF-8' },
      missing: { failure: 'its source `./bin/missing` cannot be read (ENOENT)' },
      nowhere: { failure: 'there is no program `no-such-program-anywhere`' },
      fine: { value: 'free' },
    });
  });

  it('is cut off when it takes too long, with all that it has started', async () => {
    program('hangs', `echo $$ >>${at('pids')}; sleep 600 & echo $! >>${at('pids')}; wait`);
    expect(await facts.one('{ command: [./bin/hangs], timeout: 3s }', { env })).toBe(
      'its source took longer than 3000 ms',
    );
    await untilEnded(await readPids(at('pids'), 2));
  });

  it('is cut off earlier where less time is left, so that there is still time to judge', async () => {
    program('hangs', 'exec sleep 600');
    expect(await facts.one('{ command: [./bin/hangs] }', { env, left: 1_000 })).toMatch(
      /^its source took longer than [1-7]\d\d ms$/,
    );
    expect(await facts.one('{ command: [./bin/hangs] }', { env, left: 0 })).toContain('no time left');
  });

  it('leaves nothing running behind a program that has ended, and waits for nothing', async () => {
    program('leaves', `sleep 600 & echo $! >>${at('pids')}; echo fine`);
    expect(await facts.one('{ command: [./bin/leaves] }', { env })).toBe('fine');
    await untilEnded(await readPids(at('pids'), 1));
  });

  it('is never run for a law that is not trusted', async () => {
    program('leaves-a-mark', `touch ${at('mark')}; echo free`);
    const why = await facts.one('{ command: [./bin/leaves-a-mark] }', { env, trusted: false });
    expect(why).toContain('only run for a law that is trusted');
    expect(fs.existsSync(at('mark'))).toBe(false);
    expect(await facts.one('{ command: [./bin/leaves-a-mark] }', { env })).toBe('free');
    expect(fs.existsSync(at('mark'))).toBe(true);
  });

  it('is not run when the agent could write the program, or a file that it is given', async () => {
    const inProject = expect.stringContaining('lies in the project');
    facts.write('proj/bin/x', `#!/bin/sh\ntouch ${at('mark')}; echo free\n`, 0o755);
    const open = program('open', `touch ${at('mark')}; echo free`, 0o777);
    const inside = at('proj/bin/x');
    expect(await facts.one(`{ command: [${inside}] }`, { env })).toEqual(inProject);
    expect(await facts.one(`{ command: [/bin/sh, ${inside}] }`, { env })).toEqual(inProject);
    expect(await facts.one('{ command: [sh, ../proj/bin/x] }', { env })).toEqual(inProject);
    expect(await facts.one('{ command: [x] }', { env: { PATH: `${at('proj/bin')}:${env.PATH}` } })).toEqual(inProject);
    expect(await facts.one(`{ command: [${open}] }`, { env })).toContain('others can write');
    expect(fs.existsSync(at('mark'))).toBe(false);
    expect(await facts.one(`{ command: [${inside}], untrusted_ok: a trial }`, { env })).toBe('free');
  });

  it('looks a name without a slash up as a shell would, but not in the current folder', async () => {
    program('on-call', 'echo anna');
    expect(await facts.one('{ command: [on-call] }', { env: { PATH: `:.:bin:${at('law/bin')}` } })).toBe('anna');
    expect(await facts.one('{ command: [on-call] }', { env: { PATH: ':.:bin' } })).toContain('there is no program');
  });

  it('many of them run at once, and nobody is told of it', async () => {
    program('slow', 'sleep 1; echo $1');
    const names = Array.from({ length: 12 }, (_, n) => `f${n}`);
    const said: string[] = [];
    const listen = (warning: Error): number => said.push(warning.message);
    process.on('warning', listen);
    const wanted = Object.fromEntries(names.map(name => [name, `{ command: [./bin/slow, ${name}], timeout: 4s }`]));
    const resolved = await facts.resolve(wanted, { env });
    process.off('warning', listen);
    expect(resolved).toEqual(Object.fromEntries(names.map(name => [name, { value: name }])));
    expect(said).toEqual([]);
  });
});

it.skipIf(process.platform === 'win32')('a hook that is ended ends the command with it', async () => {
  program('hangs', `echo $PPID >>${at('pids')}; echo $$ >>${at('pids')}; sleep 600 & echo $! >>${at('pids')}; wait`);
  const law =
    'hooklaw: 1\ndeadline: 10s\ncontext: { f: { command: [./bin/hangs], timeout: 9s } }\nrules: [{ id: r, kind: policy, tool: Bash, deny: no }]\n';
  facts.write('law/law.yaml', law);
  await sandbox.run(['validate', at('law/law.yaml'), '--state-dir', sandbox.state]);
  const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: at('proj'), tool_name: 'Bash', tool_input: {} };
  const ended = sandbox.hook(['PreToolUse', '--law', at('law/law.yaml')], event);
  const [hook = 0, ...started] = await readPids(at('pids'), 3);
  process.kill(hook, 'SIGTERM');
  expect((await ended).signal).toBe('SIGTERM');
  await untilEnded(started);
});
