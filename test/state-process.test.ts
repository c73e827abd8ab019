import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessResult, Sandbox } from './support/hook-process.ts';

let box: Sandbox;
beforeEach(() => {
  box = new Sandbox();
});
afterEach(() => box.remove());

const charge = 'mcp__pay__charge';

const law = (rest = ''): string => `
hooklaw: 1
rules:
  - id: daily
    kind: policy
    tool: ${charge}
    budget: { spend: input.amount, limit: 10, window: 24h }
    deny: The day's limit is reached.
  - id: no-root
    kind: policy
    tool: ${charge}
    when: input.account == 'root'
    deny: Never from this account.
${rest}`;

let calls = 0;

function event(name: string, fields: object = {}): object {
  return {
    session_id: 's-1',
    transcript_path: '/tmp/t.jsonl',
    cwd: '/p',
    permission_mode: 'default',
    hook_event_name: name,
    tool_name: charge,
    tool_input: { amount: 1, account: 'a' },
    tool_use_id: `toolu_${++calls}`,
    ...fields,
  };
}

/** Long enough for many processes at once on a slow machine. */
const patience = ['--deadline', '1m'];

function ask(
  fields: object = {},
  file = path.join(box.dir, 'law.yaml'),
  more: readonly string[] = [],
): Promise<ProcessResult> {
  return box.hook(['PreToolUse', '--law', file, ...more], event('PreToolUse', fields));
}

function tell(name: string, fields: object): Promise<ProcessResult> {
  return box.hook([name, '--law', path.join(box.dir, 'law.yaml')], event(name, fields));
}

/** Brings everything into the one file, and takes the others away. */
function foldIn(file: string): void {
  const database = new Database(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  for (const rest of ['-wal', '-shm']) fs.rmSync(`${file}${rest}`, { force: true });
}

const reasonOf = ({ stdout }: ProcessResult): string =>
  (JSON.parse(stdout) as { hookSpecificOutput: { permissionDecisionReason: string } }).hookSpecificOutput
    .permissionDecisionReason;

describe('processes that race for one budget', () => {
  it('let exactly as many calls through as fit', { timeout: 120_000 }, async () => {
    box.write('law.yaml', law());
    const results = await Promise.all(Array.from({ length: 20 }, () => ask({}, undefined, patience)));
    expect(results.map(({ exit }) => exit).sort()).toEqual([...Array(10).fill(0), ...Array(10).fill(2)]);
    for (const denied of results.filter(({ exit }) => exit === 2)) expect(reasonOf(denied)).toContain("day's limit");
  });

  it('do so, too, when all calls bear one id, as they might with another client', { timeout: 120_000 }, async () => {
    box.write('law.yaml', law());
    const results = await Promise.all(
      Array.from({ length: 14 }, () => ask({ tool_use_id: 'toolu_same' }, undefined, patience)),
    );
    expect(results.filter(({ exit }) => exit === 0)).toHaveLength(10);
  });

  it('count a call once that two entries of the settings ask about', async () => {
    box.write('law.yaml', law());
    const other = box.write('other/law.yaml', law());
    for (let call = 0; call < 10; call++) {
      const id = { tool_use_id: `toolu_twice_${call}` };
      const both = await Promise.all([ask(id), ask(id, other)]);
      expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
    }
    expect((await ask()).exit).toBe(2);
  });
});

describe('a call that reports', () => {
  it('keeps what it spent when it ran, and gives it back when it failed', async () => {
    box.write('law.yaml', law());
    const failed = { tool_use_id: 'toolu_f', tool_input: { amount: 10, account: 'a' } };
    expect((await ask(failed)).exit).toBe(0);
    expect((await ask()).exit).toBe(2);
    await tell('PostToolUseFailure', { ...failed, error: 'no such account' });
    expect((await ask({ ...failed, tool_use_id: 'toolu_g' })).exit).toBe(0);
    await tell('PostToolUse', { ...failed, tool_use_id: 'toolu_g', tool_response: 'ok' });
    expect(reasonOf(await ask())).toContain('10 of 10 is spent in the last day');
  });

  it('is told of by `hooklaw try`, which spends nothing', async () => {
    box.write('law.yaml', law());
    const words = [
      'try',
      charge,
      'amount=4',
      'account=a',
      '--law',
      path.join(box.dir, 'law.yaml'),
      '--state-dir',
      box.state,
    ];
    for (let round = 0; round < 4; round++) expect((await box.run(words)).exit).toBe(0);
    expect(fs.existsSync(path.join(box.state, 'state.db'))).toBe(false);
    await ask({ tool_input: { amount: 7, account: 'a' } });
    const denied = await box.run(words);
    expect(denied.exit).toBe(2);
    expect(denied.stdout).toContain('7 of 10 is spent');
    expect((await ask({ tool_input: { amount: 3, account: 'a' } })).exit).toBe(0);
  });
});

describe('`hooklaw log reservations`', () => {
  const log = (...more: string[]): Promise<ProcessResult> =>
    box.run(['log', 'reservations', '--law', path.join(box.dir, 'law.yaml'), '--state-dir', box.state, ...more]);

  it('shows what has not reported yet, and releases it by hand', async () => {
    box.write('law.yaml', law().replace('window: 24h', 'window: 24h, per: input.account'));
    expect(await log()).toMatchObject({ exit: 0, stdout: 'no call is still to report\n' });
    const ran = { tool_use_id: 'toolu_ran', tool_input: { amount: 1, account: 'a' } };
    await ask(ran);
    await tell('PostToolUse', { ...ran, tool_response: 'ok' });
    await ask({ tool_input: { amount: 9, account: 'a' } });
    expect((await ask()).exit).toBe(2);
    const { stdout } = await log();
    expect(stdout).toMatch(
      /^#2 reserved: 9 of project\/daily for a\n {3}\S+Z mcp__pay__charge, session s-1, call \w+\n1 reservation of 1 call still to report\n$/,
    );
    expect(await log('--release', '#2', '7')).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('`7`') as string,
    });
    expect((await ask({ tool_input: { amount: 9, account: 'a' } })).exit).toBe(0);
    const all = JSON.parse((await log('--all', '--format', 'json')).stdout) as { reservations: object[] };
    expect(all.reservations).toMatchObject([
      { id: '3', status: 'reserved', amount: '9', rule: 'project/daily', key: ['a'] },
      { id: '2', status: 'released' },
      { id: '1', status: 'confirmed', tool_use_id: 'toolu_ran' },
    ]);
  });

  it('is not for agents to release with', async () => {
    box.write('law.yaml', law());
    await ask();
    const refused = await box.run(['log', 'reservations', '--release', '1', '--state-dir', box.state], {
      env: { CLAUDECODE: '1' },
    });
    expect(refused).toMatchObject({ exit: 3, stderr: expect.stringContaining('by a person') as string });
  });
});

