import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnv, entry, insideAgent, runProcess, Sandbox } from './support/hook-process.ts';

const law = `
hooklaw: 1
context: { tier: { env: TIER } }
rules:
  - { id: no-rm, kind: policy, tool: Bash, when: "input.command.contains('rm -rf')", deny: Deleting is not allowed. }
  - { id: tier, kind: authorization, tool: Case, when: "context.tier == 'free'", deny: Not on the free tier. }
`;
const bash = (command: string, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: 'sess-1',
  prompt_id: 'p-1',
  cwd: '/srv/app',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 'toolu_1',
  ...more,
});
const slowLaw = `
hooklaw: 1
rules:
  - id: slow
    kind: policy
    tool: Slow
    when: input.items.all(x, input.items.all(y, input.items.all(z, x + y + z > -1.0)))
    deny: x
`;

let sandbox: Sandbox;
let lawFile: string;
beforeEach(() => {
  sandbox = new Sandbox();
  lawFile = sandbox.write('law.yaml', law);
});
afterEach(() => sandbox.remove());

const hook = (event: unknown, options: { args?: string[]; env?: Record<string, string> } = {}) =>
  sandbox.hook(
    [...(options.args ?? ['PreToolUse']), '--law', lawFile],
    event,
    options.env === undefined ? {} : { env: options.env },
  );

/** Starts the hook with hand-made streams. */
function start(args: readonly string[], stdio: ('pipe' | 'ignore')[], nodeArgs: readonly string[] = []) {
  return spawn(process.execPath, [...nodeArgs, entry, 'hook', ...args, '--state-dir', sandbox.state], {
    cwd: sandbox.dir,
    env: cleanEnv(sandbox.home),
    stdio,
  });
}

const exitOf = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise(resolve => child.on('close', resolve));

describe('streams', () => {
  it('loses no output on a full pipe whose reader is slow', async () => {
    lawFile = sandbox.write(
      'long.yaml',
      `hooklaw: 1\nrules: [{ id: long, kind: policy, tool: Bash, deny: "${'é'.repeat(9_000)}" }]`,
    );
    const event = sandbox.write('event.json', JSON.stringify(bash('ls')));
    const program = `"${process.execPath}" "${entry}" hook PreToolUse --law "${lawFile}" --state-dir "${sandbox.state}"`;
    const script = `{ head -c 65000 /dev/zero | tr '\\0' ' '; ${program} <"${event}" 2>/dev/null; echo $? >exit; } | { sleep 1; cat; }`;
    const { stdout } = await runProcess('sh', ['-c', script], { cwd: sandbox.dir, env: cleanEnv(sandbox.home) });
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
    expect(hookSpecificOutput['permissionDecisionReason']).toContain('[rule long]');
    expect(fs.readFileSync(path.join(sandbox.dir, 'exit'), 'utf8').trim()).toBe('2');
  });

  it('still exits 2 when nobody reads its output', async () => {
    const child = start(['PreToolUse', '--law', lawFile], ['pipe', 'pipe', 'pipe']);
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.stdin?.end(JSON.stringify(bash('rm -rf /')));
    expect(await exitOf(child)).toBe(2);
  });

  it('denies when there is no standard input', async () => {
    expect(await exitOf(start(['PreToolUse', '--law', lawFile], ['ignore', 'ignore', 'ignore']))).toBe(2);
  });

  it('denies by its own deadline when the input never ends', async () => {
    const child = start(['PreToolUse', '--law', lawFile, '--deadline', '700ms'], ['pipe', 'pipe', 'pipe']);
    child.stdin?.write(JSON.stringify(bash('ls')));
    const out: Buffer[] = [];
    child.stdout?.on('data', (data: Buffer) => out.push(data));
    expect(await exitOf(child)).toBe(2);
    expect(Buffer.concat(out).toString()).toContain('the check took longer than 700 ms');
    child.stdin?.destroy();
  });

  it('stays quiet by the same deadline after the fact', async () => {
    const child = start(['Stop', '--law', lawFile, '--deadline', '700ms'], ['pipe', 'pipe', 'pipe']);
    expect(await exitOf(child)).toBe(0);
    child.stdin?.destroy();
  });
});

