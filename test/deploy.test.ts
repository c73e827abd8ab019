import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../src/shells/cli/main.ts';

const folder = path.join(import.meta.dirname, '..', 'deploy');
const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

async function serveOptions(): Promise<readonly string[]> {
  let help = '';
  const say = (text: string): void => {
    help += text;
  };
  await runCli(['serve', '--help'], {
    stdout: say,
    stderr: say,
    ask: async () => undefined,
    cwd: folder,
    env: {},
    colour: false,
  });
  return [...new Set(help.match(/--[a-z-]+/g))];
}

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

describe('what is deployed', () => {
  it.each(['hooklaw.service', 'hooklaw.plist', 'Dockerfile'])(
    '%s starts the server with options that it has',
    async name => {
      const started = /ExecStart=.*|<array>(?:.|\n)*?<\/array>|ENTRYPOINT(?:.|\n)*/.exec(read(name))?.[0] ?? '';
      const used = started.match(/--[a-z-]+/g) ?? [];
      expect(used).toContain('--token-file');
      const known = await serveOptions();
      expect(used.filter(option => !known.includes(option))).toEqual([]);
    },
  );

  it.skipIf(!has('systemd-analyze'))('the unit is valid, and shut off from the system', () => {
    const file = path.join(folder, 'hooklaw.service');
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`.replace(/^.*\/usr\/local\/bin\/hooklaw is not executable.*\n/m, '')).toBe('');
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', file]);
    expect(judged.status).toBe(0);
  });

  it.skipIf(!has('python3'))('the property list is one', () => {
    const parse = 'import plistlib, sys; print(plistlib.load(open(sys.argv[1], "rb"))["UserName"])';
    const { stdout } = spawnSync('python3', ['-c', parse, path.join(folder, 'hooklaw.plist')], { encoding: 'utf8' });
    expect(stdout).toBe('_hooklaw\n');
  });
});
