import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSurroundings } from './surroundings.ts';

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-around-')));
const project = path.join(root, 'project');
fs.mkdirSync(path.join(project, 'sub'), { recursive: true });
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const env = { HOME: path.join(root, 'home'), USER: 'u', SECRET_TOKEN: 'hidden' };
const around = (more: Readonly<Record<string, string>> = {}, cwd: string | undefined = project) =>
  createSurroundings(cwd, { project, env: { ...env, ...more }, platform: 'linux' });
const at = (name: string): string => path.join(project, name);

describe('what is seen of the machine', () => {
  it('are the folders of the call', () => {
    const { cwd, home, project: found, platform } = around({}, at('sub'));
    expect([cwd, home, found, platform]).toEqual([at('sub'), env.HOME, project, 'posix']);
    expect(around({}, 'relative').cwd).toBe(project);
  });

  it('are where links lead, as far as they exist', () => {
    fs.symlinkSync('/etc', at('evil'));
    fs.symlinkSync(at('not-yet'), at('dangling'));
    const { observer } = around();
    expect(observer.real(at('evil/passwd'))).toBe('/etc/passwd');
    expect(observer.real(at('evil/none/none'))).toBe('/etc/none/none');
    expect(observer.real(at('dangling'))).toBe(at('not-yet'));
    expect(observer.real(at('none'))).toBe(at('none'));
  });

  it('is the same however often it is looked at', () => {
    fs.writeFileSync(at('changing.sh'), 'one');
    const { observer } = around();
    expect(observer.text(at('changing.sh'))).toBe('one');
    fs.writeFileSync(at('changing.sh'), 'two');
    expect(observer.text(at('changing.sh'))).toBe('one');
  });

  it('is the text of regular files, and nothing that could be waited for', () => {
    execFileSync('mkfifo', [at('pipe')]);
    fs.writeFileSync(at('large.sh'), 'x'.repeat(256 * 1024 + 1));
    fs.writeFileSync(at('binary'), Buffer.from([0x7f, 0x45, 0xff]));
    fs.writeFileSync(at('zero'), 'a\0b');
    const { observer } = around();
    for (const file of ['pipe', 'large.sh', 'binary', 'zero', 'sub', 'none']) {
      expect([file, observer.text(at(file))]).toEqual([file, undefined]);
    }
    expect(observer.text('/dev/zero')).toBeUndefined();
  });

  it('are no variables but those that name folders and the user', () => {
    const { env: read } = around({ TMPDIR: '/tmp/x' });
    expect([read('HOME'), read('USER'), read('TMPDIR')]).toEqual([env.HOME, 'u', '/tmp/x']);
    expect([read('SECRET_TOKEN'), read('PATH')]).toEqual([undefined, undefined]);
  });

  it.each([
    ['/tmp/of-mine', true],
    ['/', false],
    [root, false],
    [project, false],
    ['/opt/data', false],
    ['relative/tmp', false],
  ])('TMPDIR=%s counts as a folder for temporary files: %s', (folder, counts) => {
    const { temporary } = around({ TMPDIR: folder });
    expect(temporary).toContain('/tmp');
    expect(temporary.includes(folder)).toBe(counts);
  });
});
