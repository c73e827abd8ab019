import { callRefOf } from '../adapters/call-ref.ts';
import { createDeadline } from '../adapters/deadline.ts';
import type { FactPlace } from '../adapters/facts/fact-place.ts';
import { resolveFacts } from '../adapters/facts/resolve-facts.ts';
import { loadAnalysis } from '../adapters/load-analysis.ts';
import { loadParser } from '../adapters/parsers/load-parser.ts';
import type { Surroundings } from '../core/analysis/surroundings.ts';
import { convertFact } from '../core/context/convert-fact.ts';
import { type Context, type Fact, type FactDefinition, trust } from '../core/context/fact.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import { createEvaluator } from '../core/expression/evaluate.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import { type Judged, judgeEvent } from '../engine/judge-event.ts';
import type { World } from '../ports/world.ts';

/** How long a trial may take; there is no host behind it that waits. */
const trialDeadlineMs = 60_000;

export interface Trial {
  readonly event: HookEvent;
  readonly laws: readonly LawInForce[];
  /** Facts that stand in for those of the law's sources. */
  readonly context: Readonly<Record<string, JsonValue>>;
  readonly now: number | undefined;
  /** Where facts are resolved that are not given; undefined to have no facts but those given. */
  readonly sources: Omit<FactPlace, 'left'> | undefined;
  /** The memory of earlier calls and of what was spent. */
  readonly state: World['state'];
  /** What the call is seen from. */
  readonly surroundings: Surroundings;
  /** The guard's protection of itself; absent where only the law is tried. */
  readonly protection?: World['protection'];
}

/** A fact that is neither given nor looked for: as a source without a value would leave it. */
function factNotGiven(definition: FactDefinition): Fact {
  return definition.required ? { failure: 'it is not given' } : convertFact(definition, undefined, false);
}

/** Judges one call as the hook would, with nothing recorded; what it spends is kept where `state` keeps it. */
export function tryCall({
  event,
  laws,
  context,
  now,
  sources,
  state,
  surroundings,
  protection,
}: Trial): Promise<Judged> {
  const deadline = createDeadline(performance.now() + trialDeadlineMs);
  const world: World = {
    laws: () => Promise.resolve(laws),
    async context(_event, facts): Promise<Context> {
      const given = Object.entries(context).map(([name, value]) => [name, { value: trust(value) }]);
      const others = Object.entries(facts).filter(([name]) => !Object.hasOwn(context, name));
      const resolved =
        sources === undefined
          ? Object.fromEntries(others.map(([name, { definition }]) => [name, factNotGiven(definition)]))
          : await resolveFacts(Object.fromEntries(others), { ...sources, left: deadline.left });
      return { ...resolved, ...(Object.fromEntries(given) as Context) };
    },
    evaluator: () => Promise.resolve(createEvaluator()),
    analysis: loadAnalysis,
    parser: loadParser,
    surroundings: () => surroundings,
    state,
    callOf: called => callRefOf(called, 'trial'),
    now: () => now ?? Date.now(),
    bounded: run => deadline.bounded(run),
    setDeadline: () => undefined,
    ...(protection === undefined ? {} : { protection }),
  };
  return judgeEvent(event, world);
}
