import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insideAgent, Sandbox } from './support/hook-process.ts';

const rule = (id: string, text: string, effect = `deny: ${id} says no`) =>
  `  - { id: ${id}, kind: policy, tool: Bash, when: "input.command.contains('${text}')", ${effect} }\n`;
const law = (...rules: string[]): string => `hooklaw: 1\nrules:\n${rules.join('')}`;
const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command },
});

let sandbox: Sandbox;
let lawFile: string;
beforeEach(async () => {
  sandbox = new Sandbox();
  lawFile = sandbox.write('law.yaml', law(rule('no-rm', 'rm -rf'), rule('no-push', 'git push')));
  await hook('ls');
});
afterEach(() => sandbox.remove());

const hook = (command: string) => sandbox.hook(['PreToolUse', '--law', lawFile], bash(command));
const approve = (...args: string[]) => sandbox.run(['approve', '--state-dir', sandbox.state, ...args]);

describe('a law that was changed without approval', () => {
  it('still denies what a removed rule denied, and says why both are in force', async () => {
    fs.writeFileSync(lawFile, law(rule('no-push', 'git push')));
    const { exit, stderr } = await hook('rm -rf /srv/x');
    expect(exit).toBe(2);
    expect(stderr).toContain('no-rm says no');
    expect(stderr).toContain('hooklaw approve');
    expect((await hook('ls')).exit).toBe(0);
  });

  it('still denies what a loosened rule denied', async () => {
    fs.writeFileSync(lawFile, law(rule('no-rm', 'rm -rf /etc'), rule('no-push', 'git push')));
    expect((await hook('rm -rf /home')).exit).toBe(2);
  });

  it('denies at once what a new rule denies', async () => {
    fs.writeFileSync(lawFile, law(rule('no-rm', 'rm -rf'), rule('no-push', 'git push'), rule('no-dd', 'dd ')));
    expect((await hook('dd if=/dev/zero')).stderr).toContain('no-dd says no');
  });

  it('cannot allow or rewrite by a new rule', async () => {
    fs.writeFileSync(
      lawFile,
      law(rule('yes', 'l', 'allow: true'), '  - { id: change, kind: policy, tool: Bash, rewrite: { command: x } }\n'),
    );
    const { exit, stdout } = await hook('ls');
    expect([exit, stdout]).toEqual([0, '']);
    expect((await hook('rm -rf /srv/x')).exit).toBe(2);
  });

  it.each([
    ['broken', () => fs.writeFileSync(lawFile, 'hooklaw: 1\nrules: [')],
    ['emptied', () => fs.writeFileSync(lawFile, '')],
    ['deleted', () => fs.rmSync(lawFile)],
    [
      'put out of reach',
      () => {
        fs.rmSync(lawFile);
        fs.mkdirSync(lawFile);
      },
    ],
  ])('stays in force as approved when its file is %s, and locks nobody out', async (_what, harm) => {
    harm();
    const { exit, stderr } = await hook('git push');
    expect(exit).toBe(2);
    expect(stderr).toContain('no-push says no');
    expect(stderr).toContain('stays in force');
    expect((await hook('ls')).exit).toBe(0);
  });

  it('is told to the user when a session starts', async () => {
    fs.writeFileSync(lawFile, law(rule('no-push', 'git push')));
    const start = { hook_event_name: 'SessionStart', session_id: 's2', source: 'startup' };
    const { stdout } = await sandbox.hook(['SessionStart', '--law', lawFile], start);
    expect((JSON.parse(stdout) as { systemMessage: string }).systemMessage).toContain('hooklaw approve');
  });

  it('denies everything when nobody knows any more what was approved', async () => {
    fs.writeFileSync(lawFile, law(rule('no-push', 'git push')));
    const approved = path.join(sandbox.state, 'approved');
    for (const name of fs.readdirSync(approved).filter(n => n.endsWith('.law'))) {
      fs.appendFileSync(path.join(approved, name), '\n# changed');
    }
    const { exit, stderr } = await hook('ls');
    expect(exit).toBe(2);
    expect(stderr).toContain('the copy of the approved law was changed');
  });

  it('is judged by `try` as the hook judges it', async () => {
    fs.writeFileSync(lawFile, law(rule('no-push', 'git push')));
    const { exit } = await sandbox.run([
      'try',
      'Bash',
      'command=rm -rf /srv/x',
      '--law',
      lawFile,
      '--state-dir',
      sandbox.state,
    ]);
    expect(exit).toBe(2);
  });
});