describe('a state that cannot be used', () => {
  const broken: readonly (readonly [what: string, breakIt: (file: string) => void, says: string])[] = [
    [
      'is damaged',
      file => fs.writeFileSync(file, 'not a database at all, but long enough to look at'.repeat(40)),
      'is damaged',
    ],
    [
      'is damaged inside',
      file => {
        const bytes = fs.readFileSync(file);
        bytes.fill(0xa5, 4096, bytes.length);
        fs.writeFileSync(file, bytes);
      },
      'is damaged',
    ],
    ['is a folder', file => fs.mkdirSync(file), 'cannot be used'],
    ['is a link into nothing', file => fs.symlinkSync('/nowhere/at/all/state.db', file), 'cannot be used'],
  ];

  it.each(broken)('denies what needs it, and only that, when it %s', async (_what, breakIt, says) => {
    box.write('law.yaml', law());
    if (says === 'is damaged') {
      await ask();
      foldIn(path.join(box.state, 'state.db'));
    }
    fs.mkdirSync(box.state, { recursive: true });
    const file = path.join(box.state, 'state.db');
    breakIt(file);
    const refused = await ask();
    expect(refused.exit).toBe(2);
    expect(reasonOf(refused)).toContain('`daily` could not be checked: the memory of earlier calls cannot be used');
    expect(reasonOf(refused)).toContain(says);
    expect(reasonOf(await ask({ tool_input: { amount: 1, account: 'root' } }))).toContain('Never from this account');
    expect((await ask({ tool_name: 'mcp__pay__balance' })).exit).toBe(0);
    const after = await tell('PostToolUse', { tool_response: 'ok' });
    expect(after).toMatchObject({ exit: 0, stdout: '' });
    expect(JSON.stringify(box.lines('errors.jsonl'))).toContain('could not be kept');
  });

  it('says so when a newer program has written it', async () => {
    box.write('law.yaml', law());
    await ask();
    foldIn(path.join(box.state, 'state.db'));
    const bytes = fs.readFileSync(path.join(box.state, 'state.db'));
    bytes.writeUInt32BE(7, 60);
    fs.writeFileSync(path.join(box.state, 'state.db'), bytes);
    expect(reasonOf(await ask())).toContain('was written by a newer hooklaw (state version 7, this program knows 1)');
  });

  it('denies within its deadline while another process holds it', async () => {
    box.write('law.yaml', law().replace('rules:', 'deadline: 1s\nrules:'));
    await ask();
    const holder = new Database(path.join(box.state, 'state.db'));
    holder.exec('BEGIN IMMEDIATE');
    try {
      const refused = await ask();
      expect(refused.exit).toBe(2);
      expect(reasonOf(refused)).toMatch(/other calls hold it for too long|took longer than 1000 ms/);
      expect((await ask({ tool_name: 'mcp__pay__balance' })).exit).toBe(0);
    } finally {
      holder.exec('ROLLBACK');
      holder.close();
    }
    expect((await ask()).exit).toBe(0);
  });
});

