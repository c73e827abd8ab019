import type { JsonValue } from '../../json/json-value.ts';
import type { ReadableLaw } from '../readable-law.ts';
import { readsOf } from '../rule-reads.ts';
import type { RuleDocument } from '../schema.ts';
import { baseDrafts } from './base-drafts.ts';
import { callAccess, draftOf, type Setting, type TestDraft } from './draft.ts';
import { setValue } from './settings-of-expression.ts';
import { settingsOfRule } from './settings-of-rule.ts';

/** A draft with what was set in it. */
export interface Candidate {
  readonly draft: TestDraft;
  readonly labels: readonly string[];
}

/** Values that the law's own tests give to what a rule reads: they are of the right kind. */
function settingsOfTests(rule: RuleDocument, { document }: ReadableLaw): Setting[] {
  const drafts = (document.tests ?? []).map(draftOf);
  const { input = [], context = [] } = readsOf(rule);
  return [...input, ...context].flatMap(text => {
    const path = text.split('.');
    const values = drafts.map(draft => callAccess.read(draft, path)).filter(value => value !== undefined);
    const different = new Map<string, JsonValue>(values.map(value => [JSON.stringify(value), value]));
    return [...different.values()].slice(0, 6).map(value => setValue(path, value, callAccess));
  });
}

/** The values that a fact can have, where the law lists them. */
function settingsOfFacts({ compiled }: ReadableLaw): Setting[] {
  return Object.entries(compiled.context).flatMap(([name, { oneOf = [] }]) =>
    oneOf.map(value => setValue(['context', name], value, callAccess)),
  );
}

function distinct(settings: readonly Setting[]): Setting[] {
  return [...new Map(settings.toReversed().map(setting => [setting.label, setting])).values()].reverse();
}

/** Pairs of settings, those near the front first. */
function pairsOf(settings: readonly Setting[]): (readonly [Setting, Setting])[] {
  const pairs: (readonly [Setting, Setting])[] = [];
  for (let last = 1; last < settings.length; last++) {
    for (let first = 0; first < settings.length; first++) {
      const [a, b] = [settings[first], settings[last]];
      if (a !== undefined && b !== undefined && first < last) pairs.push([a, b]);
    }
  }
  return pairs;
}

function applyAll(draft: TestDraft, settings: readonly Setting[]): Candidate | undefined {
  let changed: TestDraft | undefined = draft;
  for (const { apply } of settings) changed = changed === undefined ? undefined : apply(changed);
  return changed === undefined ? undefined : { draft: changed, labels: settings.map(({ label }) => label) };
}

/**
 * Drafts in which a change of a rule may show, the simplest first: the law's own tests with one thing set, or two.
 * @param rules the rule as it is and as it was changed
 */
export function* candidateDrafts(rules: readonly RuleDocument[], law: ReadableLaw): Generator<Candidate> {
  const [rule] = rules;
  if (rule === undefined) return;
  const bases = baseDrafts(rule, law);
  const own = rules.flatMap(one => settingsOfRule(one, law));
  const settings = distinct([...own, ...settingsOfFacts(law), ...settingsOfTests(rule, law)]);
  const sets: (readonly Setting[])[] = [[], ...settings.map(setting => [setting]), ...pairsOf(settings)];
  for (const set of sets) {
    for (const base of bases) {
      const candidate = applyAll(base, set);
      if (candidate !== undefined) yield candidate;
    }
  }
}