describe('a project law whose file is gone', () => {
  it('stays in force in its project, and there only', async () => {
    const project = path.join(sandbox.dir, 'proj');
    sandbox.write('proj/.git/HEAD', '');
    const file = sandbox.write('proj/hooklaw.yaml', law(rule('no-dd', 'dd ')));
    sandbox.write('other/.git/HEAD', '');
    const run = (dir: string) => sandbox.hook(['PreToolUse'], bash('dd if=x'), { env: { CLAUDE_PROJECT_DIR: dir } });
    expect((await run(project)).exit).toBe(2);
    fs.rmSync(file);
    expect((await run(project)).exit).toBe(2);
    expect((await run(path.join(sandbox.dir, 'other'))).exit).toBe(0);
  });
});

describe("a user's law whose file is gone", () => {
  it('stays in force in every project', async () => {
    const file = sandbox.write('home/.config/hooklaw/law.yaml', law(rule('no-dd', 'dd ')));
    const run = () =>
      sandbox.run(['hook', 'PreToolUse'], { cwd: sandbox.home, stdin: JSON.stringify(bash('dd if=x')) });
    expect((await run()).exit).toBe(2);
    fs.rmSync(file);
    const { exit, stderr } = await run();
    expect(exit).toBe(2);
    expect(stderr).toContain('no-dd says no');
  });
});

describe('a law that appears later', () => {
  const userLaw =
    'hooklaw: 1\ncontext: { tier: premium }\nrules:\n  - { id: up, kind: policy, tool: Pay, rewrite: { amount: 9 } }\n  - { id: no-cat, kind: policy, tool: Bash, when: "input.command.contains(\'cat\')", deny: no cats }\n';
  const pay = (amount: number) => ({
    hook_event_name: 'PreToolUse',
    session_id: 'p',
    tool_name: 'Pay',
    tool_input: { amount },
  });

  it.skipIf(insideAgent)(
    "of the user's can tighten and not weaken what was approved, until it is approved itself",
    async () => {
      sandbox.write('home/.config/hooklaw/law.yaml', userLaw);
      const run = () => sandbox.hook(['PreToolUse', '--law', lawFile], pay(5));
      expect((await run()).stdout).toBe('');
      expect((await hook('cat x')).stderr).toContain('no cats');
      const shown = await approve();
      expect(shown.stdout).toContain('new, approved by nobody');
      expect((await approve('--yes')).exit).toBe(0);
      expect(JSON.parse((await run()).stdout)).toMatchObject({ hookSpecificOutput: { updatedInput: { amount: 9 } } });
    },
  );

  it('cannot take the place of an approved fact', async () => {
    const open = { hook_event_name: 'PreToolUse', session_id: 'f', tool_name: 'Case', tool_input: {} };
    const tierLaw =
      'hooklaw: 1\ncontext: { tier: { env: TIER } }\nrules: [{ id: t, kind: authorization, tool: Case, when: "context.tier == \'free\'", deny: no }]\n';
    const file = sandbox.write('tier.yaml', tierLaw);
    const run = (session: string) =>
      sandbox.hook(['PreToolUse', '--law', file], { ...open, session_id: session }, { env: { TIER: 'free' } });
    expect((await run('a')).exit).toBe(2);
    fs.writeFileSync(file, tierLaw.replace('{ env: TIER }', 'premium'));
    expect((await run('b')).exit).toBe(2);
    sandbox.write('home/.config/hooklaw/law.yaml', userLaw);
    expect((await run('c')).exit).toBe(2);
  });
});

