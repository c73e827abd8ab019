import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRegexJudge } from '../src/adapters/regex-judge.ts';
import { cleanEnv, entry, insideAgent, runProcess, Sandbox } from './support/hook-process.ts';
import { call, judge, lawFrom } from './support/judge.ts';

const userLaw =
  'hooklaw: 1\nrules: [{ id: no-rm, kind: policy, tool: Bash, when: "input.command.contains(\'rm\')", deny: no }]\n';
const bash = (command: string, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
});

let sandbox: Sandbox;
let project: string;
beforeEach(() => {
  sandbox = new Sandbox();
  project = path.join(sandbox.dir, 'proj');
  sandbox.write('proj/.git/HEAD', '');
  sandbox.write('home/.config/hooklaw/law.yaml', userLaw);
});
afterEach(() => sandbox.remove());

const inProject = (command: string, env: Record<string, string> = {}) =>
  sandbox.hook(['PreToolUse'], bash(command), { env: { CLAUDE_PROJECT_DIR: project, ...env } });

describe('a project that came with traps', () => {
  it.skipIf(process.platform === 'win32')('cannot hang the hook by a law that is a device or a pipe', async () => {
    fs.symlinkSync('/dev/zero', path.join(project, 'hooklaw.yaml'));
    const device = await inProject('ls');
    expect(device.exit).toBe(2);
    expect(device.stderr).toContain('is not a regular file');
    fs.rmSync(path.join(project, 'hooklaw.yaml'));
    fs.writeFileSync(path.join(project, 'hooklaw.yaml'), Buffer.alloc(9_000_000, '#'));
    expect((await inProject('ls')).stderr).toContain('is larger than');
    fs.rmSync(path.join(project, 'hooklaw.yaml'));
    execFileSync('mkfifo', [path.join(project, 'hooklaw.yaml')]);
    expect((await inProject('ls')).stderr).toContain('is not a regular file');
  });

  it.skipIf(process.platform === 'win32')('cannot hang it by a fact, and denies only what reads the fact', async () => {
    const rule = '{ id: z, kind: authorization, tool: Write, when: "context.z == 1", deny: x }';
    sandbox.write('proj/hooklaw.yaml', `hooklaw: 1\ncontext: { z: { file: /dev/zero } }\nrules: [${rule}]\n`);
    expect((await inProject('ls')).exit).toBe(0);
    expect((await inProject('rm x')).exit).toBe(2);
  });

  it.skipIf(process.platform !== 'linux')(
    'cannot hang it by a file of the system that only says it is empty',
    async () => {
      fs.symlinkSync('/proc/self/pagemap', path.join(project, 'hooklaw.yaml'));
      expect((await inProject('ls')).exit).toBe(2);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'cannot hang it by a pipe in the place of a file that it keeps',
    async () => {
      await inProject('ls');
      await sandbox.hook(['PostToolUse'], { ...bash('ls'), hook_event_name: 'PostToolUse', tool_response: {} });
      const kept = [sandbox.state, path.join(sandbox.home, '.local/state/hooklaw')]
        .filter(dir => fs.existsSync(dir))
        .flatMap(dir => fs.readdirSync(dir, { recursive: true, withFileTypes: true }))
        .filter(entry => entry.isFile())
        .map(file => path.join(file.parentPath, file.name));
      expect(kept.length).toBeGreaterThan(3);
      for (const file of kept) {
        const bytes = fs.readFileSync(file);
        fs.rmSync(file);
        execFileSync('mkfifo', [file]);
        const { exit, stderr } = await inProject('rm x');
        expect([file, exit, stderr.startsWith('BLOCKED:')]).toEqual([file, 2, true]);
        expect(stderr).not.toContain('took longer');
        fs.rmSync(file, { force: true });
        fs.writeFileSync(file, bytes);
      }
    },
    60_000,
  );

  it('cannot hide the law of the project by a folder that looks like another project', async () => {
    sandbox.write('proj/hooklaw.yaml', userLaw.replace("'rm'", "'ls'").replace('no-rm', 'no-ls'));
    const sub = path.join(project, 'sub');
    sandbox.write('proj/sub/.claude/settings.local.json', '{}');
    expect((await sandbox.hook(['PreToolUse'], bash('ls'), { env: { CLAUDE_PROJECT_DIR: sub } })).exit).toBe(2);
  });

  it('cannot get rid of what is remembered by making a folder look like a project', async () => {
    const pay = { tool_name: 'mcp__pay__charge', tool_input: { amount: 8 } };
    const sub = path.join(sandbox.dir, 'work', 'pkg');
    sandbox.write('work/.git/HEAD', '');
    fs.mkdirSync(sub, { recursive: true });
    sandbox.write(
      'home/.config/hooklaw/law.yaml',
      `hooklaw: 1
context: { tier: { env: TIER } }
rules:
  - { id: daily, kind: policy, tool: mcp__pay__charge, budget: { spend: input.amount, limit: 10, window: 24h }, deny: x }
  - { id: free, kind: authorization, tool: Bash, when: "context.tier == 'free'", deny: x }
`,
    );
    let calls = 0;
    const ask = (fields: object, tier = 'free') =>
      sandbox.run(['hook', 'PreToolUse'], {
        stdin: JSON.stringify({ ...bash('ls'), tool_use_id: `t-${++calls}`, ...fields }),
        env: { CLAUDE_PROJECT_DIR: sub, TIER: tier },
      });
    expect((await ask(pay)).exit).toBe(0);
    expect((await ask(pay)).exit).toBe(2);
    expect((await ask({})).exit).toBe(2);
    for (const marker of ['.claude/x', '.git/HEAD', 'hooklaw.yaml']) {
      sandbox.write(`work/pkg/${marker}`, marker.endsWith('yaml') ? userLaw : '');
      expect((await ask(pay)).exit, marker).toBe(2);
      expect((await ask({}, 'premium')).exit, marker).toBe(2);
    }
    const log = await sandbox.run(['log', 'reservations'], { cwd: sub });
    expect(log.stdout).toContain('8 of user/daily');
  });

  it('is one project by whatever path it is reached', async () => {
    const file = sandbox.write('proj/hooklaw.yaml', userLaw.replace("'rm'", "'ls'").replace('no-rm', 'no-ls'));
    fs.symlinkSync(project, path.join(sandbox.dir, 'link'));
    expect((await inProject('ls')).exit).toBe(2);
    fs.writeFileSync(file, userLaw.replace("'rm'", "'never'"));
    const viaLink = await sandbox.hook(['PreToolUse'], bash('ls'), {
      env: { CLAUDE_PROJECT_DIR: path.join(sandbox.dir, 'link') },
    });
    expect(viaLink.exit).toBe(2);
  });

  it('cannot give itself more time than the usual', async () => {
    const slow = '[1,2,3,4,5,6,7,8,9,10].all(a, '.repeat(9);
    const when = `${slow}a > 0${')'.repeat(9)}`;
    const rule = { id: 'slow', kind: 'policy', tool: 'Bash', when, deny: 'x' };
    sandbox.write('proj/hooklaw.json', JSON.stringify({ hooklaw: 1, deadline: '10s', rules: [rule] }));
    const { exit, stderr } = await inProject('ls');
    expect(exit).toBe(2);
    expect(stderr).toContain('longer than 8000 ms');
  });

  it("cannot read the user's secrets into a text for the model", async () => {
    const text = `hooklaw: 1
context: { key: { env: MY_KEY } }
rules:
  - { id: leak, kind: policy, tool: Bash, warn: "the key is {{ context.key }}" }
`;
    const env = { MY_KEY: 'very-secret' };
    const untrusted = await judge(lawFrom(text, 'project', false), call('Bash', { command: 'ls' }), { env });
    expect(untrusted.warnings).toEqual(['the key is (unknown) [rule leak]']);
    const trusted = await judge(lawFrom(text, 'project', true), call('Bash', { command: 'ls' }), { env });
    expect(trusted.warnings).toEqual(['the key is very-secret. [rule leak]']);
  });

  it.skipIf(insideAgent)('cannot bring the proof of its own trust', async () => {
    const file = sandbox.write(
      'proj/hooklaw.yaml',
      'hooklaw: 1\nrules: [{ id: a, kind: policy, tool: Bash, allow: true }]\n',
    );
    const trusted = await sandbox.run(['trust'], { cwd: project, env: { XDG_STATE_HOME: path.join(project, '.p') } });
    expect(trusted.exit).toBe(0);
    expect(fs.existsSync(path.join(project, '.p', 'hooklaw', 'trust.json'))).toBe(true);
    expect((await inProject('ls', { XDG_STATE_HOME: path.join(project, '.p') })).stdout).toBe('');
    expect(file).toContain('proj');
  });

  it("cannot lead away from the user's law by the environment of hooks", async () => {
    const account = fs.existsSync(path.join(sandbox.home, '.config'));
    expect(account).toBe(true);
    expect((await inProject('rm x', { XDG_CONFIG_HOME: path.join(sandbox.home, '.config') })).exit).toBe(2);
  });
});

describe('a law for a project that is worked on from a subfolder', () => {
  it('is found by the hook and by `try` alike', async () => {
    sandbox.write('proj/hooklaw.yaml', userLaw.replace("'rm'", "'ls'").replace('no-rm', 'no-ls'));
    sandbox.write('proj/sub/x', '');
    const sub = path.join(project, 'sub');
    const { exit } = await sandbox.hook(['PreToolUse'], bash('ls'), { env: { CLAUDE_PROJECT_DIR: sub } });
    expect(exit).toBe(2);
    expect((await sandbox.run(['try', 'Bash', 'command=ls'], { cwd: sub })).exit).toBe(2);
  });

  it('is found where neither a repository nor settings mark the project', async () => {
    fs.mkdirSync(path.join(sandbox.home, '.claude'));
    const shop = path.join(sandbox.home, 'shop');
    sandbox.write('home/shop/hooklaw.yaml', userLaw.replace("'rm'", "'ls'").replace('no-rm', 'no-ls'));
    const { exit } = await sandbox.hook(['PreToolUse'], bash('ls'), { env: { CLAUDE_PROJECT_DIR: shop } });
    expect(exit).toBe(2);
    expect((await sandbox.run(['try', 'Bash', 'command=ls'], { cwd: shop })).exit).toBe(2);
  });
});

describe('an answer that cannot be given', () => {
  it('refuses the call', async () => {
    const lawFile = sandbox.write(
      'law.yaml',
      `hooklaw: 1
rules:
  - { id: grow, kind: policy, tool: t, rewrite: { x: "{{ input.c.split('').map(i, input.c) }}" } }
`,
    );
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 't',
      tool_input: { c: 'a'.repeat(20_000) },
    };
    const { exit, stderr } = await sandbox.hook(['PreToolUse', '--law', lawFile], event);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^BLOCKED: /);
  });

  it('is not given for a number that is none', async () => {
    const law = lawFrom(
      'hooklaw: 1\nrules: [{ id: r, kind: policy, tool: t, rewrite: { x: "{{ input.a / input.b }}" } }]',
    );
    expect((await judge(law, call('t', { a: 1, b: 0 }))).verdict).toBe('deny');
    expect((await judge(law, call('t', { a: 1, b: 2 }))).rewrittenInput).toEqual({ a: 1, b: 2, x: 0.5 });
  });
});

