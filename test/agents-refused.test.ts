import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cleanEnv, entry, runProcess, Sandbox } from './support/hook-process.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const commands = ['approve --yes', 'trust', 'uninstall --yes', 'log reservations --release 1'];

it.each(commands)('hooklaw %s is refused inside an agent', async command => {
  const { exit, stderr } = await sandbox.run(command.split(' '), { env: { CLAUDECODE: '1' } });
  expect([exit, stderr]).toEqual([3, expect.stringContaining('not from inside an agent')]);
});

it.runIf(process.platform === 'linux').each(commands)(
  'hooklaw %s is refused below an agent whose variable was taken away',
  async command => {
    const script = `env -u CLAUDECODE "${process.execPath}" "${entry}" ${command}; exit $?`;
    const env = { ...cleanEnv(sandbox.home), CLAUDECODE: '1' };
    const { exit, stderr } = await runProcess('sh', ['-c', script], { cwd: path.dirname(sandbox.home), env });
    expect([exit, stderr]).toEqual([3, expect.stringContaining('not from inside an agent')]);
  },
);

it('a dry run of uninstall shows an agent what would go', async () => {
  const { stderr } = await sandbox.run(['uninstall', '--dry-run'], { env: { CLAUDECODE: '1' } });
  expect(stderr).not.toContain('inside an agent');
});
