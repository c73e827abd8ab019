import type { Context } from '../core/context/fact.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import type { Decision } from '../core/decision/decision.ts';
import { readBatchCalls } from '../core/event/batch-calls.ts';
import { isClientDenial } from '../core/event/client-denial.ts';
import { mayHaveRun } from '../core/event/failure.ts';
import { type HookEvent, readResult, saysError, type ToolCall } from '../core/event/tool-event.ts';
import { ownField } from '../core/json/json-value.ts';
import { coversTool } from '../core/law/tool-pattern.ts';
import type { CallOutcome } from '../core/state/state.ts';
import type { StateStore } from '../ports/state-store.ts';
import type { World } from '../ports/world.ts';
import { countWhatRan } from './count-ran.ts';

/** What an event tells of a call that is over. */
interface Report {
  readonly tool: ToolCall;
  /** What becomes of its reservations; undefined when that cannot be told. */
  readonly settles: 'confirmed' | 'released' | undefined;
  readonly outcome: CallOutcome;
}

function reportsOf(event: HookEvent, decision: Decision): readonly Report[] {
  const { tool, fields } = event;
  if (event.name === 'PostToolBatch') return deniedInBatch(event);
  if (tool === undefined) return [];
  switch (event.name) {
    case 'PreToolUse':
      return decision.verdict === 'deny' ? [{ tool, settles: undefined, outcome: 'denied' }] : [];
    case 'PostToolUse':
      // A tool whose answer is an error has run all the same: what it did meanwhile nobody knows, so it counts as spent.
      return [{ tool, settles: 'confirmed', outcome: saysError(event) ? 'failed' : 'succeeded' }];
    case 'PostToolUseFailure': {
      // A call that may have done its work keeps its reservation.
      const unknown = ownField(fields, 'is_interrupt') === true || mayHaveRun(tool.name, ownField(fields, 'error'));
      return [{ tool, settles: unknown ? undefined : 'released', outcome: 'failed' }];
    }
    case 'PermissionDenied':
      return [{ tool, settles: 'released', outcome: 'denied' }];
    default:
      return [];
  }
}

/** A call that another hook, a permission rule or a person has stopped is reported by nothing but the end of its batch. */
function deniedInBatch({ fields }: HookEvent): readonly Report[] {
  return readBatchCalls(fields)
    .filter(({ tool, response }) => isClientDenial(tool.name, response))
    .map(({ tool }) => ({ tool, settles: 'released', outcome: 'denied' }));
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

/** What settling needs from around it. */
export interface Settling {
  readonly laws: readonly LawInForce[];
  /** The session's facts; asked where a call that ran has spent something. */
  readonly context: () => Promise<Context>;
  readonly open: () => Promise<StateStore>;
  readonly world: World;
}

/** Confirms or releases what a call reserved; of one that ran, what it spent by the input with which it ran. */
async function settle(
  event: HookEvent,
  outcome: 'confirmed' | 'released',
  { laws, context, open, world }: Settling,
): Promise<void> {
  const store = await open();
  try {
    if (outcome === 'confirmed') await countWhatRan(event, laws, await context(), store, world);
  } finally {
    await store.settle(world.callOf(event), await store.now(world.now()), outcome);
  }
}

/**
 * Tells the state what became of calls: their reservations are confirmed or released, and they are remembered where a law
 * asks for it. Opens no store where no law does.
 * @throws {StateError} when the state cannot be written
 */
export async function settleCall(event: HookEvent, decision: Decision, settling: Settling): Promise<void> {
  const { laws, open, world } = settling;
  for (const { tool, settles, outcome } of reportsOf(event, decision)) {
    const reserved = settles !== undefined && isTracked(laws, tool.name, ({ law }) => law.tracked?.reserves);
    const remembered = isTracked(laws, tool.name, ({ law }) => law.tracked?.remembers[outcome]);
    const told = { ...event, tool };
    if (reserved) await settle(told, settles, settling);
    if (!remembered) continue;
    const store = await open();
    const now = await store.now(world.now());
    const result = outcome === 'succeeded' ? readResult(ownField(event.fields, 'tool_response')) : null;
    await store.remember(world.callOf(told), outcome, { tool: tool.name, input: tool.input, result, at: now });
  }
}