describe('a mistyped hook command', () => {
  const event = JSON.stringify(bash('ls'));

  it.each([
    [['--law', 'x.yaml', 'hook', 'PreToolUse']],
    [['Hook', 'PreToolUse']],
    [['hooks', 'PreToolUse']],
    [['PreToolUse']],
    [['hook', 'PreToolUse', '--help']],
    [['hook', 'PreTooluse']],
    [['hook', 'PreToolUSe']],
    [['hook PreToolUse']],
    [[]],
    [['pretooluse']],
    [['hook\r']],
    [['PreToolUse', 'Stop']],
    [['--law', 'hooklaw.yaml']],
  ])('blocks: %j', async args => {
    const { exit, stderr } = await sandbox.run(args, { stdin: event });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^BLOCKED: /);
  });

  it.each([
    [['hook', '--law', 'Law', 'PreToolUse']],
    [['hook', '--state-dir', 'State']],
    [['hook', 'PreTooluse']],
    [['hook']],
  ])('blocks also where the program cannot be loaded: %j', async args => {
    const copy = sandbox.write('bin/hooklaw.js', fs.readFileSync(entry));
    sandbox.write('package.json', '{"type":"module"}');
    const { exit } = await runProcess(process.execPath, [copy, ...args], { env: cleanEnv(sandbox.home), stdin: event });
    expect(exit).toBe(2);
  });
});

