import { createProblem } from '../problem/problem.ts';
import type { Finding } from './finding.ts';
import { planDenials } from './plan-probes.ts';
import type { DenyEvent } from './probes/probe-ground.ts';
import type { SelfTestView } from './self-test-view.ts';

/** Events that have to be denied and for which the client would run no hook at all, of whatever kind. */
export function findUnguardedEvents(view: SelfTestView, denyEvents: readonly DenyEvent[]): Finding[] {
  const { inForce, projectDir, features } = view;
  return denyEvents.flatMap(denied => {
    const ground = { denyEvents: [denied], projectDir, features };
    if (inForce.hooks.some(hook => planDenials(hook, ground).length > 0)) return [];
    return createProblem('hook/lets-through', {
      ...(denied.file === undefined ? {} : { file: denied.file }),
      message: 'this event has to be denied, and no hook here is run for it',
      help: 'widen the matcher of the guard that is to deny it, or add one for its event and tool',
    });
  });
}
