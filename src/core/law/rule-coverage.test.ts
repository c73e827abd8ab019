import { expect, it } from 'vitest';
import { compileLaw } from './compile.ts';
import { coverRules } from './rule-coverage.ts';

it('names the rules that fired in no test, in the order of the file', () => {
  const text = `hooklaw: 1
rules:
  - { id: c, kind: policy, on: UserPromptSubmit, warn: c }
  - { id: b, kind: policy, tool: Bash, deny: b }
  - { id: a, kind: policy, tool: Bash, when: "input.command == 'ls'", deny: a }
`;
  const { law } = compileLaw(text, 'law.yaml', () => undefined);
  const test = { name: 't', passed: false, expected: 'deny', got: 'deny b', fired: ['b'], silent: [], failed: [] };
  expect(coverRules(law, [test])).toEqual({
    rules: 3,
    fired: 1,
    never: [
      { rule: 'c', line: 3 },
      { rule: 'a', line: 5 },
    ],
  });
  expect(coverRules(law, []).fired).toBe(0);
});
