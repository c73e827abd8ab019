import type { OpenLaw, PlacedHead, RuleHead } from '../../core/law/open-law.ts';

/** So many tools are remembered; their names come from callers. */
const mostTools = 500;

/**
 * An open law that remembers what it has brought out: a stored law parses the rules of a tool anew for each call, which is right for a
 * process that judges one.
 */
export function keepOpen(law: OpenLaw): OpenLaw {
  const places = new Map<string, readonly PlacedHead[]>();
  const heads = new WeakMap<PlacedHead, RuleHead>();
  return {
    ...law,
    placesFor(event, tool) {
      const key = JSON.stringify([event, tool]);
      const known = places.get(key);
      if (known !== undefined) return known;
      if (places.size >= mostTools) places.clear();
      const found = law.placesFor(event, tool);
      places.set(key, found);
      return found;
    },
    open(place) {
      const known = heads.get(place) ?? keepWhole(law.open(place));
      heads.set(place, known);
      return known;
    },
  };
}

/** A rule's head that brings the whole rule out once. */
function keepWhole(head: RuleHead): RuleHead {
  let whole: ReturnType<RuleHead['full']> | undefined;
  const { id, line, effect, during, quick, conditional, facts, stateful } = head;
  return {
    ...{ id, line, effect, during, quick, conditional, facts, stateful },
    full() {
      whole ??= head.full();
      return whole;
    },
  };
}
