// Which part of the law `hooklaw try` shows where the law in force is not the text of the file.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Sandbox } from './support/hook-process.ts';

const law = `hooklaw: 1
rules:
  - id: limit
    kind: policy
    tool: mcp__s__pay
    when: input.amount > 500
    deny: Too much.
`;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = new Sandbox();
  sandbox.write('hooklaw.yaml', law);
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/x' } };
  expect((await sandbox.hook(['--law', `${sandbox.dir}/hooklaw.yaml`], event)).exit).toBe(0);
});
afterEach(() => sandbox.remove());

const tryPay = (amount: number, ...more: string[]) =>
  sandbox.run([
    'try',
    'mcp__s__pay',
    `amount=${amount}`,
    '--law',
    'hooklaw.yaml',
    '--state-dir',
    sandbox.state,
    ...more,
  ]);

it('shows the text of the approved law where that decides', async () => {
  sandbox.write('hooklaw.yaml', `# loosened\n${law.replace('> 500', '> 5000')}`);
  const { exit, stdout } = await tryPay(600);
  expect(exit).toBe(2);
  expect(stdout).toContain('  6 |     when: input.amount > 500\n');
  const traced = await tryPay(400, '--trace');
  expect(traced.exit).toBe(0);
  expect(traced.stdout).toContain('6 |     when: input.amount > 500\n');
  expect(traced.stdout).toContain('7 |     when: input.amount > 5000\n');
});

it('shows the text of the approved law where the rule is gone from the file', async () => {
  sandbox.write('hooklaw.yaml', 'hooklaw: 1\nrules:\n  - { id: other, kind: policy, tool: Bash, deny: no }\n');
  const { stdout } = await tryPay(600);
  expect(stdout).toContain('  6 |     when: input.amount > 500\n');
});

it('tells what is wrong with a change that is broken', async () => {
  sandbox.write('hooklaw.yaml', law.replace('input.amount', 'inputt.amount'));
  const { exit, stdout, stderr } = await tryPay(600);
  expect(exit).toBe(2);
  expect(stdout).toContain('  6 |     when: input.amount > 500\n');
  expect(stderr).toContain('  6 |     when: inputt.amount > 500\n    |           ^^^^^^');
  expect(stderr).toContain('more about it: hooklaw explain law/unknown-name');
});
