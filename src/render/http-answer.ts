import { type Decision, isRefusal } from '../core/decision/decision.ts';
import { eventInfo } from '../core/event/catalogue.ts';
import type { HookOutput } from './claude-output.ts';

/** What stands in the answer's header, so that a caller can tell it from what any other server would answer. */
export const verdictHeader = 'hooklaw-verdict';

/**
 * The body of an answer: never empty, since an empty success lets a call run. Where the hook says nothing it is `{}`, which Claude Code
 * takes as no opinion. Source: observed, Claude Code 2.1.332.
 * @param judged false for an event that could not be judged; where something could still have been stopped, that is said
 */
export function renderHttpBody(event: string, decision: Decision, { stdout }: HookOutput, judged: boolean): string {
  if (stdout !== '') return stdout;
  // On some events a process refuses by its exit code alone; over HTTP there is none.
  if (isRefusal(decision)) return JSON.stringify({ decision: 'block', reason: decision.message ?? 'BLOCKED: refused' });
  if (judged || eventInfo(event).role === 'notice') return '{}';
  return JSON.stringify({ systemMessage: `hooklaw: this event could not be judged: ${decision.failure ?? ''}` });
}
