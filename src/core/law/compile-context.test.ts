import { describe, expect, it } from 'vitest';
import type { FactDefinition } from '../context/fact.ts';
import { LawError, type Problem } from '../problem/problem.ts';
import { type CompileResult, compileLaw } from './compile.ts';
import { noPacks } from './packs/pack.ts';

const rule = 'rules: [{ id: r, kind: policy, tool: Bash, deny: no }]';

function compile(fact: string, file = 'law.yaml', more = ''): CompileResult {
  return compileLaw(`hooklaw: 1\n${more}context:\n  f: ${fact}\n${rule}\n`, file, {
    judgeRegex: () => undefined,
    packs: noPacks,
  });
}

const define = (fact: string): FactDefinition | undefined => compile(fact).law.context['f'];

function problemsOf(fact: string, more = ''): readonly Problem[] {
  try {
    return compile(fact, 'law.yaml', more).warnings;
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return error.problems;
  }
}

const token = 'token: { env: T }, jwks: /k.json, issuer: i, audience: a';

describe('a fact from a command', () => {
  it('is a text as it is printed, unless something else is wanted', () => {
    const read = (more: string): unknown => {
      const fact = define(`{ command: [./bin/x, a, ""]${more} }`);
      return fact?.source.kind === 'command' ? [fact.source.format, fact.type] : undefined;
    };
    expect(read('')).toEqual(['text', 'string']);
    expect(read(', type: list')).toEqual(['json', 'list']);
    expect(read(', pointer: /a')).toEqual(['json', 'any']);
    expect(read(', pointer: /a, type: string')).toEqual(['json', 'string']);
    expect(read(', format: json')).toEqual(['json', 'any']);
    expect(read(', format: text, type: number')).toEqual(['text', 'number']);
  });

  it('has two seconds unless the law gives it another time', () => {
    const timeout = (more: string): unknown => {
      const fact = define(`{ command: [x]${more} }`);
      return fact?.source.kind === 'command' ? fact.source.timeoutMs : undefined;
    };
    expect([timeout(''), timeout(', timeout: 500ms')]).toEqual([2_000, 500]);
  });

  it('may not take as long as the hook itself', () => {
    expect(problemsOf('{ command: [x], timeout: 7s }')).toEqual([]);
    expect(problemsOf('{ command: [x], timeout: 8s }')).toMatchObject([{ code: 'law/wrong-type' }]);
    expect(problemsOf('{ command: [x], timeout: 8s }', 'deadline: 9s\n')).toEqual([]);
    expect(problemsOf('{ command: [x], timeout: 900ms }', 'deadline: 900ms\n')).toMatchObject([
      { code: 'law/wrong-type', span: { start: { line: 4 } } },
    ]);
  });
});

