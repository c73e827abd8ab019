import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSelfProtection } from '../src/adapters/self-protection.ts';
import { tryCall } from '../src/commands/try-call.ts';
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
    env: undefined,
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
