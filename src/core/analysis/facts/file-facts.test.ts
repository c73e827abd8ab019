import { describe, expect, it } from 'vitest';
import type { Effects } from '../effects/effect.ts';
import { createFixedSurroundings } from '../fixed-surroundings.ts';
import { anything, deep } from '../pattern.ts';
import type { Command, ShellReading } from '../shell/reading.ts';
import { type FileFacts, UnreadableError } from './facts.ts';
import { createFileFacts } from './file-facts.ts';

const surroundings = createFixedSurroundings();
const command: Command = {
  program: 'rm',
  words: [{ pattern: 'rm' }],
  assignments: [],
  redirections: [],
  input: { from: 'nothing', sources: [] },
  feeds: [],
  substitutions: [],
  cwd: '/srv/app',
  via: [],
};
const plain: ShellReading = { commands: [command], unknown: [], code: [], fed: [] };

function filesOf(effects: Partial<Effects>, reading: ShellReading = plain): FileFacts {
  return createFileFacts({
    effects: () => ({ files: [], network: [], printsEnvironment: false, ...effects }),
    reading: () => reading,
    surroundings,
  });
}

describe('files', () => {
  it('tells kinds of effects and places apart', () => {
    const files = filesOf({ files: [{ kind: 'read', path: '/srv/app/.env' }] });
    expect(files.reads('**/.env')).toBe(true);
    expect(files.reads(['/etc/**', '.env'])).toBe(true);
    expect(files.reads(['**/.env*', '!.env'])).toBe(false);
    expect(files.writes('**/.env')).toBe(false);
    expect(files.readsOutside('.')).toBe(false);
    expect(files.readsOutside('~')).toBe(true);
  });

  it('takes a folder for what is in it, except where it is deleted', () => {
    const effects = (kind: 'read' | 'write' | 'delete', path: string): FileFacts =>
      filesOf({ files: [{ kind, path }] });
    expect(effects('read', '/home/u/.ssh/id_rsa').reads('~/.ssh')).toBe(true);
    expect(effects('read', '/home/u/.ssh/id_rsa').reads(['~/.ssh/', '!**/id_*'])).toBe(false);
    expect(effects('read', '/home/u/.sshd/x').reads('~/.ssh')).toBe(false);
    expect(effects('write', '/etc/a/b').writes('/etc')).toBe(true);
    expect(effects('write', '/etc/a/b').writes('/')).toBe(true);
    expect(effects('delete', '/srv/app/x').deletes('.')).toBe(false);
    expect(effects('delete', '/srv/app/x').deletes('./**')).toBe(true);
    expect(effects('delete', '/srv/app').deletes('.')).toBe(true);
  });

  it('takes a place for outside only where that is certain', () => {
    const at = (path: string): boolean => filesOf({ files: [{ kind: 'delete', path }] }).deletesOutside('.');
    expect(at('/etc/x')).toBe(true);
    expect(at(anything)).toBe(false);
    expect(at(`/srv/app/${anything}`)).toBe(false);
    expect(at(`/home/u/${anything}`)).toBe(true);
  });

  it('knows folders at places that nobody knows', () => {
    const unknown = (path: string, recursive: boolean): boolean =>
      filesOf({ files: [{ kind: 'delete', path, ...(recursive ? { recursive } : {}) }] }).deletesUnknown();
    expect(unknown(anything, true)).toBe(true);
    expect(unknown(`${anything}/build`, true)).toBe(true);
    expect(unknown(anything, false)).toBe(false);
    expect(unknown(`/srv/app/${anything}`, true)).toBe(false);
    expect(unknown(`/srv/app/${deep}`, true)).toBe(false);
  });

  it('holds against a script only what is certain', () => {
    const script = { ...plain, commands: [{ ...command, via: [{ by: 'script ./x.sh', script: true } as const] }] };
    const open = filesOf({ files: [{ kind: 'delete', path: anything, recursive: true, command: 0 }] }, script);
    expect(open.deletesUnknown()).toBe(false);
    const certain = filesOf({ files: [{ kind: 'delete', path: '/etc', recursive: true, command: 0 }] }, script);
    expect(certain.deletes('/etc')).toBe(true);
  });

  it('knows of other machines only what is named', () => {
    const away = (path: string): FileFacts => filesOf({ files: [{ kind: 'read', path, elsewhere: true }] });
    expect(away('/etc/shadow').reads('/etc/shadow')).toBe(true);
    expect(away(`${anything}/.env`).reads('**/.env')).toBe(true);
    expect(away(`${anything}/.ssh/id_rsa`).reads('~/.ssh/**')).toBe(false);
    expect(away('/etc/shadow').readsOutside('.')).toBe(false);
  });

  it('knows what goes where', () => {
    const to = (address: string): FileFacts =>
      filesOf({ network: [{ address, sends: true, files: ['/home/u/.ssh/id_rsa'] }] });
    expect(to('https://x.test/a').sends('~/.ssh/**')).toBe(true);
    expect(to('https://x.test/a').sends('**/.env')).toBe(false);
    expect(to('https://x.test/a').sendsOut()).toBe(true);
    expect(to('http://localhost:3000').sendsOut()).toBe(false);
    expect(to(anything).sendsOut()).toBe(true);
    expect(to(`https://${anything}.x.test/`).hosts()).toEqual(['….x.test']);
    expect(to('https://x.test/a').sendsOutside('.')).toBe(true);
    expect(to('https://x.test/a').sendsOutside('~')).toBe(false);
    const transfer = { address: 'host', sends: true, transfer: true, files: ['/srv/app/a'] } as const;
    expect(filesOf({ network: [transfer] }).sendsOut()).toBe(false);
    const asked = filesOf({ network: [{ address: 'https://x.test/a', sends: false, files: [] }] });
    expect(asked.sendsOut()).toBe(false);
    expect(asked.hosts()).toEqual(['x.test']);
  });

  it('says that a text could not be read', () => {
    const broken = filesOf({}, { ...plain, unreadable: { reason: 'invalid', detail: 'a quote is not closed' } });
    expect(() => broken.reads('/x')).toThrow(UnreadableError);
    expect(() => broken.sendsOut()).toThrow('the command could not be read: a quote is not closed');
  });
});
