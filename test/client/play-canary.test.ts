import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whyElsewhere } from '../../src/adapters/client/canary-environment.ts';
import { type Canary, type CanaryRun, playCanary } from '../../src/adapters/client/play-canary.ts';
import { readPids, untilEnded } from '../support/processes.ts';

let dir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-')));
  fs.mkdirSync(at('project'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const at = (...parts: string[]): string => path.join(dir, ...parts);

function write(name: string, content: unknown, mode = 0o644): string {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content), { mode });
  return at(name);
}

const touch = (name: string) => ({ name: 'Bash', input: { command: `touch ${at(name)}`, description: 'make a file' } });

function play(claude: string, more: Partial<Canary> = {}): Promise<CanaryRun> {
  const env = {
    PATH: process.env['PATH'],
    HOME: at('home'),
    SHELL: '/bin/bash',
    // Nothing but the loopback can be reached.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
    ANTHROPIC_API_KEY: 'the-real-key',
    CLAUDECODE: '1',
  };
  const common = { claude, calls: [touch('made')], prompt: 'a "canary"', cwd: at('project'), env, timeout: 60_000 };
  return playCanary({ ...common, signal: new AbortController().signal, ...more });
}

/** A client that says what it was given, asks the model, and tells of what came. */
const standIn = `#!/usr/bin/env node
const fs = require('node:fs');
const args = process.argv.slice(2);
const say = event => console.log(JSON.stringify(event));
const valueOf = name => args[args.indexOf(name) + 1];
const { env } = JSON.parse(valueOf('--settings'));
const folder = process.env.HOME + '/.claude/projects/-p';
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(process.env.HOME + '/given.json', JSON.stringify({ args, env: process.env }));
for (const name of [valueOf('--session-id'), 'another']) fs.writeFileSync(folder + '/' + name + '.jsonl', '');
const ask = async messages => {
  const body = JSON.stringify({ model: 'm', messages, tools: [{ name: 'Bash' }] });
  const response = await fetch(env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', body });
  return (await response.json()).content[0];
};
(async () => {
  say({ type: 'system', subtype: 'init', claude_code_version: '9.9.9' });
  console.log('not json');
  const other = await fetch(new URL('/v1/messages', env.ANTHROPIC_BASE_URL), { method: 'POST', body: '{}' });
  const messages = [{ role: 'user', content: valueOf('-p') }];
  const results = [];
  for (;;) {
    const block = await ask(messages);
    if (block.type === 'text') { say({ type: 'result', result: block.text + ' ' + other.status }); break; }
    const content = [{ type: 'tool_result', tool_use_id: block.id, content: 'Exit code 1', is_error: true }];
    messages.push({ role: 'assistant', content: [block] }, { role: 'user', content });
    say({ type: 'user', message: { content } });
  }
})();
`;

describe.skipIf(process.platform === 'win32')('a canary', () => {
  it('is played with the scripted model alone, and leaves no session behind', async () => {
    const run = await play(write('claude', standIn, 0o755), { calls: [touch('a'), touch('b')] });
    expect(run).toMatchObject({
      version: '9.9.9',
      final: 'finished 404',
      turns: 3,
      end: { kind: 'exited', exitCode: 0 },
    });
    expect(run.calls.map(({ input, fate }) => [input['command'], fate])).toEqual([
      [`touch ${at('a')}`, { kind: 'ran', read: 'Exit code 1' }],
      [`touch ${at('b')}`, { kind: 'ran', read: 'Exit code 1' }],
    ]);
    const given = JSON.parse(fs.readFileSync(at('home/given.json'), 'utf8')) as {
      args: string[];
      env: NodeJS.ProcessEnv;
    };
    expect(given.env).toMatchObject({ ANTHROPIC_API_KEY: 'not-a-key', HOME: at('home') });
    expect(given.env['CLAUDECODE']).toBeUndefined();
    expect(given.args).toEqual(expect.arrayContaining(['--strict-mcp-config', '--allowedTools', 'Bash']));
    expect(fs.readdirSync(at('home/.claude/projects/-p'))).toEqual(['another.jsonl']);
  });

  it('starts the servers of tools only for a call that needs them', async () => {
    await play(write('claude', standIn, 0o755), { calls: [{ name: 'mcp__a__b', input: {} }] });
    expect(fs.readFileSync(at('home/given.json'), 'utf8')).not.toContain('--strict-mcp-config');
  });

  it('ends when its time is over, with all that it has started', async () => {
    const hanging = write(
      'claude',
      `#!/bin/sh\necho $$ >>${at('pids')}\nsleep 60 &\necho $! >>${at('pids')}\nwait\n`,
      0o755,
    );
    const run = await play(hanging, { timeout: 500 });
    expect(run).toMatchObject({ end: { kind: 'timed-out' }, turns: 0, calls: [{ fate: { kind: 'unanswered' } }] });
    await untilEnded(await readPids(at('pids'), 2));
    const control = new AbortController();
    const aborted = play(hanging, { signal: control.signal });
    const pids = await readPids(at('pids'), 4);
    control.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await untilEnded(pids);
  });

  it('is not played where the administrator’s settings lead to a real model', () => {
    write('managed/managed-settings.json', { env: { FOO: '1' } });
    expect(whyElsewhere({}, { managedFolders: [at('managed')] })).toBeUndefined();
    write('managed/managed-settings.d/10.json', { env: { CLAUDE_CODE_USE_BEDROCK: '1' } });
    expect(whyElsewhere({}, { managedFolders: [at('managed')] })).toBe(
      `\`${at('managed/managed-settings.d/10.json')}\` sets \`CLAUDE_CODE_USE_BEDROCK\`, so the client would talk to a real model`,
    );
  });
});

