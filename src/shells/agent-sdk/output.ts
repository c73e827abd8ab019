import type { Decision } from '../../core/decision/decision.ts';
import { eventInfo } from '../../core/event/catalogue.ts';
import { isJsonObject } from '../../core/json/json-value.ts';
import { renderClaudeOutput } from '../../render/claude-output.ts';
import type { Judgement } from '../library/engine.ts';

/** What a callback gives to the SDK: the JSON that the hook would print. */
export interface SdkHookOutput {
  readonly decision?: 'block';
  readonly reason?: string;
  readonly systemMessage?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK has a type of its own for each event, and this package must not need the SDK to be there
  readonly hookSpecificOutput?: any;
}

/**
 * Renders a judgement for the SDK, in the words of the hook.
 * @throws when what was refused has no form in which the SDK would stop it
 */
export function renderSdkOutput(event: string, judged: Judgement): SdkHookOutput {
  const { stdout } = renderClaudeOutput(event, judged satisfies Decision, judged.notice);
  const refused = judged.verdict === 'deny' || judged.verdict === 'block';
  if (stdout === '' && refused) {
    // An event that a hook refuses by its exit code alone: a callback has none. Source: `EventInfo.deny`.
    if (eventInfo(event).deny === 'exit-code') return { decision: 'block', reason: judged.message ?? '' };
    throw new Error(judged.message ?? 'BLOCKED: The call was refused.');
  }
  const output: unknown = stdout === '' ? {} : JSON.parse(stdout);
  if (!isJsonObject(output)) throw new Error('the answer could not be written');
  return output as SdkHookOutput;
}