describe('deadline', () => {
  const slow = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'Slow',
    tool_input: { items: Array.from({ length: 3_000 }, (_, at) => at) },
  };

  it('cuts a computation off that would take hours, and denies', async () => {
    lawFile = sandbox.write('slow.yaml', slowLaw);
    const { exit, stderr } = await hook(slow, { args: ['PreToolUse', '--deadline', '2s'] });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^BLOCKED: .*the check took longer than 2000 ms/);
    expect(sandbox.lines('audit_log.jsonl')).toMatchObject([
      { outcome: 'denied', tool: 'Slow', decided_by: 'hooklaw' },
    ]);
  });

  it('is taken from the law when no flag sets it', async () => {
    lawFile = sandbox.write('slow.yaml', `${slowLaw}\ndeadline: 3s\n`);
    expect((await hook(slow)).stderr).toContain('longer than 3000 ms');
  });
});

describe('a fault of the program itself', () => {
  const boom = (body: string): string => sandbox.write('boom.mjs', body);

  it.each([
    ['an exception nobody caught', "setTimeout(() => { throw new Error('boom at work'); }, 250);"],
    ['a promise nobody awaited', "setTimeout(() => { Promise.reject(new Error('boom at work')); }, 250);"],
  ])('%s denies with a reason', async (_what, body) => {
    const child = start(['PreToolUse', '--law', lawFile], ['pipe', 'pipe', 'pipe'], ['--import', boom(body)]);
    const out: Buffer[] = [];
    child.stdout?.on('data', (data: Buffer) => out.push(data));
    expect(await exitOf(child)).toBe(2);
    const output = Buffer.concat(out).toString();
    expect(output).toContain('"permissionDecision":"deny"');
    expect(output).toContain('boom at work');
    child.stdin?.destroy();
    expect(sandbox.lines('errors.jsonl').length).toBe(1);
  });

  it('a program that is not there denies, and is quiet after the fact', async () => {
    const copy = path.join(sandbox.dir, 'bin', 'hooklaw.js');
    fs.mkdirSync(path.dirname(copy));
    fs.copyFileSync(entry, copy);
    sandbox.write('package.json', '{"type":"module"}');
    const run = (event: string) =>
      runProcess(process.execPath, [copy, 'hook', event], {
        env: cleanEnv(sandbox.home),
        stdin: JSON.stringify(bash('ls')),
      });
    const denied = await run('PreToolUse');
    expect(denied.exit).toBe(2);
    expect(JSON.parse(denied.stdout)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    });
    expect(denied.stderr).toMatch(/^BLOCKED: hooklaw could not start/);
    expect((await run('Stop')).exit).toBe(0);
  });
});

describe('a working folder that is gone', () => {
  it.each([
    ['rm -rf /', '2'],
    ['ls', '0'],
  ])('is no reason to let `%s` through or to stop it', async (command, exit) => {
    const event = sandbox.write('event.json', JSON.stringify(bash(command)));
    const program = `"${process.execPath}" "${entry}" hook PreToolUse --law "${lawFile}" --state-dir "${sandbox.state}"`;
    const script = `mkdir gone && cd gone && rmdir ../gone && ${program} <"${event}" >/dev/null 2>&1; echo $?`;
    const { stdout } = await runProcess('sh', ['-c', script], { cwd: sandbox.dir, env: cleanEnv(sandbox.home) });
    expect(stdout.trim()).toBe(exit);
  });

  it('denies when the law is then named by a relative path', async () => {
    const event = sandbox.write('event.json', JSON.stringify(bash('ls')));
    const program = `"${process.execPath}" "${entry}" hook PreToolUse --law law.yaml --state-dir state`;
    const script = `mkdir gone && cd gone && rmdir ../gone && ${program} <"${event}" >/dev/null 2>&1; echo $?`;
    const { stdout } = await runProcess('sh', ['-c', script], { cwd: sandbox.dir, env: cleanEnv(sandbox.home) });
    expect(stdout.trim()).toBe('2');
  });
});

describe('a state folder that cannot be', () => {
  it.skipIf(process.platform !== 'linux')('neither hangs the hook nor lets anything through', async () => {
    const run = (command: string) =>
      sandbox.run(['hook', 'PreToolUse', '--law', lawFile, '--state-dir', '/proc/none/state'], {
        stdin: JSON.stringify(bash(command)),
      });
    expect((await run('rm -rf /')).exit).toBe(2);
    expect((await run('ls')).exit).toBe(0);
  });
});

