import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWeakening } from '../src/core/protection/compare-settings.ts';
import { viewSettings } from '../src/core/protection/settings-view.ts';
import { createDesk, type Desk } from './init-support.ts';
import { insideAgent } from './support/hook-process.ts';

const events = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'SessionEnd',
  'ConfigChange',
];

let desk: Desk;

beforeEach(() => {
  desk = createDesk();
});

afterEach(() => desk.cleanUp());

const text = (): string => fs.readFileSync(desk.settings, 'utf8');
const hooks = (): Record<string, { hooks: Record<string, unknown>[] }[]> => JSON.parse(text()).hooks;

async function init(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await desk.run(['init', '--yes', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('init --http', () => {
  it('has the server asked on each event on which the client calls HTTP hooks, and a failure block the call', async () => {
    const stdout = await init('--http', 'http://127.0.0.1:4665');
    expect(stdout).toContain('asks:   http://127.0.0.1:4665/hook\n');
    expect(stdout).toContain('HOOKLAW_TOKEN');
    expect(Object.keys(hooks())).toEqual(events);
    for (const event of events) {
      expect(hooks()[event]).toEqual([
        {
          hooks: [
            {
              type: 'http',
              url: `http://127.0.0.1:4665/hook/${event}`,
              headers: { Authorization: 'Bearer $HOOKLAW_TOKEN' },
              allowedEnvVars: ['HOOKLAW_TOKEN'],
              timeout: 15,
              ...(event === 'PreToolUse' ? { onFailure: 'block' } : {}),
            },
          ],
        },
      ]);
    }
    expect(fs.existsSync(desk.law)).toBe(false);
  });

  it('changes nothing the second time, and wires the events that a law here has rules on', async () => {
    fs.writeFileSync(desk.law, 'hooklaw: 1\nrules: [{ id: a, kind: policy, on: UserPromptSubmit, deny: x }]\n');
    await init('--http', 'http://127.0.0.1:4665');
    expect(Object.keys(hooks())).toEqual([...events, 'UserPromptSubmit']);
    const before = text();
    await init('--http', 'http://127.0.0.1:4665/hook/');
    expect(text()).toBe(before);
  });

  it('takes the place of the command and the other way round; nothing is called twice', async () => {
    await init();
    const command = text();
    await init('--http', 'https://guard.example/projects/shop');
    const entries = Object.entries(hooks()).flatMap(([event, groups]) =>
      groups.flatMap(group => group.hooks.map(({ type }) => [event, type])),
    );
    expect(entries).toEqual(events.map(event => [event, 'http']));
    await init();
    expect(JSON.parse(text())).toEqual(JSON.parse(command));
  });

  it('gives the user’s entries a word that no project knows', async () => {
    await init('--scope', 'user', '--http', 'http://127.0.0.1:4665');
    const user = JSON.parse(fs.readFileSync(`${desk.home}/.claude/settings.json`, 'utf8'));
    expect(user.hooks.PreToolUse[0].hooks[0].url).toMatch(/\/hook\/PreToolUse\?entry=[0-9a-f]{12}$/);
    await init('--scope', 'user', '--http', 'http://127.0.0.1:4665');
    expect(JSON.parse(fs.readFileSync(`${desk.home}/.claude/settings.json`, 'utf8'))).toEqual(user);
  });

  it.skipIf(insideAgent)('is taken out again by uninstall', async () => {
    await init('--http', 'http://127.0.0.1:4665');
    expect(await desk.run(['uninstall', '--yes'])).toMatchObject({ code: 0 });
    expect(fs.existsSync(desk.settings)).toBe(false);
  });

  it.each([
    [['--http', 'guard.example'], 'is no URL'],
    [['--http', 'http://10.0.0.5:4665'], 'without TLS'],
    [['--http', 'http://127.0.0.1:4665', '--law', 'x.yaml'], 'are for the server'],
  ])('%j is refused', async (args, says) => {
    const { code, stderr } = await desk.run(['init', '--yes', ...args]);
    expect([code, stderr]).toEqual([3, expect.stringContaining(says)]);
    expect(fs.existsSync(desk.settings)).toBe(false);
  });
});

describe('hooks that ask a server', () => {
  it.each([
    ['another server', (settings: string) => settings.replaceAll('127.0.0.1:4665', '127.0.0.1:1'), 'weaker'],
    ['no server', () => '{}', 'no longer called'],
    [
      'no block on failure',
      (settings: string) => settings.replace('"onFailure": "block"', '"onFailure": "continue"'),
      'weaker',
    ],
    ['another token', (settings: string) => settings.replace('Bearer $HOOKLAW_TOKEN', 'Bearer x'), 'weaker'],
  ])('are protected against a change to %s', async (_what, change, says) => {
    await init('--http', 'http://127.0.0.1:4665');
    const view = (settings: string) => viewSettings(settings, []);
    expect(findWeakening(view(text()), view(text()), true)).toBeUndefined();
    expect(findWeakening(view(text()), view(change(text())), true)).toContain(says);
  });

  it('are looked at by self-test, which sends them nothing', async () => {
    fs.writeFileSync(desk.law, 'hooklaw: 1\nrules: [{ id: a, kind: policy, tool: Bash, deny: x }]\n');
    await init('--http', 'http://127.0.0.1:9');
    const { stdout } = await desk.run(['self-test', '--yes', '--format', 'json']);
    const codes = [...stdout.matchAll(/"code": "(guard\/[\w-]+)"/g)].map(([, code]) => code);
    expect(codes).toEqual(['guard/not-proven']);
    expect(stdout).toContain('nothing was sent there');
  });
});
