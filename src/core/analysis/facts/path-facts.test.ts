import { describe, expect, it } from 'vitest';
import { createFixedSurroundings } from '../fixed-surroundings.ts';
import { createPathFacts } from './path-facts.ts';

const posix = createFixedSurroundings({ cwd: '/srv/app/web', files: { '/srv/app/evil': '-> /etc', notes: '-> .env' } });
const windows = createFixedSurroundings({ platform: 'windows' });

describe('path', () => {
  it.each([
    ['a.TXT', '/srv/app/web/a.TXT', 'a.TXT', '.txt'],
    ['../a/./b/../c.tar.gz', '/srv/app/a/c.tar.gz', 'c.tar.gz', '.gz'],
    ['~/.ssh/id_rsa', '/home/u/.ssh/id_rsa', 'id_rsa', ''],
    ['/etc//passwd', '/etc/passwd', 'passwd', ''],
    ['/srv/app/.env', '/srv/app/.env', '.env', ''],
    ['file:///etc/a%20b.c', '/etc/a b.c', 'a b.c', '.c'],
    ['/', '/', '', ''],
  ])('%s is %s', (text, rooted, name, extension) => {
    const path = createPathFacts(text, posix);
    expect([path.text(), path.name(), path.extension()]).toEqual([rooted, name, extension]);
  });

  it.each([
    ['x', '.', true],
    ['../x', '.', true],
    ['../../x', '.', false],
    ['/srv/app-secrets/x', '/srv/app', false],
    // A link out of the place, and one into it.
    ['../evil/x', '.', false],
    ['../evil/x', '/etc', false],
    ['/etc/x', '/etc', true],
    ['../evil/x', ['.', '/etc'], true],
  ])('%s within %j: %s', (text, place, within) => {
    expect(createPathFacts(text, posix).within(place)).toBe(within);
  });

  it.each([
    ['../.env', '**/.env', true],
    ['../notes', '**/.env', true],
    ['../evil/passwd', '/etc/**', true],
    ['.env.example', '**/.env', false],
    ['.env.example', ['**/.env*', '!**/*.example'], false],
    ['.env.local', ['**/.env*', '!**/*.example'], true],
  ])('%s matches %j: %s', (text, place, matches) => {
    expect(createPathFacts(text, posix).matches(place)).toBe(matches);
  });

  it('knows the forms of Windows', () => {
    expect(createPathFacts('c:\\USERS\\u\\Desktop\\x.txt', windows).within('C:\\Users\\u\\Desktop')).toBe(true);
    expect(createPathFacts('c:\\USERS\\u\\x.TXT', windows).extension()).toBe('.txt');
  });
});
