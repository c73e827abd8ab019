import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '../src/core/json/json-value.ts';
import { createEngine, type EngineOptions, type Judgement, LawError, loadLaw } from '../src/shells/library/main.ts';
import { entry, runProcess } from './support/hook-process.ts';
import { LibraryBox } from './support/library.ts';

let box: LibraryBox;
beforeEach(() => {
  box = new LibraryBox();
});
afterEach(() => box.remove());

const call = (tool: string, input: object = {}): { hook_event_name: string; [field: string]: unknown } => ({
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  tool_use_id: `toolu_${crypto.randomUUID()}`,
});

const tiers = `hooklaw: 1
context:
  user: { env: SUPPORT_USER }
  tier: { env: SUPPORT_TIER, one_of: [free, premium] }
  roles: { value: [reader] }
rules:
  - { id: free, kind: authorization, tool: files, when: context.tier == 'free', deny: Not for the free tier. }
  - { id: own, kind: authorization, tool: lookup, when: input.user != context.user, deny: Not your account. }
  - { id: writers, kind: authorization, tool: write, when: "!('writer' in context.roles)", deny: Not for readers. }
`;

describe('loadLaw', () => {
  it('loads a file by its path or URL, and a text', async () => {
    const file = box.write('hooklaw.yaml', tiers);
    const loaded = [await loadLaw(file), await loadLaw(pathToFileURL(file)), await loadLaw({ text: tiers })];
    expect(loaded.map(({ name }) => name)).toEqual([file, file, 'law.yaml']);
    for (const law of loaded) {
      expect([law.facts, law.events]).toEqual([['user', 'tier', 'roles'], ['PreToolUse']]);
      expect(Object.isFrozen(law)).toBe(true);
    }
  });

  it('tells every problem of a law that does not compile', async () => {
    const text =
      'hooklaw: 1\nrules:\n  - { id: a, kind: policy, tool: x, when: inputt.a, deny: No. }\n  - { id: b, kinde: policy, deny: No. }\n';
    const error = await loadLaw({ text, name: 'mine.yaml' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LawError);
    const codes = (error as LawError).problems.map(({ code }) => code);
    expect(codes).toContain('law/unknown-key');
    expect(codes.length).toBeGreaterThan(1);
    expect((error as LawError).message).toMatch(/^mine\.yaml:/);
    await expect(loadLaw(path.join(box.dir, 'none.yaml'))).rejects.toThrow('the law file is missing');
  });
});

describe('the context', () => {
  it('takes the place of the sources of the law, is copied, and is frozen through and through', async () => {
    const roles = ['writer'];
    const context = { user: 'u_004', tier: 'premium', roles };
    const engine = await box.engine(tiers, {
      context,
      env: { ...box.env, SUPPORT_USER: 'u_999', SUPPORT_TIER: 'free' },
    });
    context.user = 'u_999';
    roles.pop();
    expect(engine.context).toEqual({ user: 'u_004', tier: 'premium', roles: ['writer'] });
    expect(() => (engine.context['roles'] as string[]).push('admin')).toThrow(TypeError);
    expect(() => Object.assign(engine.context, { tier: 'free' })).toThrow(TypeError);
    expect((await engine.judge(call('lookup', { user: 'u_004' }))).verdict).toBe('silent');
    expect((await engine.judge(call('lookup', { user: 'u_999' }))).rule?.id).toBe('own');
    expect((await engine.judge(call('files'))).verdict).toBe('silent');
    expect((await engine.judge(call('write'))).verdict).toBe('silent');
  });

  it('leaves other facts to the sources of the law', async () => {
    const engine = await box.engine(tiers, { context: { user: 'u_004' }, env: { ...box.env, SUPPORT_TIER: 'free' } });
    expect((await engine.judge(call('files'))).rule?.id).toBe('free');
    expect((await engine.judge(call('write'))).rule?.id).toBe('writers');
    const without = await box.engine(tiers, { context: { user: 'u_004' } });
    expect((await without.judge(call('files'))).message).toMatch(/^BLOCKED: .*`tier` could not be established/);
  });

  it.each([
    [{ usr: 'u_004' }, 'the law law.yaml has no fact `usr`; did you mean `user`?'],
    [{ organisation: 'acme' }, 'has no fact `organisation`; declare it under `context` in the law'],
    [{ user: () => 'u_004' }, '`context.user` is a function, which JSON cannot hold'],
    [{ user: new Date(0) }, '`context.user` is a Date'],
  ])('is refused where it does not fit: %o', async (context, message) => {
    await expect(box.engine(tiers, { context })).rejects.toThrow(message);
  });

  it('throws what its fields throw', async () => {
    const context = {
      get user(): string {
        throw new Error('the session service is down');
      },
    };
    await expect(box.engine(tiers, { context })).rejects.toThrow('the session service is down');
  });

  it.each([{ tier: 'gold' }, { tier: 7 }])(
    'denies what needs a fact of a value that the law does not allow',
    async context => {
      const engine = await box.engine(tiers, { context });
      expect((await engine.judge(call('files'))).message).toMatch(/^BLOCKED: The rule `free` could not be checked/);
    },
  );

  it('is frozen for the session: another one denies, whoever comes first', async () => {
    const engineFor = (user: string, sessionId: string): Promise<ReturnType<typeof createEngine>> =>
      box.engine(tiers, { context: { user, tier: 'premium' }, sessionId });
    expect((await (await engineFor('u_004', 's-1')).judge(call('lookup', { user: 'u_004' }))).verdict).toBe('silent');
    const other = await engineFor('u_999', 's-1');
    for (const user of ['u_004', 'u_999']) {
      expect((await other.judge(call('lookup', { user }))).message).toContain(
        'another context needs another session id',
      );
    }
    expect((await (await engineFor('u_004', 's-1')).judge(call('lookup', { user: 'u_004' }))).verdict).toBe('silent');
    expect((await (await engineFor('u_999', 's-2')).judge(call('lookup', { user: 'u_999' }))).verdict).toBe('silent');
  });
});

describe('a source of the law that fails', () => {
  it.each([
    ['ends in an error', '#!/bin/sh\nexit 3\n', 'ended with exit code 3'],
    ['prints no JSON', '#!/bin/sh\necho "{"\n', 'JSON'],
    ['is killed', '#!/bin/sh\nkill -9 $$\n', 'SIGKILL'],
  ])('denies what needs it when it %s', async (_how, script, says) => {
    const file = box.write('bin/on-call', script, 0o755);
    const engine = await box.engine(`hooklaw: 1
context:
  on_call: { command: [${file}], format: json, untrusted_ok: a test }
rules:
  - { id: watched, kind: policy, tool: pay, when: context.on_call == 'nobody', deny: Nobody watches. }
`);
    const judged = await engine.judge(call('pay'));
    expect(judged.verdict).toBe('deny');
    expect(judged.message).toContain(says);
    expect((await engine.judge(call('other'))).verdict).toBe('silent');
    expect(box.audit).toEqual(['denied pay']);
  });
});

describe('a law in a file', () => {
  const law = (limit: number): string =>
    `hooklaw: 1\nrules:\n  - { id: limit, kind: policy, tool: pay, when: input.amount > ${limit}, deny: Too much. }\n`;

  it('stays in force as it was approved; a change can only tighten it', async () => {
    const file = box.write('hooklaw.yaml', law(100));
    const options = await box.options(law(0));
    const verdicts = async (): Promise<string[]> => {
      const engine = createEngine({ ...options, law: await loadLaw(file) });
      return Promise.all([50, 150].map(async amount => (await engine.judge(call('pay', { amount }))).verdict));
    };
    expect(await verdicts()).toEqual(['silent', 'deny']);
    box.write('hooklaw.yaml', law(1_000));
    expect(await verdicts()).toEqual(['silent', 'deny']);
    box.write('hooklaw.yaml', law(10));
    expect(await verdicts()).toEqual(['deny', 'deny']);
  });

  it('that breaks or goes while the program runs stays in force, too', async () => {
    const file = box.write('hooklaw.yaml', law(100));
    const engine = createEngine({ ...(await box.options(law(0))), law: await loadLaw(file) });
    const judge = async (): Promise<string | undefined> => (await engine.judge(call('pay', { amount: 150 }))).message;
    expect(await judge()).toBe('BLOCKED: Too much. [rule limit]');
    box.write('hooklaw.yaml', 'hooklaw: [');
    expect(await judge()).toContain('The law file was changed and is broken');
  });

  it('that was never seen whole denies everything', async () => {
    const file = box.write('hooklaw.yaml', law(100));
    const options = { ...(await box.options(law(0))), law: await loadLaw(file) };
    fs.rmSync(file);
    const judged = await createEngine(options).judge(call('other'));
    expect(judged.verdict).toBe('deny');
    expect(judged.message).toContain('the law file is missing');
  });

  it("holds beside the user's own law, as with the hook", async () => {
    const options = await box.options(law(100));
    box.write('home/.config/hooklaw/law.yaml', law(5).replace('id: limit', 'id: users'));
    expect((await createEngine(options).judge(call('pay', { amount: 50 }))).rule).toMatchObject({
      id: 'users',
      layer: 'user',
    });
  });
});

describe('an engine', () => {
  it('wants a law from loadLaw', () => {
    expect(() => createEngine({ law: 'hooklaw.yaml' } as unknown as EngineOptions)).toThrow(
      'write `law: await loadLaw(file)`',
    );
  });

  it('refuses to let the guard itself be weakened', async () => {
    const engine = await box.engine(tiers);
    const judged = await engine.judge(call('Bash', { command: `rm -rf ${box.stateDir}` }));
    expect(judged.verdict).toBe('deny');
  });

  it('gives up at its deadline, and gives back what was reserved after it', async () => {
    const options = await box.options(
      '- { id: b, kind: policy, tool: pay, budget: { spend: input.amount, limit: 10, window: 24h }, deny: Spent. }',
    );
    const hurried = createEngine({ ...options, deadlineMs: 0 });
    const judged = await hurried.judge(call('pay', { amount: 10 }));
    expect([judged.verdict, judged.message?.includes('took longer than 0 ms')]).toEqual(['deny', true]);
    expect((await createEngine(options).judge(call('pay', { amount: 10 }))).verdict).toBe('silent');
  });

  it('says where it cannot record, and denies where the law wants a record', async () => {
    const stateDir = box.write('state-is-a-file', '');
    const faults: string[] = [];
    const onFault = (step: string): void => {
      faults.push(step);
      throw new Error('nobody listens');
    };
    const law = '- { id: a, kind: policy, tool: x, when: input.a == 1, deny: No. }';
    const engine = await box.engine(law, { stateDir, onFault });
    const judged = await engine.judge(call('x', { a: 1 }));
    expect(judged.verdict).toBe('deny');
    expect(judged.notice).toContain('the records cannot be written');
    expect(faults).toContain('recording');
    const strict = await box.engine(`hooklaw: 1\naudit: required\nrules:\n  ${law}`, { stateDir });
    expect((await strict.judge(call('x', { a: 2 }))).message).toContain('the audit log cannot be written');
  });

  it('keeps nothing in the process: engines in one process know only their own state', async () => {
    const other = new LibraryBox();
    try {
      const law = '- { id: once, kind: policy, tool: pay, once: input.order, deny: Paid. }';
      const engines = [await box.engine(law), await other.engine(law), await box.engine(law)];
      const verdicts: string[] = [];
      for (const engine of engines) verdicts.push((await engine.judge(call('pay', { order: 1 }))).verdict);
      expect(verdicts).toEqual(['silent', 'silent', 'deny']);
    } finally {
      other.remove();
    }
  });

  it('begins a session once, and lets a rule hold its end up', async () => {
    const engine = await box.engine(`
- { id: hello, kind: observation, on: SessionStart, warn: Be kind. }
- { id: unfinished, kind: policy, on: Stop, when: "true", block: Write the report first. }
`);
    expect((await engine.start()).warnings).toEqual(['Be kind. [rule hello]']);
    expect(await engine.start()).toBe(await engine.start());
    expect(await engine.stop()).toMatchObject({ verdict: 'block', message: /Write the report first/ });
    expect((await engine.stop({ active: true })).verdict).toBe('silent');
  });
});

describe('the corpus of decisions', () => {
  interface Row {
    readonly id: string;
    readonly law: JsonValue;
    readonly event: { readonly hook_event_name?: string; readonly [field: string]: unknown };
    readonly context?: Readonly<Record<string, JsonValue>>;
    readonly now?: string;
    readonly verdict: string;
    readonly rule?: string;
    readonly says?: string;
  }
  const file = path.join(import.meta.dirname, 'corpus', 'decisions.jsonl');
  const rows = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Row)
    // The library judges at the present time.
    .filter(({ now }) => now === undefined);

  it.each(rows.map(row => [row.id, row] as const))('%s', async (_id, row) => {
    const law = await loadLaw({ text: JSON.stringify(row.law), name: 'law.json' });
    const { stateDir, project, env } = box;
    const context = Object.fromEntries(Object.entries(row.context ?? {}).filter(([name]) => law.facts.includes(name)));
    const engine = createEngine({ law, context, stateDir, project, env });
    const judged = await engine.judge({ hook_event_name: 'PreToolUse', ...row.event });
    expect(judged.verdict).toBe(row.verdict);
    if (row.rule !== undefined) expect(judged.rule?.id).toBe(row.rule);
    if (row.says !== undefined) expect(judged.message).toContain(row.says);
  });
});

