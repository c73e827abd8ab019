import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFixedSurroundings } from '../fixed-surroundings.ts';
import { anything, star } from '../pattern.ts';
import { lookAt } from './may-concern.ts';
import { compilePlace, type Target, touchesAny } from './place.ts';

const surroundings = createFixedSurroundings({ files: { '/srv/app/link': '-> /home/u/.ssh' } });

const name = fc.constantFrom(
  '.env',
  '.env.local',
  'id_rsa',
  'a',
  'b.pem',
  '.ssh',
  'etc',
  'srv',
  'app',
  'home',
  'u',
  'link',
  `${star}.pem`,
  `.e${anything}`,
  `x${star}`,
  anything,
  star,
);
const path = fc
  .tuple(fc.constantFrom('/srv/app/', '/home/u/', '/', '/etc/'), fc.array(name, { minLength: 0, maxLength: 4 }))
  .map(([start, names]) => start + names.join('/'));
const target: fc.Arbitrary<Target> = fc.record(
  {
    kind: fc.constantFrom('read', 'write', 'delete', 'change'),
    path,
    recursive: fc.constant(true as const),
    many: fc.constant(true as const),
  },
  { requiredKeys: ['kind', 'path'] },
);
const place = fc
  .tuple(
    fc.constantFrom('**/', '~/', '/', './', '', '$TMPDIR/'),
    fc.array(
      fc.constantFrom(
        '.env',
        '.env.*',
        '*.pem',
        'id_{rsa,dsa}',
        'a',
        '**',
        '*',
        'x*',
        '.ssh',
        'etc',
        'home',
        'u',
        'srv',
        'app',
        '.E*',
        '{a,b}',
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([start, names]) => start + names.join('/'));

test('what does not concern a place at a glance does not touch it', () => {
  fc.assert(
    fc.property(fc.array(target, { minLength: 1, maxLength: 3 }), place, (targets, text) => {
      fc.pre(targets.some(given => touchesAny(given, [compilePlace(text, surroundings)])));
      expect(lookAt(targets, surroundings)(text), text).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('most places are told apart at a glance', () => {
  const look = lookAt([{ kind: 'read', path: '/srv/app/src/main.ts' }], surroundings);
  const places = ['~/.ssh/**', '**/.env', '**/*.pem', '~/.aws/credentials', '/etc/shadow', '**/id_{rsa,dsa}'];
  expect(places.filter(look)).toEqual([]);
});
