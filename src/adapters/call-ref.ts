import type { HookEvent } from '../core/event/tool-event.ts';
import type { CallRef } from '../core/state/state.ts';
import { sha256 } from './digest.ts';

/**
 * The name of an event's call. A client that gives a call no id has it named by its tool and input, so that a report still
 * finds the reservation.
 * @param via which hook entry asks
 */
export function callRefOf({ sessionId, tool }: HookEvent, via: string): CallRef {
  const callId =
    tool === undefined
      ? undefined
      : (tool.useId ?? `input ${sha256(JSON.stringify([tool.name, tool.input])).slice(0, 32)}`);
  return { sessionId, callId, via };
}
