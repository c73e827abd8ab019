import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, deep, one, star } from '../../pattern.ts';
import type { Command, Word } from '../../shell/reading.ts';
import { UnreadableError } from '../facts.ts';
import { indexCommands, programsOf } from './command-index.ts';

function commandOf(words: readonly Word[]): Command {
  const first = words[0]?.pattern ?? '';
  return {
    program: /[\uE000-\uE003]/.test(first) ? undefined : first.toLowerCase(),
    words,
    assignments: [],
    redirections: [],
    input: { from: 'nothing', sources: [] },
    feeds: [],
    substitutions: [],
    cwd: '/srv/app',
    via: [],
  };
}

const programs = [
  'git',
  'docker',
  'docker-compose',
  'kubectl',
  'npm',
  'python3',
  'php',
  'terraform',
  'kill',
  'tar',
  'x',
];
const words = ['push', 'rm', 'container', 'compose', 'delete', 'ns/a,pod', '-m', 'pip', '-f', '-xf', '--force', '--fo'];
const more = ['--', '-', '', '.', '+main', '-c', 'a=b', '-C', '--x=false', '-1', 'mig:fr', '/s'];
const opened = [anything, `-${anything}`, `--${anything}`, `${anything}x`, `--f${anything}`, star, `${one}x`, deep];
const word = fc.record(
  {
    pattern: fc.oneof(fc.constantFrom(...words, ...more, ...opened), fc.string({ unit: 'binary', maxLength: 6 })),
    splits: fc.constant(true as const),
  },
  { requiredKeys: ['pattern'] },
);
const command = fc
  .tuple(fc.constantFrom(...programs, anything), fc.array(word, { maxLength: 7 }))
  .map(([program, rest]) => commandOf([{ pattern: program }, ...rest]));
const asked = fc.oneof(
  fc.constantFrom(
    'git push',
    'docker rm',
    'docker compose rm',
    '{npm,git} push',
    'kubectl delete namespace',
    '* *',
    'x',
  ),
  fc.tuple(fc.constantFrom(...programs), fc.constantFrom(...words, ...more, '*')).map(parts => parts.join(' ')),
);
const flags = fc.array(
  fc.constantFrom(
    '-f',
    '--force',
    '+*',
    '.',
    '-*',
    '--',
    '-rf',
    '-m=*',
    '--x',
    '!--force',
    '!*',
    '-f .',
    '/s',
    '-1',
    '*',
  ),
  { maxLength: 3 },
);

describe('commands', () => {
  it('that run may run', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 3 }), asked, flags, (commands, text, list) => {
        const index = indexCommands(commands);
        if (index.runs([text], list, 'certain')) expect(index.runs([text], list, 'possible')).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('may still run where less is known of them', () => {
    fc.assert(
      fc.property(command, asked, flags, fc.nat(), (known, text, list, at) => {
        const positive = list.filter(flag => !flag.startsWith('!'));
        if (!indexCommands([known]).runs([text], positive, 'possible')) return;
        const place = at % known.words.length;
        const less = known.words.with(place, { pattern: anything, splits: true });
        expect(indexCommands([commandOf(less)]).runs([text], positive, 'possible')).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('of programs that are not there neither run nor may run', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 3 }), asked, flags, (commands, text, list) => {
        const index = indexCommands(commands);
        const programs = programsOf([text]);
        if (programs === undefined || index.mentions(programs)) return;
        expect(index.runs([text], list, 'certain') || index.runs([text], list, 'possible')).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it('are asked without a failure, whatever the words', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.array(command, { maxLength: 3 }), text, fc.array(text), (commands, name, list) => {
        try {
          indexCommands(commands).runs([name], list, 'possible');
          indexCommands(commands).runs([name], list, 'certain');
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableError);
        }
      }),
    );
  });

  it.each(['', '  ', '{,x} '])('are not looked for under the name %j', name => {
    expect(() => indexCommands([]).runs([name], [], 'certain')).toThrow(UnreadableError);
  });

  it.each([' ', '!', '{a,}'])('are not looked for with the flag %j', flag => {
    const index = indexCommands([commandOf([{ pattern: 'x' }])]);
    expect(() => index.runs(['x'], [flag], 'certain')).toThrow(UnreadableError);
  });

  it('are found among very many words', () => {
    const many = (pattern: string): Word[] => Array.from({ length: 100_000 }, () => ({ pattern }));
    for (const pattern of ['a', '-f', anything, 'ns/a,pod/b', `${star}a`]) {
      const index = indexCommands([commandOf([{ pattern: 'kubectl' }, ...many(pattern), { pattern: '+x' }])]);
      expect(index.runs(['kubectl delete *'], ['+*'], 'possible')).toBe(pattern === anything);
    }
  });
});
