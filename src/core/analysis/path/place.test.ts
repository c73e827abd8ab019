import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, deep, one, star } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import { compilePlace, isWithin, touches, touchesAny } from './place.ts';

const links: Readonly<Record<string, string>> = {
  '/srv/app/evil': '/etc',
  '/srv/app/notes.txt': '/srv/app/.env',
  '/srv/linked': '/data/app',
  '/var/tmp': '/private/var/tmp',
};

function around(changes: Partial<Surroundings> = {}): Surroundings {
  const real = (path: string): string => {
    for (const [from, to] of Object.entries(links)) {
      if (path === from || path.startsWith(`${from}/`)) return to + path.slice(from.length);
    }
    return path;
  };
  return {
    cwd: '/srv/app',
    home: '/home/u',
    project: '/srv/app',
    temporary: ['/tmp', '/var/tmp'],
    platform: 'posix',
    env: () => undefined,
    observer: { real, text: () => undefined },
    ...changes,
  };
}

const posix = around();
const windows = around({ platform: 'windows', home: 'C:\\Users\\u', project: 'C:\\work\\app' });
const place = (text: string, surroundings = posix) => compilePlace(text, surroundings);

/** `*`, `?`, `$X` and `<deep>` stand for what is open. */
function open(text: string): string {
  return text
    .replaceAll('<deep>', deep)
    .replaceAll('*', star)
    .replaceAll('?', one)
    .replaceAll(/\$[A-Z]+/g, anything);
}

describe('touches', () => {
  it.each([
    // As written.
    ['/srv/app/.env', '**/.env', true],
    ['/srv/app/.env', '.env', true],
    ['/srv/app/.env', './.env', true],
    ['/srv/other/.env', '.env', false],
    ['/srv/app/a/../.env', '.env', true],
    ['/srv/app/.ENV', '**/.env', true],
    ['/srv/app/.env.local', '**/.env', false],
    ['/srv/app/.env.local', '**/.env.*', true],
    ['/srv/app/.env.local', '**/.env{,.*}', true],
    ['/home/u/.ssh/id_rsa', '~/.ssh/**', true],
    ['/home/u/.ssh/a/b', '~/.ssh/**', true],
    ['/home/u/.ssh', '~/.ssh/**', false],
    ['/home/u/.ssh/id_rsa', '~/.ssh', false],
    ['/home/u/.ssh/id_rsa', '~/.ssh/id_?sa', true],
    ['/root/.ssh/id_rsa', '~/.ssh/**', false],
    ['/etc/passwd', '/etc/**', true],
    ['/etcetera/x', '/etc/**', false],
    ['/srv/app/config/server.pem', '**/*.pem', true],
    ['/srv/app/deep/er/.git/config', '**/.git/**', true],
    ['/tmp/x', '$TMPDIR/**', true],
    ['/proc/self/root/etc/shadow', '/etc/shadow', true],
    // Links, of the target and of the place.
    ['/srv/app/notes.txt', '**/.env', true],
    ['/srv/app/evil/shadow', '/etc/shadow', true],
    ['/data/app/x', '/srv/linked/x', true],
    // Globs of the target.
    ['/home/u/.policy*', '~/.policy-guard', true],
    ['/srv/app/.e*', '**/.env', true],
    ['/srv/app/.en?', '**/.env', true],
    ['/srv/app/*', '**/.env', false],
    ['/srv/app/*', '/srv/app/secret.txt', true],
    ['/srv/app/*.json', '**/credentials.json', false],
    ['/srv/app/cred*.json', '**/credentials.json', true],
    ['/srv/app/*.pem', '**/*.pem', true],
    ['/home/u/.ssh/*', '~/.ssh/id_rsa', true],
    ['/home/*/.ssh/id_rsa', '~/.ssh/id_rsa', true],
    // What is known in part.
    ['$DIR/.env', '**/.env', true],
    ['/srv/app/.e$X', '**/.env', true],
    ['$X', '**/.env', false],
    ['$DIR/$X', '**/.env', false],
    ['/srv/app/$X', '**/.env', false],
    ['/srv/app/$X', '/srv/app/x', false],
    ['/srv/app/$X', 'x/**', false],
    ['/home/u/.ssh/$X', '~/.ssh/**', true],
    ['/home/$USER/.ssh/id_rsa', '~/.ssh/**', true],
    ['/home/$USER/src', '~/src', true],
    ['/srv/$X/b', '/srv/a/c', false],
    ['/$X/src', '~/src', false],
    ['$HOME/.ssh/id_rsa', '~/.ssh/**', true],
    ['$D/.aws/credentials', '~/.aws/credentials', true],
    ['$D/config.json', '~/.docker/config.json', false],
    ['$D/x', '/etc/**', false],
    ['$D/app', '.', false],
    ['/srv/app/$X.json', '**/credentials.json', false],
    // What `find` gives.
    ['/srv/app/<deep>/.env*', '**/.env', true],
    ['/<deep>/id_rsa', '~/.ssh/id_rsa', true],
    ['/home/u/<deep>', '~/.ssh/**', true],
    ['/srv/app/<deep>', '**/.env', false],
    ['/srv/app/<deep>.pem', '**/*.pem', true],
  ])('%s and %s: %s', (target, text, expected) => {
    expect(touches({ path: open(target) }, place(text))).toBe(expected);
  });

  it.each([
    ['/home/u', '~/.ssh/**', true],
    ['/', '~/.ssh/**', true],
    ['/', '/', true],
    ['/srv/app', '**/.env', false],
    ['/srv', '.', true],
    ['/srv/app', '.', true],
    ['/srv/app/src', '.', false],
    ['/srv/app/.git', '**/.git/**', true],
    ['/home/u/.aws', '**/.aws/credentials', true],
    ['/home/u/*', '~/Documents/**', true],
    ['$X', '/', false],
    ['$X', '~/.ssh/**', false],
    ['/srv/app', '/srv/app/**/.env', false],
    ['/srv/app', 'secrets/**', true],
  ])('with all in it, %s and %s: %s', (target, text, expected) => {
    expect(touches({ path: open(target), recursive: true }, place(text))).toBe(expected);
  });

  it('takes emptying a folder for touching it', () => {
    const emptied = { kind: 'delete', path: '/srv/app', many: true } as const;
    expect(touches(emptied, place('.'))).toBe(true);
    expect(touches(emptied, place('/srv'))).toBe(false);
  });

  it.each([
    ['c:/USERS/u/Desktop/x.txt', 'C:\\Users\\u\\Desktop\\**', true],
    ['C:\\Users\\u\\.ssh\\id_rsa', '~/.ssh/**', true],
    ['/c/Users/u/.ssh/id_rsa', '~/.ssh/**', true],
    ['\\\\?\\C:\\Users\\u\\.ssh\\id_rsa', '~/.ssh/**', true],
    ['C:\\work\\app\\.env.', '**/.env', true],
    ['C:\\work\\app\\.env::$DATA', '**/.env', true],
    ['D:\\Users\\u\\Desktop\\x.txt', 'C:\\Users\\u\\Desktop\\**', false],
  ])('on Windows, %s and %s: %s', (target, text, expected) => {
    expect(touches({ path: target }, place(text, windows))).toBe(expected);
  });

  it('leaves out what is certainly excluded', () => {
    const places = ['**/.env.*', '!**/.env.example'].map(text => place(text));
    expect(touchesAny({ path: '/srv/app/.env.example' }, places)).toBe(false);
    expect(touchesAny({ path: open('$DIR/.env.example') }, places)).toBe(false);
    expect(touchesAny({ path: '/srv/app/.env.local' }, places)).toBe(true);
    expect(touchesAny({ path: open('/srv/app/.env.ex*') }, places)).toBe(true);
    expect(touchesAny({ path: '/srv/app/x' }, places)).toBe(false);
  });

  it('stays quick and never throws', () => {
    const hostile = `/${star}a`.repeat(2_000);
    expect(touches({ path: hostile, recursive: true }, place('**/*a*a*a*a*b'))).toBe(false);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.boolean(), (path, text, recursive) => {
        expect(typeof touches({ path, ...(recursive ? { recursive } : {}) }, place(text))).toBe('boolean');
      }),
    );
  });
});