describe('the records', () => {
  const law = `hooklaw: 1
rules:
  - { id: limit, kind: policy, tool: pay, when: input.amount > 100, deny: Too much., instead: Ask. }
  - { id: sure, kind: policy, tool: pay, when: input.amount > 50, ask: Sure? }
`;
  const events = [
    call('pay', { amount: 500, password: 'hunter2' }),
    call('pay', { amount: 60 }),
    { ...call('pay', { amount: 1 }), hook_event_name: 'PostToolUse', tool_response: { ok: true }, duration_ms: 5 },
    { ...call('pay', { amount: 1 }), hook_event_name: 'PostToolUseFailure', error: 'no money' },
    { ...call('pay'), tool_input: [] },
    { hook_event_name: 'Stop', stop_hook_active: false },
  ];
  const common = { session_id: 's-1', transcript_path: '', cwd: '/', permission_mode: 'default' };

  it('are those of the hook', async () => {
    const file = box.write('hooklaw.yaml', law);
    const hookState = path.join(box.dir, 'hook-state');
    const engine = createEngine({ ...(await box.options(law)), law: await loadLaw(file) });
    const said: Judgement[] = [];
    const printed: string[] = [];
    for (const event of events) {
      said.push(await engine.judge({ ...common, ...event }));
      const args = ['hook', event.hook_event_name, '--law', file, '--state-dir', hookState];
      const done = await runProcess(process.execPath, [entry, ...args], {
        stdin: JSON.stringify({ ...common, ...event }),
        env: { ...box.env, CLAUDE_PROJECT_DIR: box.project },
      });
      printed.push(done.stdout);
    }
    for (const [at, { message }] of said.entries())
      if (message !== undefined) expect(printed[at]).toContain(JSON.stringify(message).slice(1, -1));
    const changing = new Set(['id', 'time', 'first_call', 'last_call', 'stack']);
    const rowsIn = (folder: string, name: string): unknown[] =>
      fs
        .readFileSync(path.join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line, (key, value: unknown) => (changing.has(key) ? 'varies' : value)) as unknown);
    for (const name of ['audit_log.jsonl', 'session_summaries.jsonl', 'errors.jsonl']) {
      const rows = rowsIn(box.stateDir, name);
      expect(rows).toEqual(rowsIn(hookState, name));
      expect(rows.length).toBeGreaterThan(0);
    }
    expect(JSON.stringify(rowsIn(box.stateDir, 'audit_log.jsonl'))).not.toContain('hunter2');
  });
});
