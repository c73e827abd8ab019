import { compileSource } from '../../src/adapters/compile-source.ts';
import { MemoryStateStore } from '../../src/adapters/memory-state-store.ts';
import { type Trial, tryCall } from '../../src/commands/try-call.ts';
import { createFixedSurroundings, type GivenMachine } from '../../src/core/analysis/fixed-surroundings.ts';
import type { LawInForce } from '../../src/core/decision/decide.ts';
import type { Decision, Layer } from '../../src/core/decision/decision.ts';
import { defaultEventLimits, readEvent } from '../../src/core/event/read-event.ts';
import type { JsonValue } from '../../src/core/json/json-value.ts';
import { openLaw } from '../../src/core/law/open-law.ts';
import type { StateStore } from '../../src/ports/state-store.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Compiles the text of a law as a file of its own. */
export function lawFrom(text: string, layer: Layer = 'named', trusted = true, file = `${layer}.yaml`): LawInForce {
  return { layer, file, trusted, law: openLaw(compileSource(encode(text), file).law) };
}

/** A law of rules alone, written as a YAML list. */
export const rules = (text: string): LawInForce => lawFrom(`hooklaw: 1\nrules:\n${text.replace(/^/gm, '  ')}`);

/** Judges an event by laws, with the engine that the hook uses. */
export async function judge(
  laws: LawInForce | readonly LawInForce[],
  fields: { readonly [name: string]: unknown },
  given: {
    readonly context?: Trial['context'];
    readonly now?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly store?: StateStore;
    /** The machine that the call is seen from; one that is the same everywhere unless said otherwise. */
    readonly machine?: GivenMachine;
  } = {},
): Promise<Decision> {
  const event = readEvent(
    encode(JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', ...fields })),
    undefined,
    defaultEventLimits,
  );
  const { decision } = await tryCall({
    event,
    laws: [laws].flat() as LawInForce[],
    context: given.context ?? {},
    now: given.now === undefined ? undefined : Date.parse(given.now),
    sources: { env: given.env ?? {}, project: '/p' },
    surroundings: createFixedSurroundings(given.machine),
    state: () => Promise.resolve(given.store ?? new MemoryStateStore()),
  });
  return decision;
}

/** A tool call's fields. */
export const call = (
  tool: string,
  input: { readonly [name: string]: JsonValue } = {},
): { [name: string]: unknown } => ({
  tool_name: tool,
  tool_input: input,
});
