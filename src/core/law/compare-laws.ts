import type { CompiledLaw, CompiledRule } from './compiled-law.ts';

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

/** Compares two versions of a law: what was removed first, since that is what a reader must not miss. */
export function compareLaws(before: CompiledLaw, after: CompiledLaw): LawChange[] {
  return [
    ...compareNamed(namedRules(before), namedRules(after)),
    ...findMoved(before, after),
    ...compareNamed(namedRest(before), namedRest(after)),
  ];
}
