import { compileSource } from '../adapters/compile-source.ts';
import { createDeadline } from '../adapters/deadline.ts';
import { type LawPlace, loadLawsInForce } from '../adapters/laws-in-force.ts';
import { resolveFact } from '../adapters/session-context.ts';
import { type Context, trust } from '../core/context/fact.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import { createEvaluator } from '../core/expression/evaluate.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import { openLaw } from '../core/law/open-law.ts';
import { type Judged, judgeEvent } from '../engine/judge-event.ts';
import type { World } from '../ports/world.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** How long a trial may take; there is no host behind it that waits. */
const trialDeadlineMs = 60_000;

/**
 * The laws by which the hook would judge, compiled afresh and without a trace: nothing is stored and nothing approved.
 * @throws {LawError}
 */
export function loadLawsForTrial(place: LawPlace): Promise<LawInForce[]> {
  return loadLawsInForce(place, {
    compile: (bytes, file) => Promise.resolve(openLaw(compileSource(bytes, file).law)),
    approveAtFirstUse: false,
    onFault: () => undefined,
  });
}

export interface Trial {
  readonly event: HookEvent;
  readonly laws: readonly LawInForce[];
  /** Facts that stand in for those of the law's sources. */
  readonly context: Readonly<Record<string, JsonValue>>;
  readonly now: number | undefined;
  /** The environment that facts are read from; undefined to read no facts at all but those given. */
  readonly env: Env | undefined;
  /** The guard's protection of itself; absent where only the law is tried. */
  readonly protection?: World['protection'];
}

/** Judges one call as the hook would, with nothing stored and nothing recorded. */
export function tryCall({ event, laws, context, now, env, protection }: Trial): Promise<Judged> {
  const deadline = createDeadline(performance.now() + trialDeadlineMs);
  const world: World = {
    laws: () => Promise.resolve(laws),
    context(_event, facts): Promise<Context> {
      const given = Object.entries(context).map(([name, value]) => [name, { value: trust(value) }]);
      const resolved = Object.entries(facts)
        .filter(([name]) => !Object.hasOwn(context, name))
        .map(([name, fact]) => [name, env === undefined ? { failure: 'it is not given' } : resolveFact(fact, env)]);
      return Promise.resolve(Object.fromEntries([...resolved, ...given]) as Context);
    },
    evaluator: () => Promise.resolve(createEvaluator()),
    now: () => now ?? Date.now(),
    bounded: run => deadline.bounded(run),
    setDeadline: () => undefined,
    ...(protection === undefined ? {} : { protection }),
  };
  return judgeEvent(event, world);
}