/** Mounts a file system of a few pages; undefined where that is not allowed. */
function mountSmall(folder: string, options: string): (() => void) | undefined {
  fs.mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    return () => execFileSync('umount', [folder]);
  } catch {
    return undefined;
  }
}

describe('a file system that takes nothing more', () => {
  it('denies what spends when the disk is full, and lets the rest run', async context => {
    const unmount = mountSmall(box.state, 'size=400k');
    if (unmount === undefined) return context.skip();
    try {
      box.write('law.yaml', law());
      expect((await ask()).exit).toBe(0);
      const filler = path.join(box.state, 'filler');
      const fd = fs.openSync(filler, 'w');
      try {
        for (;;) fs.writeSync(fd, Buffer.alloc(4096));
      } catch {
        fs.closeSync(fd);
      }
      const refused = await ask();
      expect(refused.exit).toBe(2);
      expect(reasonOf(refused)).toContain('the memory of earlier calls cannot be used');
      expect((await ask({ tool_name: 'mcp__pay__balance' })).exit).toBe(0);
      fs.rmSync(filler);
      expect((await ask({ tool_input: { amount: 9, account: 'a' } })).exit).toBe(0);
      expect((await ask()).exit).toBe(2);
    } finally {
      unmount();
    }
  });

  it('denies what spends when the state folder can only be read', async context => {
    const unmount = mountSmall(box.state, 'size=4m');
    if (unmount === undefined) return context.skip();
    try {
      box.write('law.yaml', law());
      expect((await ask()).exit).toBe(0);
      execFileSync('mount', ['-o', 'remount,ro', box.state]);
      const refused = await ask();
      expect(refused.exit).toBe(2);
      expect(reasonOf(refused)).toContain('the memory of earlier calls cannot be used');
      expect((await ask({ tool_name: 'mcp__pay__balance' })).exit).toBe(0);
    } finally {
      unmount();
    }
  });
});

describe('the files of the state', () => {
  it('are the user’s alone', async () => {
    box.write('law.yaml', law());
    await ask();
    for (const name of fs.readdirSync(box.state).filter(file => file.startsWith('state.db'))) {
      expect(fs.statSync(path.join(box.state, name)).mode & 0o077).toBe(0);
    }
  });

  it('are closed to other accounts', async context => {
    if (process.getuid?.() !== 0) return context.skip();
    box.write('law.yaml', law());
    await ask();
    fs.chmodSync(box.dir, 0o755);
    const asStranger = (script: string): string =>
      execFileSync(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534, encoding: 'utf8' });
    for (const name of ['', 'state.db', 'audit_log.jsonl', 'approved']) {
      const file = JSON.stringify(path.join(box.state, name));
      const attempt = (what: string): string =>
        asStranger(`try { ${what}; console.log('done') } catch (error) { console.log(error.code) }`).trim();
      expect(attempt(`require('fs').readFileSync(${file})`)).toBe('EACCES');
      expect(attempt(`require('fs').renameSync(${file}, ${file} + '2')`)).toBe('EACCES');
      expect(attempt(`require('fs').writeFileSync(${file} + '/x', '')`)).toBe('EACCES');
    }
  });

  it('are not made for a law without a memory', async () => {
    box.write('law.yaml', 'hooklaw: 1\nrules: [{ id: a, kind: policy, tool: Bash, deny: No. }]');
    await ask();
    await tell('PostToolUse', { tool_response: 'ok' });
    expect(fs.existsSync(path.join(box.state, 'state.db'))).toBe(false);
  });
});