describe('the compiled law', () => {
  const compiled = (): string[] =>
    fs.readdirSync(path.join(sandbox.state, 'law')).map(name => path.join(sandbox.state, 'law', name));

  it('is stored once and used again', async () => {
    await hook(bash('ls'));
    const [file] = compiled();
    const before = fs.statSync(file ?? '').mtimeMs;
    expect((await hook(bash('rm -rf /'))).exit).toBe(2);
    expect(compiled()).toEqual([file]);
    expect(fs.statSync(file ?? '').mtimeMs).toBe(before);
  });

  it('is built anew when the source changes', async () => {
    expect((await hook(bash('touch x'))).exit).toBe(0);
    sandbox.write('law.yaml', law.replace("contains('rm -rf')", "contains('touch')"));
    expect((await hook(bash('touch x'))).exit).toBe(2);
    expect(compiled()).toHaveLength(2);
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['changed to allow', (text: string) => text.replace('"deny"', '"warn"')],
    ['of another format', (text: string) => text.replace('"format":1', '"format":0')],
    ['no JSON', () => 'x\ny'],
  ])('is built anew when it is %s', async (_what, damage) => {
    await hook(bash('ls'));
    const [file = ''] = compiled();
    const good = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, damage(good));
    expect((await hook(bash('rm -rf /'))).exit).toBe(2);
    expect(fs.readFileSync(file, 'utf8')).toBe(good);
  });

  it('denies when it is damaged and the compiler is not there to build it anew', async () => {
    fs.cpSync(path.join(path.dirname(entry), '..', 'dist'), path.join(sandbox.dir, 'dist'), { recursive: true });
    fs.mkdirSync(path.join(sandbox.dir, 'bin'));
    fs.copyFileSync(entry, path.join(sandbox.dir, 'bin', 'hooklaw.js'));
    sandbox.write('package.json', '{"type":"module"}');
    const run = () =>
      runProcess(
        process.execPath,
        [
          path.join(sandbox.dir, 'bin', 'hooklaw.js'),
          'hook',
          'PreToolUse',
          '--law',
          lawFile,
          '--state-dir',
          sandbox.state,
        ],
        {
          env: cleanEnv(sandbox.home),
          stdin: JSON.stringify(bash('ls')),
        },
      );
    expect((await run()).exit).toBe(0);
    const chunks = path.join(sandbox.dir, 'dist', 'chunks');
    for (const name of fs.readdirSync(chunks).filter(n => n.startsWith('compile-source')))
      fs.rmSync(path.join(chunks, name));
    expect((await run()).exit).toBe(0);
    fs.writeFileSync(compiled()[0] ?? '', 'damaged');
    const { exit, stderr } = await run();
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^BLOCKED: The call could not be judged/);
  });

  it('need not be storable: a state folder that cannot be written only costs time', async () => {
    const blocked = sandbox.write('not-a-folder', '');
    const run = (command: string) =>
      sandbox.run(['hook', 'PreToolUse', '--law', lawFile, '--state-dir', path.join(blocked, 'state')], {
        stdin: JSON.stringify(bash(command)),
      });
    expect((await run('rm -rf /')).exit).toBe(2);
    expect((await run('ls')).exit).toBe(0);
  });
});

describe('the frozen context', () => {
  const open = (session: string, more: object = {}) =>
    bash('x', { tool_name: 'Case', tool_input: {}, session_id: session, ...more });

  it('holds what the first event of the session found, whatever comes later', async () => {
    expect(
      (
        await hook(
          { hook_event_name: 'SessionStart', session_id: 'a', source: 'startup' },
          { args: ['SessionStart'], env: { TIER: 'free' } },
        )
      ).exit,
    ).toBe(0);
    expect((await hook(open('a'), { env: { TIER: 'premium' } })).exit).toBe(2);
    expect((await hook(open('a', { agent_id: 'sub-1' }), { env: { TIER: 'premium' } })).exit).toBe(2);
    expect((await hook(open('b'), { env: { TIER: 'premium' } })).exit).toBe(0);
    expect((await hook(open('b'), { env: { TIER: 'free' } })).exit).toBe(0);
  });

  it('also holds that a fact could not be established', async () => {
    expect((await hook(open('a'))).stderr).toContain('`tier` could not be established');
    expect((await hook(open('a'), { env: { TIER: 'premium' } })).exit).toBe(2);
    expect((await hook(bash('ls', { session_id: 'a' }))).exit).toBe(0);
  });

  it('takes no harm from a session id that looks like a path', async () => {
    const session = '../../../escape';
    expect((await hook(open(session), { env: { TIER: 'free' } })).exit).toBe(2);
    expect((await hook(open(session), { env: { TIER: 'premium' } })).exit).toBe(2);
    expect(fs.readdirSync(sandbox.dir).sort()).toEqual(['home', 'law.yaml', 'state']);
  });

  it('is one and the same for events that race to be the first', async () => {
    const tiers = Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? 'free' : 'premium'));
    const first = await Promise.all(tiers.map(tier => hook(open('race'), { env: { TIER: tier } })));
    expect(new Set(first.map(result => result.exit)).size).toBe(1);
  });

  it('denies what needs it when what was frozen cannot be read', async () => {
    await hook(open('a'), { env: { TIER: 'premium' } });
    fs.writeFileSync(path.join(sandbox.state, 'sessions', 'a', 'context.json'), '{"facts"');
    expect((await hook(open('a'), { env: { TIER: 'premium' } })).exit).toBe(2);
    expect((await hook(bash('ls', { session_id: 'a' }))).exit).toBe(0);
  });
});

