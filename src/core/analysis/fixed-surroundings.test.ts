import { expect, test } from 'vitest';
import { createFixedSurroundings } from './fixed-surroundings.ts';

const { observer } = createFixedSurroundings({
  files: {
    '/srv/app/evil': '-> /etc',
    'x.sh': 'rm -rf /',
    'sub/up': '-> ../x.sh',
    '/a': '-> /b',
    '/b': '-> /a',
  },
});

test.each([
  ['/srv/app/evil/passwd', '/etc/passwd'],
  ['/srv/app/sub/up', '/srv/app/x.sh'],
  ['/srv/app/evil/../x', '/srv/app/x'],
  ['/nowhere/at/all', '/nowhere/at/all'],
  ['/', '/'],
])('%s really lies at %s', (path, real) => {
  expect(observer.real(path)).toBe(real);
});

test('links that lead in a circle end', () => {
  expect(['/a', '/b']).toContain(observer.real('/a'));
});

test('the text of a file is read through links', () => {
  expect(observer.text('/srv/app/sub/up')).toBe('rm -rf /');
  expect(observer.text('/srv/app/none')).toBeUndefined();
});

test('a machine with Windows has its folders there', () => {
  const { cwd, home, temporary } = createFixedSurroundings({ platform: 'windows', cwd: 'C:\\work' });
  expect([cwd, home]).toEqual(['C:/work', 'C:/Users/u']);
  expect(temporary).toContain('C:/Windows/Temp');
});