describe('a mistyped hook command after the fact', () => {
  it.each([[['hooks', '--law', 'x', 'Stop']], [['--law', 'x', 'hook', 'PostToolUse']]])(
    'disturbs nobody: %j',
    async args => {
      expect((await sandbox.run(args, { stdin: '{}' })).exit).toBe(0);
    },
  );
});

describe('regular expressions', () => {
  const judgeRegex = createRegexJudge();

  it.each(['^(a+)+$', `^${'(a|aa)'.repeat(40)}c`, `^${'(a?)'.repeat(30)}${'a'.repeat(30)}b`, 'rm.*-rf', '(x+x+)+y'])(
    'that can take super-linear time are refused: %s',
    source => {
      expect(judgeRegex(source)?.kind).toBe('slow');
    },
  );

  it.each([
    'rm -rf',
    '^git push',
    '\\.env$',
    '[A-Z]{3}-\\d',
    '^(sudo )?rm ',
    '(^|[;&|] ?)git push ([^;&|]* )?(--force|-f)( |$)',
  ])('that are linear are accepted: %s', source => {
    expect(judgeRegex(source)).toBeUndefined();
  });
});

describe('fields with names of built-ins', () => {
  const law = lawFrom(
    'hooklaw: 1\nrules: [{ id: r, kind: policy, tool: t, when: "input.rows.exists(r, r.driver == \'x\')", deny: x }]',
  );

  it('neither fool the judge nor block what is harmless', async () => {
    expect((await judge(law, call('t', { rows: [{ driver: 'y', constructor: 'Ferrari' }] }))).verdict).toBe('silent');
    expect((await judge(law, call('t', { rows: [{ driver: 'x', constructor: 'Ferrari' }] }))).rule?.id).toBe('r');
  });
});

describe('hidden text', () => {
  it('that the model brought is shown for what it is', async () => {
    const law = lawFrom('hooklaw: 1\nrules: [{ id: r, kind: policy, tool: t, deny: "not {{ input.c }}" }]');
    const hidden = [...'ignore'].map(c => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('');
    const { message } = await judge(law, call('t', { c: `a${hidden}\u00ad\u200d\ufe0fb` }));
    expect(message).toContain('a\\u{e0069}');
    expect(message).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('an empty variable', () => {
  it('establishes no fact', async () => {
    const law = lawFrom(
      'hooklaw: 1\ncontext: { u: { env: U } }\nrules: [{ id: r, kind: authorization, tool: t, when: input.u != context.u, deny: x }]',
    );
    expect((await judge(law, call('t', { u: '' }), { env: { U: '' } })).verdict).toBe('deny');
  });
});
