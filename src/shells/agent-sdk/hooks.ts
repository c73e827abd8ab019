import { type EventName, eventInfo, isKnownEvent } from '../../core/event/catalogue.ts';
import { eventsToWire } from '../../core/settings/wiring.ts';
import { type Engine, type EngineOptions, engineOf, type Judgement } from '../library/engine.ts';
import { renderSdkOutput, type SdkHookOutput } from './output.ts';

/** A callback of the Agent SDK. */
export type SdkHookCallback = (
  input: { readonly hook_event_name: string },
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<SdkHookOutput>;

/** A matcher of the Agent SDK. It has no `matcher`, so it holds for every tool. */
export interface SdkHookMatcher {
  hooks: SdkHookCallback[];
  /** In seconds. The SDK blocks when it is over. */
  timeout: number;
  /** On events that can still stop something: what fails is blocked, and a client that does not know the option is refused. */
  onFailure?: 'block';
}

/** Matchers for `options.hooks` of the Agent SDK, by event. */
export type SdkHooks = { [Event in EventName]?: SdkHookMatcher[] };

/** Above the longest deadline of an engine, in seconds, so that the engine itself says why it took too long. */
const timeoutS = 15;

/** The most that an engine of these hooks may take, in milliseconds. */
const longestDeadlineMs = 10_000;

function matcherFor(event: EventName, engine: Engine): SdkHookMatcher {
  // INVARIANT: nothing is caught here. An error that is thrown blocks (`onFailure`); one that is swallowed lets the call run.
  const callback: SdkHookCallback = async input => {
    const judged: Judgement = await engine.judge({ ...input, hook_event_name: event });
    return renderSdkOutput(event, judged);
  };
  const blocks = eventInfo(event).role !== 'notice';
  return { hooks: [callback], timeout: timeoutS, ...(blocks ? { onFailure: 'block' as const } : {}) };
}

/**
 * Makes the hooks for the Agent SDK: `query({ prompt, options: { hooks: hooklaw({ law, context }) } })`. They hold for every tool,
 * of subagents and MCP servers too, and do what the shell hook does with the same law. Beside the events that hooklaw always
 * listens to, they take those that the law has rules on.
 *
 * A query with them fails at its start on a Claude Code that does not know `onFailure` (before 2.1.295), since there an
 * error would let calls run.
 * @param options the engine, or what to make one of; facts of the context are frozen for each session of the client
 * @throws {TypeError} when the context does not fit the law, or a deadline is longer than the SDK waits
 */
export function hooklaw(options: EngineOptions | { readonly engine: Engine }): SdkHooks {
  if ('deadlineMs' in options && (options.deadlineMs ?? 0) > longestDeadlineMs)
    throw new TypeError(
      `\`deadlineMs\` must be ${longestDeadlineMs} at most, since the SDK waits no longer than ${timeoutS} s`,
    );
  const engine = engineOf(options);
  const events = eventsToWire({ lawEvents: engine.law.events }).filter(isKnownEvent);
  return Object.fromEntries(events.map(event => [event, [matcherFor(event, engine)]]));
}