/** The newest real client that `npm run test:claude` has fetched. */
function findRealClient(): string | undefined {
  const cache = process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache');
  const packageName = `claude-code-${process.platform}-${process.arch}`;
  return execFileSync('find', [path.join(cache, 'hooklaw-test', 'claude'), '-path', `*/${packageName}/claude`], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => file !== '')
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1);
}

function realClient(): string | undefined {
  try {
    return findRealClient();
  } catch {
    return undefined;
  }
}

const real = realClient();
const title =
  real === undefined
    ? 'with the real client (skipped: run `npm run test:claude` once, which fetches it)'
    : 'with the real client';

describe.skipIf(real === undefined)(title, () => {
  const hook = (command: string, more = {}) => ({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command, ...more }] }] },
  });

  it('shows that a guard stops what it should, and lets the rest run', async () => {
    write('home/.claude/settings.json', { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }, ...hook('exit 0') });
    const guard = 'grep -q secret && { echo "not that" >&2; exit 2; }; exit 0';
    write('project/.claude/settings.json', hook(guard));
    const run = await play(real ?? '', { calls: [touch('secret'), touch('plain')] });
    expect(run, JSON.stringify(run)).toMatchObject({
      final: 'finished',
      turns: 3,
      end: { kind: 'exited', exitCode: 0 },
      calls: [
        { fate: { kind: 'stopped', by: 'hook', read: expect.stringContaining('not that') }, unchecked: false },
        { fate: { kind: 'ran' }, unchecked: false },
      ],
    });
    expect(run.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(run.hooks.map(({ event, exitCode }) => `${event} ${exitCode}`).sort()).toEqual([
      'PreToolUse 0',
      'PreToolUse 0',
      'PreToolUse 0',
      'PreToolUse 2',
    ]);
    expect(fs.readdirSync(dir)).toContain('plain');
    expect(fs.readdirSync(dir)).not.toContain('secret');
    const kept = fs.readdirSync(at('home/.claude/projects'), { recursive: true, encoding: 'utf8' });
    expect(kept.filter(name => name.endsWith('.jsonl'))).toEqual([]);
  });

  it('shows that a guard that fails, or is not there, stops nothing', async () => {
    write('project/.claude/settings.json', hook('echo "not that" >&2; exit 1'));
    expect((await play(real ?? '')).calls).toMatchObject([{ fate: { kind: 'ran' }, unchecked: false }]);
    expect(fs.readdirSync(dir)).toContain('made');
    write('project/.claude/settings.json', hook('/no/such/guard', { args: [] }));
    expect((await play(real ?? '')).calls).toMatchObject([{ fate: { kind: 'ran' } }]);
  });

  it('tells a refusal of the client from one of a hook', async () => {
    write('project/.claude/settings.json', { permissions: { deny: ['Bash(touch *)'] } });
    const run = await play(real ?? '');
    expect(run.calls).toMatchObject([{ fate: { kind: 'stopped', by: 'client' } }]);
  });
});
