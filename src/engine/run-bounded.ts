import type { DecideInput } from '../core/decision/decide.ts';
import type { World } from '../ports/world.ts';

/** Up to this size, in bytes, plain comparisons on an event are done before anybody could cut them off. */
const smallEvent = 16 * 1024;

/**
 * Runs a judgement, and cuts it off at the deadline. What evaluates no expression and analyses nothing takes a time that is linear in the event, its
 * regular expressions included, so on a small event it is not worth the watch, which costs more than the judgement itself.
 * @throws {DeadlineError}
 */
export function runBounded<T>(
  given: Pick<DecideInput, 'event' | 'evaluator' | 'analysis'>,
  world: World,
  run: () => T,
): T {
  const { bytes } = given.event;
  const plain = given.evaluator === undefined && given.analysis === undefined;
  const quick = plain && bytes !== undefined && bytes <= smallEvent;
  return quick ? run() : world.bounded(run);
}
