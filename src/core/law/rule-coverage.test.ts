import { expect, it } from 'vitest';
import { compileLaw } from './compile.ts';
import { noPacks } from './packs/pack.ts';
import { coverRules } from './rule-coverage.ts';

it('names the rules that fired in no test, and those that no test saw silent, in the order of the file', () => {
  const text = `hooklaw: 1
rules:
  - { id: c, kind: policy, on: UserPromptSubmit, warn: c }
  - { id: b, kind: policy, tool: Bash, deny: b }
  - { id: a, kind: policy, tool: Bash, when: "input.command == 'ls'", deny: a }
`;
  const { law } = compileLaw(text, 'law.yaml', { judgeRegex: () => undefined, packs: noPacks });
  const test = { name: 't', passed: false, expected: 'deny', got: 'deny b', fired: ['b'], silent: [], failed: [] };
  const results = [
    { ...test, differences: [] },
    { ...test, fired: [], silent: ['a'], differences: [] },
  ];
  expect(coverRules(law, results.slice(0, 1))).toEqual({
    rules: 3,
    fired: 1,
    never: [
      { rule: 'c', line: 3 },
      { rule: 'a', line: 5 },
    ],
    conditional: 1,
    silent: 0,
    unsilenced: [{ rule: 'a', line: 5 }],
    percent: 25,
    outcomes: [
      { rule: 'c', line: 3, fired: 0, silent: 0, failed: 0 },
      { rule: 'b', line: 4, fired: 1, silent: 0, failed: 0 },
      { rule: 'a', line: 5, fired: 0, silent: 0, failed: 0 },
    ],
  });
  expect(coverRules(law, results)).toMatchObject({ silent: 1, unsilenced: [], percent: 50 });
  expect(coverRules(law, []).percent).toBe(0);
});
