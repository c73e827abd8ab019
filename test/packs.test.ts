// Packs in the laws of several layers, by the engine that the hook uses; and the packs themselves by their own tests.
import { describe, expect, it } from 'vitest';
import { packLibrary } from '../src/adapters/packs.ts';
import { describePack, listPacks } from '../src/commands/packs.ts';
import { testLaw } from '../src/commands/test-law.ts';
import { tighteningEffects } from '../src/core/law/effects.ts';
import { citePack } from '../src/core/law/packs/pack.ts';
import { call, judge, lawFrom } from './support/judge.ts';

const forced = call('Bash', { command: 'git push --force' });
const extending = 'hooklaw: 1\nextends: [hooklaw:git-safety]\n';
const softened = `hooklaw: 1
extends: [{ pack: hooklaw:git-safety, soften: { force-push: { to: off, because: we like it } } }]
`;

describe('a pack in a law', () => {
  it('denies under the name of the pack and of its rule', async () => {
    const decision = await judge(lawFrom(extending), forced);
    expect(decision).toMatchObject({
      verdict: 'deny',
      rule: { id: 'git-safety/force-push', file: 'hooklaw:git-safety', layer: 'named' },
    });
    expect(decision.message).toContain('[rule git-safety/force-push]');
  });

  it('is softened for that law', async () => {
    expect((await judge(lawFrom(softened), forced)).verdict).toBe('silent');
  });

  it.each([true, false])('holds in the law above, whatever a project softens (trusted: %s)', async trusted => {
    const laws = [lawFrom(extending, 'user'), lawFrom(softened, 'project', trusted)];
    expect((await judge(laws, forced)).rule).toMatchObject({ id: 'git-safety/force-push', layer: 'user' });
  });

  it('tightens also where the project is not trusted', async () => {
    expect((await judge(lawFrom(extending, 'project', false), forced)).verdict).toBe('deny');
  });
});

describe.each(packLibrary.names)('the pack %s', name => {
  const text = packLibrary.textOf(name) ?? '';

  it('is introduced, and its rules only tighten', () => {
    const { title, rules } = describePack(name, packLibrary) ?? { title: '', rules: [] };
    expect(title).toMatch(/^[A-Z].*\.$/);
    expect(rules.length).toBeGreaterThan(0);
    for (const { effect } of rules) expect(tighteningEffects.has(effect as 'deny')).toBe(true);
  });

  it('passes its own tests, which make each of its rules fire', async () => {
    const request = { mutate: false, filter: undefined, now: Date.now() };
    const { tests, coverage } = await testLaw(new TextEncoder().encode(text), citePack(name), request);
    expect(tests.filter(({ passed }) => !passed)).toEqual([]);
    expect(coverage.never).toEqual([]);
  });
});

it('the list of packs names each of them', () => {
  expect(listPacks(packLibrary).map(({ pack }) => pack)).toEqual(packLibrary.names.map(citePack));
});
