import { describe, expect, it } from 'vitest';
import { LawError } from '../../problem/problem.ts';
import { type CompileResult, compileLaw } from '../compile.ts';
import type { PackLibrary } from './pack.ts';

const texts: Readonly<Record<string, string>> = {
  care: `# Care with things.
hooklaw: 1
rules:
  - { id: hot, kind: policy, tool: Bash, when: shell.runs('burn'), deny: It is hot., instead: Cool it. }
  - { id: sharp, kind: policy, tool: Bash, when: shell.runs('cut'), ask: It is sharp. }
  - { id: long, kind: policy, tool: Bash, when: size(input.command) > 9, warn: It is long. }
  - { id: always, kind: policy, tool: Bash, deny: Never., instead: Nothing. }
`,
};
const packs: PackLibrary = {
  names: Object.keys(texts),
  textOf: name => (Object.hasOwn(texts, name) ? texts[name] : undefined),
};

function compile(text: string): CompileResult {
  return compileLaw(`hooklaw: 1\n${text}`, 'law.yaml', { judgeRegex: () => undefined, packs });
}

function soften(entries: string, more = ''): CompileResult {
  return compile(`extends:\n  - pack: hooklaw:care\n    soften: { ${entries} }\n${more}`);
}

const rulesOf = ({ law }: CompileResult) => Object.values(law.chains).flat();
const ruleOf = (result: CompileResult, id: string) => rulesOf(result).find(rule => rule.id === id);
const codes = (result: CompileResult) => result.warnings.map(({ code }) => code);

function problemsOf(text: string): readonly string[] {
  try {
    return codes(compile(text));
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return error.problems.map(({ code }) => code);
  }
}

describe('a law that extends a pack', () => {
  it("has the pack's rules under the pack's name, and needs none of its own", () => {
    const ids = rulesOf(compile('extends: [hooklaw:care]')).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(['care/always', 'care/hot', 'care/long', 'care/sharp']);
  });

  it('asks them behind every rewrite of its own, so that they see the input as it would run', () => {
    const chain = rulesOf(
      compile(`extends: [hooklaw:care]
rules:
  - { id: own, kind: policy, tool: Bash, rewrite: { command: burn } }
`),
    );
    expect(chain[0]?.id).toBe('own');
    expect(chain).toHaveLength(5);
  });

  it('has tests that wait for them', () => {
    const test = (id: string): string =>
      `extends: [hooklaw:care]\ntests: [{ name: t, event: { tool: Bash, input: { command: burn } }, expect: { deny: ${id} } }]`;
    expect(problemsOf(test('care/hot'))).toEqual([]);
    expect(problemsOf(test('hot'))).toEqual(['law/unknown-rule']);
  });

  it('is refused where there is no such pack, or it is extended twice', () => {
    for (const entry of ['hooklaw:cares', 'care', 'hooklaw:', 'hooklaw:constructor']) {
      expect(problemsOf(`extends: ['${entry}']`)).toEqual(['law/unknown-pack']);
    }
    expect(problemsOf('extends: [hooklaw:care, hooklaw:care]')).toEqual(['law/unknown-pack']);
  });

  it('is refused where it takes rules from nowhere', () => {
    expect(problemsOf('extends: []')).toEqual(['law/empty']);
  });
});

describe('a softening', () => {
  it('weakens a denial to a question or a warning, which keeps what to do instead', () => {
    const asks = ruleOf(soften('hot: { to: ask, because: we have gloves }'), 'care/hot');
    expect(asks?.effect).toMatchObject({ name: 'ask', text: ['It is hot.'], instead: ['Cool it.'] });
    const warns = ruleOf(soften('hot: { to: warn, because: we have gloves }'), 'care/hot');
    expect(warns?.effect).toEqual({ name: 'warn', text: ['It is hot.', ' ', 'Cool it.'] });
  });

  it('takes a rule out', () => {
    const result = soften('hot: { to: off, because: we have gloves }');
    expect(ruleOf(result, 'care/hot')).toBeUndefined();
    expect(rulesOf(result)).toHaveLength(3);
  });

  it('is told of with its reason', () => {
    expect(soften('hot: { to: ask, because: we have gloves }').softened).toEqual([
      { rule: 'care/hot', from: 'deny', to: 'ask', because: 'we have gloves', line: 4 },
    ]);
  });

  it('makes an exception, which may read the facts of the law', () => {
    const result = soften(
      'hot: { unless: "context.gloves", because: we have gloves }',
      'context: { gloves: { value: true } }\n',
    );
    expect(ruleOf(result, 'care/hot')?.when).toMatchObject({ facts: ['gloves'] });
    expect(result.softened).toHaveLength(1);
    expect(ruleOf(soften('always: { unless: "input.command == \'x\'", because: y }'), 'care/always')?.when?.text).toBe(
      "!(input.command == 'x'\n)",
    );
  });

  it('holds its exception within its own parentheses', () => {
    const { when } = ruleOf(soften('hot: { unless: "false // || true", because: y }'), 'care/hot') ?? {};
    expect(when?.quick).toBeDefined();
    expect(when?.text).toBe("(shell.runs('burn')\n) && !(false // || true\n)");
  });

  it('finds a faulty exception in the law itself', () => {
    expect(
      problemsOf('extends: [{ pack: hooklaw:care, soften: { hot: { unless: input.comand == 1, because: y } } }]'),
    ).toEqual(['law/unknown-field']);
  });

  it('takes an id as denials cite it', () => {
    expect(ruleOf(soften('care/hot: { to: ask, because: y }'), 'care/hot')?.effect.name).toBe('ask');
  });

  it.each([
    ['a rule that is not there', 'hott: { to: off, because: y }'],
    ['what the rule does already', 'sharp: { to: ask, because: y }'],
    ['what is no weaker', 'long: { to: ask, because: y }'],
  ])('of %s leaves the pack as it is, and is warned of', (_what, entry) => {
    const result = soften(entry);
    expect(codes(result)).toEqual(['law/softening']);
    expect(result.softened).toEqual([]);
    expect(rulesOf(result)).toEqual(rulesOf(compile('extends: [hooklaw:care]')));
  });

  it.each([
    ['without a reason', 'hot: { to: ask }'],
    ['with an empty reason', "hot: { to: ask, because: '' }"],
    ['to something stronger', 'sharp: { to: deny, because: y }'],
    ['in two ways', 'hot: { to: ask, unless: "true", because: y }'],
    ['in no way', 'hot: { because: y }'],
  ])('%s is refused', (_what, entry) => {
    expect(() => soften(entry)).toThrow(LawError);
  });
});
