import { describe, expect, it } from 'vitest';
import { compileSource } from '../../adapters/compile-source.ts';
import { compareLaws } from './compare-laws.ts';

const base = `
hooklaw: 1
context: { tier: { env: TIER } }
tools: { Pay: { amount: number } }
rules:
  - { id: a, kind: policy, tool: Pay, when: input.amount > 5, deny: a }
  - { id: b, kind: policy, tool: Pay, rewrite: { x: 1 } }
  - { id: c, kind: policy, tool: Pay, when: input.amount > 9, deny: c }
`;
const compile = (text: string) => compileSource(new TextEncoder().encode(text), 'law.yaml').law;
const changes = (after: string) =>
  compareLaws(compile(base), compile(after)).map(({ kind, what }) => `${kind} ${what}`);

describe('compareLaws', () => {
  it('finds nothing in a law that says the same in other words and lines', () => {
    expect(changes(`# note\n${base.replace('{ id: a,', '\n    { id: a,')}`)).toEqual([]);
  });

  it.each([
    ['a rule taken out', base.replace(/.*id: a.*\n/, ''), 'removed rule a'],
    ['a limit', base.replace('> 5', '> 50'), 'changed rule a'],
    ['a text', base.replace('deny: a', 'deny: b'), 'changed rule a'],
    ['a new rule', `${base}  - { id: d, kind: policy, tool: Pay, ask: d }\n`, 'added rule d'],
    ['a fact', base.replace('env: TIER', 'env: OTHER'), 'changed fact tier'],
    ['a shape', base.replace('amount: number', 'amount: any'), 'changed shape of Pay'],
    ['the audit', `${base}audit: required\n`, 'changed audit'],
    ['the deadline', `${base}deadline: 9s\n`, 'changed deadline'],
  ])('finds %s', (_what, after, change) => {
    expect(changes(after)).toContain(change);
  });

  it('tells of a pack as a whole, and of what is softened by its rule', () => {
    const extended = `${base}extends: [hooklaw:git-safety]\n`;
    const softened = `${base}extends: [{ pack: hooklaw:git-safety, soften: { force-push: { to: ask, because: x } } }]\n`;
    expect(changes(extended)).toEqual(['added pack hooklaw:git-safety']);
    const between = (before: string, after: string) =>
      compareLaws(compile(before), compile(after)).map(({ kind, what }) => `${kind} ${what}`);
    expect(between(extended, base)).toEqual(['removed pack hooklaw:git-safety']);
    expect(between(extended, softened)).toContain('changed rule git-safety/force-push');
  });

  it('finds rules that moved across a rewrite', () => {
    const [head = '', a = '', b = '', c = ''] = [
      base.slice(0, base.indexOf('  - { id: a')),
      ...(base.match(/ {2}- .*\n/g) ?? []),
    ];
    expect(changes(`${head}${b}${a}${c}`)).toEqual(['moved the order of the rules on PreToolUse']);
  });
});
