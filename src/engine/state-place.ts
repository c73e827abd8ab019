import type { LawInForce } from '../core/decision/decide.ts';
import type { StatePlace } from '../ports/world.ts';

/** Where the laws in force keep their state: the highest layer that says so decides. */
export function findStatePlace(laws: readonly LawInForce[]): StatePlace {
  for (const layer of ['managed', 'user'] as const) {
    const law = laws.find(({ layer: its, trusted, law: { state } }) => its === layer && trusted && state !== undefined);
    if (law !== undefined) return { settings: law.law.state, file: law.file };
  }
  return { settings: undefined, file: undefined };
}
