import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryStateStore } from '../src/adapters/memory-state-store.ts';
import { createSelfProtection } from '../src/adapters/self-protection.ts';
import { tryCall } from '../src/commands/try-call.ts';
import { createFixedSurroundings } from '../src/core/analysis/fixed-surroundings.ts';
import { defaultEventLimits, readEvent } from '../src/core/event/read-event.ts';
import { lawFrom } from './support/judge.ts';

interface Row {
  readonly id: string;
  readonly expect: 'deny' | 'pass';
  readonly tool: string;
  readonly input: { readonly [name: string]: unknown };
  readonly files?: { readonly [file: string]: string | null };
  readonly links?: { readonly [file: string]: string };
  readonly env?: { readonly [name: string]: string };
  readonly cwd?: string;
  readonly says?: string;
}

const packageFolder = path.join(import.meta.dirname, '..');
const rows = fs
  .readFileSync(path.join(import.meta.dirname, 'corpus', 'protection.jsonl'), 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as Row);

const entry = (event: string): object => ({
  type: 'command',
  command: '/opt/hooklaw/hooklaw',
  args: ['hook', event],
  timeout: 15,
  ...(event === 'PreToolUse' ? { onFailure: 'block' } : {}),
});
/** The user's settings as `init` leaves them. */
const wired = `${JSON.stringify(
  {
    model: 'opus',
    hooks: Object.fromEntries(
      ['PreToolUse', 'PostToolUse', 'SessionStart'].map(event => [event, [{ hooks: [entry(event)] }]]),
    ),
  },
  null,
  2,
)}\n`;
const law = lawFrom(
  "hooklaw: 1\ncontext: { tier: { env: TIER } }\nrules: [{ id: a, kind: policy, tool: Case, when: context.tier == 'x', deny: no }]\n",
);

let root: string;
let home: string;
let project: string;
let state: string;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-protection-')));
  home = path.join(root, 'home');
  project = path.join(home, 'project');
  state = path.join(home, '.local', 'state', 'hooklaw', 'project-1');
  fs.mkdirSync(path.join(state, 'approved'), { recursive: true });
  fs.mkdirSync(project, { recursive: true });
  write('home/.claude/settings.json', wired);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(name: string, content: string): void {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

function fill(text: string): string {
  const places: Record<string, string> = { home, project, state, root, package: packageFolder };
  return text.replace(/\{(home|project|state|root|package)\}/g, (_all, name: string) => places[name] ?? '');
}

function prepare({ files = {}, links = {} }: Row): void {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) fs.rmSync(path.join(root, name));
    else write(name, content);
  }
  for (const [name, target] of Object.entries(links)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.symlinkSync(fill(target), path.join(root, name));
  }
}

function judge(fields: object, env: Readonly<Record<string, string>> = {}, memory?: string) {
  const given = { HOME: home, ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])) };
  return tryCall({
    event: readEvent(
      new TextEncoder().encode(fill(JSON.stringify({ session_id: 's', cwd: '{project}', ...fields }))),
      undefined,
      defaultEventLimits,
    ),
    laws: [law],
    context: { tier: 'free' },
    now: undefined,
    sources: undefined,
    surroundings: createFixedSurroundings(),
    state: () => Promise.resolve(new MemoryStateStore()),
    protection: createSelfProtection({
      env: given,
      platform: 'linux',
      project,
      stateFolders: [state, path.dirname(state)],
      memory,
      bounded: run => run(),
      onFault: (_step, error) => {
        throw error;
      },
    }),
  });
}

describe('the corpus of self-protection', () => {
  it('is there, and half of it is harmless', () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter(row => row.expect === 'pass').length).toBeGreaterThan(90);
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
  });

  it.each(rows.map(row => [row.expect, row.id, row] as const))('%s: %s', async (_expect, _id, row) => {
    prepare(row);
    const { decision } = await judge(
      {
        hook_event_name: 'PreToolUse',
        tool_name: row.tool,
        tool_input: row.input,
        ...(row.cwd === undefined ? {} : { cwd: row.cwd }),
      },
      row.env,
    );
    if (row.expect === 'pass') expect(decision.message ?? decision.verdict).toBe('silent');
    else expect(decision).toMatchObject({ verdict: 'deny', message: expect.stringMatching(/^BLOCKED: /) });
    expect(decision.failure).toBeUndefined();
    if (row.says !== undefined) expect(decision.message).toContain(row.says);
  });
});

describe('a change of the settings that is on disk already', () => {
  const start = (source = 'startup') =>
    judge({ hook_event_name: 'SessionStart', source }, {}, path.join(state, 'm.json'));
  const change = async (file: string, source = 'user_settings') => {
    const fields = { hook_event_name: 'ConfigChange', source, ...(file === '' ? {} : { file_path: file }) };
    const { decision } = await judge(fields, {}, path.join(state, 'm.json'));
    return decision.message ?? decision.verdict;
  };
  const user = '{home}/.claude/settings.json';
  const disabled = '{"disableAllHooks":true}';

  it.each([
    ['takes our hook out', 'home/.claude/settings.json', '{}', 'no longer called on PreToolUse'],
    ['breaks the file', 'home/.claude/settings.json', wired.slice(1), 'no longer called'],
    ['switches hooks off elsewhere', 'home/project/.claude/settings.local.json', disabled, 'switched off'],
    ['changes a fact', 'home/project/.claude/settings.json', '{"env":{"TIER":"premium"}}', 'env.TIER'],
  ])('is kept out when it %s', async (_what, file, text, says) => {
    await start();
    write(file, text);
    expect(await change(`{root}/${file}`)).toContain(says);
  });

  it('is kept out when the file is gone, also where the event names only its source', async () => {
    await start();
    fs.rmSync(path.join(home, '.claude', 'settings.json'));
    expect(await change(user)).toContain('no longer called');
    write('home/project/.claude/settings.json', disabled);
    expect(await change('', 'project_settings')).toContain('switched off');
  });

  it('is left alone when it does no harm', async () => {
    await start();
    write('home/.claude/settings.json', wired.replace('opus', 'sonnet'));
    expect(await change(user)).toBe('silent');
    write('home/project/.claude/settings.json', '{"permissions":{"allow":["Read"]}}');
    expect(await change('{project}/.claude/settings.json')).toBe('silent');
    expect(await change('{project}/.claude/skills/x/SKILL.md', 'skills')).toBe('silent');
  });

  it('is measured by the start of the session, and not by a later compaction', async () => {
    await start();
    write('home/.claude/settings.json', '{}');
    await start('compact');
    expect(await change(user)).toContain('no longer called');
    await start('startup');
    expect(await change(user)).toBe('silent');
  });

  it('is left alone where nothing was remembered, but for a switch', async () => {
    write('home/.claude/settings.json', '{"env":{"TIER":"premium"}}');
    expect(await change(user)).toBe('silent');
    write('home/.claude/settings.json', disabled);
    expect(await change(user)).toContain('switched off');
  });

  it('keeps no value of a variable', async () => {
    write('home/.claude/settings.json', '{"env":{"TIER":"top-secret"}}');
    await start();
    expect(fs.readFileSync(path.join(state, 'm.json'), 'utf8')).not.toContain('top-secret');
  });
});
