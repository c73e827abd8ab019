import type { LawInForce } from '../core/decision/decide.ts';
import type { Decision } from '../core/decision/decision.ts';
import { type HookEvent, readResult, saysError } from '../core/event/tool-event.ts';
import { ownField } from '../core/json/json-value.ts';
import { coversTool } from '../core/law/tool-pattern.ts';
import type { CallOutcome } from '../core/state/state.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { World } from '../ports/world.ts';

/** What an event tells of a call that is over. */
interface Report {
  /** What becomes of its reservations; undefined when that cannot be told. */
  readonly settles: 'confirmed' | 'released' | undefined;
  readonly outcome: CallOutcome | undefined;
}

const nothing: Report = { settles: undefined, outcome: undefined };

function reportOf(event: HookEvent, decision: Decision): Report {
  switch (event.name) {
    case 'PreToolUse':
      return decision.verdict === 'deny' ? { settles: undefined, outcome: 'denied' } : nothing;
    case 'PostToolUse':
      // A tool whose answer is an error has run all the same: what it did meanwhile nobody knows, so it counts as spent.
      return { settles: 'confirmed', outcome: saysError(event) ? 'failed' : 'succeeded' };
    case 'PostToolUseFailure':
      // A call that was interrupted may have done its work, so its reservation stays.
      return {
        settles: ownField(event.fields, 'is_interrupt') === true ? undefined : 'released',
        outcome: 'failed',
      };
    case 'PermissionDenied':
      return { settles: 'released', outcome: 'denied' };
    default:
      return nothing;
  }
}

/** Whether one of the laws has to be told of this tool. */
function isTracked(
  laws: readonly LawInForce[],
  tool: string,
  of: (law: LawInForce) => readonly string[] | undefined,
): boolean {
  return laws.some(law => {
    const tools = of(law);
    return tools !== undefined && coversTool(tools, tool);
  });
}

/**
 * Tells the state what became of a call: its reservations are confirmed or released, and it is remembered where a law asks
 * for it. Opens no store where no law does.
 * @throws {StateError} when the state cannot be written
 */
export async function settleCall(
  event: HookEvent,
  decision: Decision,
  laws: readonly LawInForce[],
  open: () => Promise<StateStore>,
  world: World,
): Promise<void> {
  const { tool } = event;
  if (tool === undefined) return;
  const { settles, outcome } = reportOf(event, decision);
  const reserved = settles !== undefined && isTracked(laws, tool.name, ({ law }) => law.tracked?.reserves);
  const remembered = outcome !== undefined && isTracked(laws, tool.name, ({ law }) => law.tracked?.remembers[outcome]);
  if (!reserved && !remembered) return;
  const store = await open();
  const call = world.callOf(event);
  const now = await store.now(world.now());
  if (reserved) await store.settle(call, now, settles);
  if (!remembered) return;
  const result = outcome === 'succeeded' ? readResult(ownField(event.fields, 'tool_response')) : null;
  await store.remember(call, outcome, { tool: tool.name, input: tool.input, result, at: now });
}
