import type { CompiledLaw, CompiledRule } from './compiled-law.ts';

import { citePack, splitPackId } from './packs/pack.ts';

/** What changed between two versions of a law, by name. */
export interface LawChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Such as `rule refund-limit`, `fact tier`, `shape of Bash`, `audit`. */
  readonly what: string;
}

type Named = ReadonlyMap<string, string>;

/** A rule with all that matters to its judgement; the line it stands in does not. */
function ruleText(event: string, rule: CompiledRule): string {
  return JSON.stringify({ ...rule, line: 0, event });
}

function namedRules({ chains }: CompiledLaw): Named {
  return new Map(
    Object.entries(chains).flatMap(([event, chain]) =>
      chain.map(rule => [`rule ${rule.id}`, ruleText(event, rule)] as const),
    ),
  );
}

function namedRest(law: CompiledLaw): Named {
  return new Map([
    ...Object.entries(law.context).map(([name, fact]) => [`fact ${name}`, JSON.stringify(fact)] as const),
    ...Object.entries(law.shapes).map(([tool, shape]) => [`shape of ${tool}`, JSON.stringify(shape)] as const),
    ['audit', law.audit],
    ['state', JSON.stringify(law.state)],
    ['deadline', String(law.deadlineMs)],
  ]);
}

function compareNamed(before: Named, after: Named): LawChange[] {
  const removed = [...before.keys()].filter(what => !after.has(what));
  const added = [...after.keys()].filter(what => !before.has(what));
  const changed = [...after.keys()].filter(what => before.has(what) && before.get(what) !== after.get(what));
  return [
    ...removed.map(what => ({ kind: 'removed' as const, what })),
    ...changed.map(what => ({ kind: 'changed' as const, what })),
    ...added.map(what => ({ kind: 'added' as const, what })),
  ];
}

/** Rules whose place in their chain is another, which matters where one rewrites. */
function findMoved(before: CompiledLaw, after: CompiledLaw): LawChange[] {
  return Object.entries(after.chains).flatMap(([event, chain]) => {
    const old = (before.chains[event] ?? []).map(rule => rule.id);
    const now = chain.map(rule => rule.id);
    const common = now.filter(id => old.includes(id));
    const same = common.join('\n') === old.filter(id => now.includes(id)).join('\n');
    return same ? [] : [{ kind: 'moved' as const, what: `the order of the rules on ${event}` }];
  });
}

function packsOf({ chains }: CompiledLaw): ReadonlySet<string> {
  const ids = Object.values(chains).flatMap(chain => chain.map(({ id }) => splitPackId(id)?.pack));
  return new Set(ids.filter(pack => pack !== undefined));
}

/** A law without the rules of some packs. */
function withoutPacks(law: CompiledLaw, packs: ReadonlySet<string>): CompiledLaw {
  const chains = Object.entries(law.chains).map(([event, chain]) => [
    event,
    chain.filter(({ id }) => !packs.has(splitPackId(id)?.pack ?? '')),
  ]);
  return { ...law, chains: Object.fromEntries(chains) as CompiledLaw['chains'] };
}

/** Packs that are extended in one of two versions only: each is told of as a whole. */
function comparePacks(before: CompiledLaw, after: CompiledLaw): { changes: LawChange[]; single: ReadonlySet<string> } {
  const [old, now] = [packsOf(before), packsOf(after)];
  const removed = [...old].filter(pack => !now.has(pack));
  const added = [...now].filter(pack => !old.has(pack));
  const told = (kind: 'removed' | 'added') => (pack: string) => ({ kind, what: `pack ${citePack(pack)}` });
  return {
    changes: [...removed.map(told('removed')), ...added.map(told('added'))],
    single: new Set([...removed, ...added]),
  };
}

/** Compares two versions of a law: what was removed first, since that is what a reader must not miss. */
export function compareLaws(old: CompiledLaw, now: CompiledLaw): LawChange[] {
  const { changes, single } = comparePacks(old, now);
  const [before, after] = [withoutPacks(old, single), withoutPacks(now, single)];
  return [
    ...changes,
    ...compareNamed(namedRules(before), namedRules(after)),
    ...findMoved(before, after),
    ...compareNamed(namedRest(before), namedRest(after)),
  ];
}
