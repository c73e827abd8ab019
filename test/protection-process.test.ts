import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entry, type ProcessResult, Sandbox } from './support/hook-process.ts';

let sandbox: Sandbox;
let project: string;
let settings: string;

const wiredFor = (event: string): object => ({
  hooks: [{ type: 'command', command: process.execPath, args: [entry, 'hook', event], timeout: 15 }],
});

beforeEach(() => {
  sandbox = new Sandbox();
  sandbox.write('home/project/.git/HEAD', '');
  project = path.join(sandbox.home, 'project');
  settings = sandbox.write(
    'home/.claude/settings.json',
    JSON.stringify({ hooks: { PreToolUse: [wiredFor('PreToolUse')], PostToolUse: [wiredFor('PostToolUse')] } }),
  );
});
afterEach(() => sandbox.remove());

function hook(fields: { readonly [name: string]: unknown }): Promise<ProcessResult> {
  const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project, ...fields };
  return sandbox.hook([event.hook_event_name], event, { env: { CLAUDE_PROJECT_DIR: project } });
}

const bash = (command: string): Promise<ProcessResult> => hook({ tool_name: 'Bash', tool_input: { command } });

describe('the hook, with no law at all', () => {
  it('denies a Write that takes it out of the settings, in every form, and records it', async () => {
    const { exit, stdout, stderr } = await hook({
      tool_name: 'Write',
      tool_input: { file_path: settings, content: '{}' },
    });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^BLOCKED: This would change `.*settings\.json` so that hooklaw is no longer called on/);
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(sandbox.lines('audit_log.jsonl')).toMatchObject([
      { outcome: 'denied', decided_by: 'hooklaw', rule: null, failure: null, tool: 'Write' },
    ]);
  });

  it('lets a Write pass that leaves it as it is', async () => {
    const content = JSON.stringify({ model: 'opus', ...JSON.parse(fs.readFileSync(settings, 'utf8')) });
    const result = await hook({ tool_name: 'Write', tool_input: { file_path: settings, content } });
    expect([result.exit, result.stdout]).toEqual([0, '']);
  });

  it.each([
    ['its state folder', () => `rm -rf "${sandbox.state}"`],
    ['a folder above it', () => `mv ${sandbox.dir}/state /somewhere`],
    ['its program', () => `rm -f ${entry}`],
    ['the runtime', () => `sudo rm ${process.execPath}`],
    ['its approvals', () => 'npx hooklaw approve --yes'],
  ])('denies a command against %s', async (_what, command) => {
    await bash('ls');
    const { exit, stderr } = await bash(command());
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/^BLOCKED: /)]);
  });

  it.each(['ls -la', 'git status', 'cat ~/.claude/settings.json', 'rm -rf node_modules', 'hooklaw validate'])(
    'lets `%s` pass',
    async command => {
      const { exit, stdout } = await bash(command);
      expect([exit, stdout]).toEqual([0, '']);
    },
  );

  it('denies when a guarded file cannot be judged, and says why', async () => {
    fs.rmSync(settings);
    fs.symlinkSync('/dev/zero', settings);
    const { exit, stderr } = await hook({
      tool_name: 'Edit',
      tool_input: { file_path: settings, old_string: 'a', new_string: 'b' },
    });
    expect([exit, stderr]).toEqual([2, expect.stringContaining('not a regular file')]);
  });

  it('keeps a change of the settings out of the session', async () => {
    expect((await hook({ hook_event_name: 'SessionStart', source: 'startup' })).exit).toBe(0);
    fs.writeFileSync(settings, '{}');
    const changed = { hook_event_name: 'ConfigChange', source: 'user_settings', file_path: settings };
    const { exit, stdout } = await hook(changed);
    expect(exit).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', reason: expect.stringContaining('PreToolUse') });
  });

  it('reports a change that it could not judge, and stays quiet', async () => {
    fs.mkdirSync(sandbox.state, { recursive: true });
    fs.writeFileSync(path.join(sandbox.state, 'settings.json'), 'not JSON');
    const { exit } = await hook({ hook_event_name: 'ConfigChange', source: 'user_settings', file_path: settings });
    expect(exit).toBe(0);
    expect(sandbox.lines('errors.jsonl')).toMatchObject([{ step: 'a change of the settings could not be judged' }]);
  });

  it('refuses what cannot be read in time', async () => {
    const command = `rm ~/.claude/settings.json ${'$(('.repeat(200_000)}`;
    const { exit } = await bash(command);
    expect(exit).toBe(2);
  });
});

it('a broken law does not open the settings', async () => {
  const law = sandbox.write('law.yaml', 'nonsense');
  const event = { hook_event_name: 'ConfigChange', session_id: 's', cwd: project, source: 'user_settings' };
  fs.writeFileSync(settings, '{"disableAllHooks":true}');
  const { exit } = await sandbox.hook(['ConfigChange', '--law', law], { ...event, file_path: settings });
  expect(exit).toBe(2);
});

it('`try` says what the hook would', async () => {
  const { exit, stdout } = await sandbox.run(['try', 'Bash', 'command=hooklaw approve'], { cwd: project });
  expect([exit, stdout]).toEqual([2, expect.stringContaining('for a person')]);
});
