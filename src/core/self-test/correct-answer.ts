import { eventInfo } from '../event/catalogue.ts';

/** The answer with which a hook stops an event, for a person to copy. */
export function correctAnswer(event: string): string {
  const answer = answerFor(event);
  return answer === undefined ? 'the reason to stderr and end with `exit 2`' : `\`${JSON.stringify(answer)}\``;
}

function answerFor(event: string): object | undefined {
  switch (eventInfo(event).deny) {
    case 'permission-decision':
      return {
        hookSpecificOutput: { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: '…' },
      };
    case 'permission-request':
      return { hookSpecificOutput: { hookEventName: event, decision: { behavior: 'deny', message: '…' } } };
    case 'elicitation':
      return { hookSpecificOutput: { hookEventName: event, action: 'decline' } };
    case 'decision-block':
      return { decision: 'block', reason: '…' };
    default:
      return undefined;
  }
}