describe('where laws come from', () => {
  it('takes the flag before the environment', async () => {
    const other = sandbox.write('other.yaml', law.replace("contains('rm -rf')", "contains('ls')"));
    expect((await hook(bash('ls'), { env: { HOOKLAW_LAW: other } })).exit).toBe(0);
    const viaEnv = await sandbox.hook(['PreToolUse'], bash('ls'), { env: { HOOKLAW_LAW: other } });
    expect(viaEnv.exit).toBe(2);
  });

  it("finds the project's law and the user's, and obeys both", async () => {
    sandbox.write('proj/.claude/settings.json', '{}');
    sandbox.write('proj/hooklaw.yaml', law);
    sandbox.write(
      'home/.config/hooklaw/law.json',
      JSON.stringify({
        hooklaw: 1,
        rules: [{ id: 'user', kind: 'policy', tool: 'Bash', when: "input.command == 'ls'", deny: 'x' }],
      }),
    );
    const run = (command: string) =>
      sandbox.hook(['PreToolUse'], bash(command, { cwd: path.join(sandbox.dir, 'proj', 'deeper') }), {
        env: { CLAUDE_PROJECT_DIR: path.join(sandbox.dir, 'proj') },
      });
    expect((await run('rm -rf /')).stderr).toContain('[rule no-rm]');
    expect((await run('ls')).stderr).toContain('[rule user]');
    expect((await run('pwd')).exit).toBe(0);
  });

  it('denies when a project has two laws, since nobody knows which is meant', async () => {
    sandbox.write('proj/hooklaw.yaml', law);
    sandbox.write('proj/.claude/hooklaw.json', '{}');
    const result = await sandbox.hook(['PreToolUse'], bash('ls'), {
      env: { CLAUDE_PROJECT_DIR: path.join(sandbox.dir, 'proj') },
    });
    expect(result.exit).toBe(2);
    expect(result.stderr).toContain('two project laws');
  });

  it.skipIf(insideAgent)("lets an untrusted project's law tighten only, until it is trusted as it stands", async () => {
    const project = path.join(sandbox.dir, 'proj');
    const text = 'hooklaw: 1\nrules: [{ id: dry, kind: policy, tool: Bash, rewrite: { command: "echo dry" } }]\n';
    const file = sandbox.write('proj/hooklaw.yaml', text);
    sandbox.write('proj/.git/HEAD', '');
    const run = () => sandbox.hook(['PreToolUse'], bash('ls'), { env: { CLAUDE_PROJECT_DIR: project } });
    expect((await run()).stdout).toBe('');
    expect((await sandbox.run(['trust'], { cwd: project })).exit).toBe(0);
    expect(JSON.parse((await run()).stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'echo dry' } },
    });
    fs.writeFileSync(file, text.replace('echo dry', 'echo changed'));
    expect((await run()).stdout).toContain('echo dry');
    expect((await sandbox.run(['trust'], { cwd: project, env: { CLAUDECODE: '1' } })).exit).toBe(3);
  });

  it('says at the start of a session that nothing is enforced where there is no law', async () => {
    const begin = { hook_event_name: 'SessionStart', session_id: 'a', source: 'startup' };
    const without = await sandbox.hook(['SessionStart'], begin);
    expect(without.exit).toBe(0);
    expect((JSON.parse(without.stdout) as { systemMessage: string }).systemMessage).toContain('nothing is enforced');
    expect((await sandbox.hook(['PreToolUse'], bash('rm -rf /'))).exit).toBe(0);
    expect((await hook(begin, { args: ['SessionStart'] })).stdout).toBe('');
  });

  it('says at the start of a session that the law is broken', async () => {
    lawFile = sandbox.write('broken.yaml', 'hooklaw: 1\nrules: 5\n');
    const { exit, stdout } = await hook(
      { hook_event_name: 'SessionStart', session_id: 'a', source: 'startup' },
      { args: ['SessionStart'] },
    );
    expect(exit).toBe(0);
    expect((JSON.parse(stdout) as { systemMessage: string }).systemMessage).toContain('broken.yaml:2:8');
  });
});