describe('isWithin', () => {
  const free = ['.', '/tmp/**', '/var/tmp/**', '~/.cache/**'];

  it.each([
    ['/srv/app/src/x.ts', 'inside'],
    ['/srv/app', 'inside'],
    ['/srv/app/../app-secrets/x', 'outside'],
    ['/srv/app-secrets/x', 'outside'],
    ['/srv/app/evil/x', 'outside'],
    ['/srv/APP/x', 'outside'],
    ['/tmp', 'outside'],
    ['/tmp/x', 'inside'],
    ['/var/tmp/x', 'inside'],
    ['/tmp/../etc', 'outside'],
    ['/srv/app/$X', 'inside'],
    ['/tmp/*', 'inside'],
    ['/$X', 'outside'],
    ['/home/u/$X', 'outside'],
    ['$X', 'uncertain'],
    ['$X/build', 'uncertain'],
    ['/srv/app/<deep>/x', 'inside'],
  ])('%s: %s', (target, expected) => {
    expect(
      isWithin(
        { path: open(target) },
        free.map(text => place(text)),
      ),
    ).toBe(expected);
  });

  it('tells a folder from what is in it', () => {
    const tmp = [place('/tmp/**')];
    expect(isWithin({ kind: 'delete', path: '/tmp', recursive: true }, tmp)).toBe('outside');
    expect(isWithin({ kind: 'delete', path: '/tmp', many: true, recursive: true }, tmp)).toBe('inside');
  });

  it('takes the deletion of a link for what it is', () => {
    expect(isWithin({ kind: 'delete', path: '/srv/app/evil' }, [place('.')])).toBe('inside');
    expect(isWithin({ kind: 'delete', path: '/srv/app/evil/x' }, [place('.')])).toBe('outside');
    expect(isWithin({ kind: 'write', path: '/srv/app/evil' }, [place('.')])).toBe('outside');
  });

  it('does not mind the case on Windows', () => {
    expect(isWithin({ path: 'c:\\WORK\\App\\x' }, [place('.', windows)])).toBe('inside');
  });
});