describe.skipIf(insideAgent)('hooklaw approve', () => {
  it('shows what changed, rule by rule, and makes the law as it stands the one that counts', async () => {
    fs.writeFileSync(lawFile, law(rule('no-push', 'git push origin'), rule('no-dd', 'dd ')));
    const shown = await approve();
    expect(shown.exit).toBe(1);
    expect(shown.stdout).toContain('- removed rule no-rm');
    expect(shown.stdout).toContain('~ changed rule no-push');
    expect(shown.stdout).toContain('+ added rule no-dd');
    expect((await hook('rm -rf /srv/x')).exit).toBe(2);
    expect((await approve('--yes')).exit).toBe(0);
    expect((await hook('rm -rf /srv/x')).exit).toBe(0);
    expect((await hook('dd if=x')).exit).toBe(2);
    expect((await approve()).stdout).toContain('no change waits');
  });

  it('records who and when', async () => {
    fs.writeFileSync(lawFile, law(rule('no-dd', 'dd ')));
    await approve('--yes');
    const approved = path.join(sandbox.state, 'approved');
    const [record = ''] = fs.readdirSync(approved).filter(name => name.endsWith('.json'));
    const { approved_by, approved_at } = JSON.parse(fs.readFileSync(path.join(approved, record), 'utf8')) as Record<
      string,
      string
    >;
    expect(approved_by).not.toBe('first use');
    expect(approved_at).toMatch(/^\d{4}-.*Z$/);
  });

  it('ends a law whose file is gone', async () => {
    fs.rmSync(lawFile);
    expect((await approve('--yes')).exit).toBe(0);
    const { exit, stderr } = await hook('ls');
    expect(exit).toBe(2);
    expect(stderr).toContain('law file is missing');
  });

  it('shows what there is to warn of in the law as it stands', async () => {
    fs.writeFileSync(lawFile, law(rule('no-dd', 'dd ', 'deny: no')));
    expect((await approve()).stdout).toMatch(/law\.yaml:3:\d+: warning: the rule `no-dd` gives no reason/);
    const [change] = (JSON.parse((await approve('--format', 'json')).stdout) as { pending: { warnings: object[] }[] })
      .pending;
    expect(change?.warnings).toContainEqual(expect.objectContaining({ code: 'law/empty-reason', line: 3 }));
  });

  it('approves no broken law', async () => {
    fs.writeFileSync(lawFile, 'hooklaw: 1\nrules: 5\n');
    const { exit, stderr } = await approve('--yes');
    expect(exit).toBe(3);
    expect(stderr).toContain('law.yaml:2:8');
    expect((await hook('rm -rf /srv/x')).exit).toBe(2);
  });

  it('mends a damaged record and a lost copy', async () => {
    const approved = path.join(sandbox.state, 'approved');
    const [copy = ''] = fs.readdirSync(approved).filter(name => name.endsWith('.law'));
    fs.rmSync(path.join(approved, copy));
    expect((await hook('ls')).exit).toBe(0);
    expect(fs.existsSync(path.join(approved, copy))).toBe(true);
    fs.rmSync(path.join(approved, copy));
    fs.writeFileSync(lawFile, law(rule('no-dd', 'dd ')));
    expect((await hook('ls')).exit).toBe(2);
    expect((await approve('--yes')).exit).toBe(0);
    expect((await hook('ls')).exit).toBe(0);
    const [record = ''] = fs.readdirSync(approved).filter(name => name.endsWith('.json'));
    fs.writeFileSync(path.join(approved, record), '');
    expect((await hook('ls')).exit).toBe(2);
    expect((await approve('--yes')).exit).toBe(0);
    expect((await hook('ls')).exit).toBe(0);
  });

  it('is not for agents', async () => {
    fs.writeFileSync(lawFile, law(rule('no-dd', 'dd ')));
    const result = await sandbox.run(['approve', '--yes', '--state-dir', sandbox.state], { env: { CLAUDECODE: '1' } });
    expect(result.exit).toBe(3);
    expect((await hook('rm -rf /srv/x')).exit).toBe(2);
  });
});
