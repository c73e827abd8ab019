import type { HookEvent } from '../event/tool-event.ts';
import { type LawInForce, unapprovedNote } from './decide.ts';
import type { Decision } from './decision.ts';

/** What the user, not the model, is told at the start of a session or with a prompt. */
export function noticeFor(event: HookEvent, decision: Decision, laws: readonly LawInForce[]): string | undefined {
  if (event.name !== 'SessionStart' && event.name !== 'UserPromptSubmit') return undefined;
  if (decision.failure !== undefined && decision.verdict === 'silent') {
    return `hooklaw: the law cannot be applied, so every tool call will be denied: ${decision.failure}`;
  }
  if (event.name !== 'SessionStart') return undefined;
  const shutOut = laws.flatMap(law => law.shutOut ?? []);
  if (shutOut.length > 0)
    return `hooklaw: the managed law forbids laws of projects, so this is not read: ${shutOut.join(', ')}`;
  const note = unapprovedNote(laws);
  if (note !== undefined) return `hooklaw: ${note}`;
  return laws.length === 0
    ? 'hooklaw: no law was found for this project, so nothing is enforced. `hooklaw init` writes one.'
    : undefined;
}
