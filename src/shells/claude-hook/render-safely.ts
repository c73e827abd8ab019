import type { Unjudged } from '../../core/decision/cannot-tell.ts';
import type { Decision } from '../../core/decision/decision.ts';
import { decideUnjudged } from '../../engine/judge-event.ts';
import { type HookOutput, renderClaudeOutput } from '../../render/claude-output.ts';

/** The longest answer that the client is given, in characters: more would be a rewritten input beyond any tool's. */
const longestOutput = 40 * 1024 * 1024;

/** Renders a decision; one that cannot be rendered becomes a refusal, where something can still be refused. */
export function renderSafely(event: string, decision: Decision, notice: string | undefined): HookOutput {
  try {
    const output = renderClaudeOutput(event, decision, notice);
    if (output.stdout.length <= longestOutput) return output;
    throw new Error('the answer is too large');
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'unknown';
    const cause: Unjudged = { kind: 'internal', detail: `the answer could not be written (${detail})` };
    return renderClaudeOutput(event, decideUnjudged(event, cause), undefined);
  }
}