describe('a fact from a token', () => {
  it('allows no algorithm by which whoever checks a token could make one', () => {
    const source = define(`{ jwt: { ${token} } }`)?.source;
    expect(source?.kind === 'jwt' ? source.algorithms : []).toContain('RS256');
    expect(source?.kind === 'jwt' ? source.algorithms.filter(name => /^(?:HS|none)/.test(name)) : ['?']).toEqual([]);
    for (const algorithm of ['HS256', 'none']) {
      const [problem] = problemsOf(`{ jwt: { ${token}, algorithms: [RS256, ${algorithm}] } }`);
      expect(problem).toMatchObject({ code: 'law/wrong-type' });
      expect(problem?.message).toContain(`"${algorithm}"`);
    }
  });

  it('needs its issuer, its audience, its keys and one place for the token', () => {
    for (const key of ['issuer: i', 'audience: a', 'jwks: /k.json']) {
      const without = token.replace(`, ${key}`, '');
      expect(problemsOf(`{ jwt: { ${without} } }`)).toMatchObject([
        { code: 'law/missing-key', message: `the key \`${key.split(':')[0]}\` is missing` },
      ]);
    }
    for (const place of ['{}', '{ env: T, file: /t }']) {
      const [problem] = problemsOf(`{ jwt: { ${token.replace('{ env: T }', place)} } }`);
      expect(problem).toMatchObject({ code: 'law/missing-key' });
      expect(problem?.message).toContain('token');
    }
  });

  it.each([
    ['http://id.example/keys', 'localhost only'],
    ['http://localhost.example/keys', 'localhost only'],
    ['ftp://id.example/keys', 'localhost only'],
    ['file:///etc/keys', 'localhost only'],
    ['https://user:pass@id.example/keys', 'must not hold a name'],
    ['https://', 'is no URL'],
  ])('does not take keys from %s', (url, why) => {
    const [problem] = problemsOf(`{ jwt: { ${token.replace('/k.json', `[/k.json, "${url}"]`)} } }`);
    expect(problem).toMatchObject({ code: 'law/wrong-type' });
    expect(problem?.message).toContain(why);
  });

  it.each(['https://id.example/keys', 'http://localhost:8080/keys', 'http://127.0.0.1/keys', './keys.json'])(
    'takes keys from %s',
    place => {
      expect(problemsOf(`{ jwt: { ${token.replace('/k.json', `"${place}"`)} } }`)).toEqual([]);
    },
  );

  it('forgives clocks that differ only as far as the law says, and five minutes at most', () => {
    const source = define(`{ jwt: { ${token}, clock_tolerance: 90s } }`)?.source;
    expect(source?.kind === 'jwt' ? source.clockToleranceS : undefined).toBe(90);
    expect(problemsOf(`{ jwt: { ${token}, clock_tolerance: 6m } }`)).toMatchObject([{ code: 'law/wrong-type' }]);
  });
});

describe('keys that do not go together', () => {
  it.each([
    ['{ env: X, pointer: /a }', '`pointer` does not go with `env`'],
    ['{ file: /x, format: text }', '`format` does not go with `file`'],
    ['{ file: /x, timeout: 1s }', '`timeout` does not go with `file`'],
    ['{ value: 1, untrusted_ok: yes }', '`untrusted_ok` does not go with `value`'],
    ['{ command: [x], format: text, pointer: /a }', 'a pointer leads into JSON'],
    ['{ env: X, command: [x] }', 'exactly one source'],
    ['{ file: /x, untrusted_ok: " " }', 'must give a reason'],
    ['{ file: /x, untrusted_ok: true }', '`untrusted_ok` must be a text'],
    ['{ command: ./bin/x }', '`command` must be a list'],
    ['{ command: [] }', '`command` must name a program'],
  ])('%s', (fact, message) => {
    expect(problemsOf(fact).map(problem => problem.message)).toEqual([expect.stringContaining(message)]);
  });

  it('names the nearest key inside a token', () => {
    expect(problemsOf(`{ jwt: { ${token}, algoritms: [RS256] } }`)).toMatchObject([{ suggestion: 'algorithms' }]);
  });
});

describe('a law that lies in a project', () => {
  const warned = (fact: string, file: string): string[] => compile(fact, file).warnings.map(({ code }) => code);

  it.each([
    ['{ file: facts.json }', 1],
    ['{ command: [./bin/x] }', 1],
    ['{ command: [bin/x] }', 1],
    [`{ jwt: { ${token.replace('{ env: T }', '{ file: token }').replace('/k.json', '[a.json, b.json]')} } }`, 3],
    ['{ file: /etc/facts.json }', 0],
    ['{ file: ../facts.json }', 0],
    ['{ command: [on-call] }', 0],
    ['{ file: facts.json, untrusted_ok: only our own agents run here }', 0],
    [`{ jwt: { ${token} } }`, 0],
  ])('%s: %i warnings', (fact, count) => {
    expect(warned(fact, 'some/where/hooklaw.yaml')).toEqual(Array.from({ length: count }, () => 'law/fact-in-project'));
    expect(warned(fact, '/home/u/.config/hooklaw/law.yaml')).toEqual([]);
  });
});
