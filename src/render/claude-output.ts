import type { Decision } from '../core/decision/decision.ts';
import { cutMiddle, hostStringLimit, neutralise } from '../core/decision/message.ts';
import { type DenyForm, eventInfo } from '../core/event/catalogue.ts';
import { type HookExitCode, hookExitCode } from '../core/exit-code.ts';

/** What a hook process hands to the client. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: HookExitCode;
}

type Json = Record<string, unknown>;

function denyJson(form: DenyForm, event: string, reason: string): Json | undefined {
  switch (form) {
    case 'permission-decision':
      return {
        hookSpecificOutput: { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: reason },
      };
    case 'permission-request':
      return { hookSpecificOutput: { hookEventName: event, decision: { behavior: 'deny', message: reason } } };
    case 'decision-block':
      return { decision: 'block', reason };
    case 'elicitation':
      return { hookSpecificOutput: { hookEventName: event, action: 'decline' } };
    case 'exit-code':
      return undefined;
  }
}

/**
 * A refusal in every form that a client could look at: JSON on stdout, the reason on stderr, exit code 2. Without a
 * known event the form is that of PreToolUse. Source: docs/hook.md.
 */
function renderDeny(event: string, decision: Decision, notice: string | undefined): HookOutput {
  const info = eventInfo(event);
  const form = info.deny ?? 'permission-decision';
  const reason = decision.message ?? 'BLOCKED: The call was refused.';
  const json = denyJson(form, info.deny === undefined ? 'PreToolUse' : event, reason);
  return {
    stdout: json === undefined ? '' : JSON.stringify({ ...json, ...systemMessage(notice) }),
    stderr: `${reason}\n`,
    exitCode: hookExitCode.block,
  };
}

function systemMessage(notice: string | undefined): Json {
  return notice === undefined ? {} : { systemMessage: neutralise(notice) };
}

function specificOutput(event: string, decision: Decision): Json {
  const info = eventInfo(event);
  const { verdict, message, warnings, rewrittenInput } = decision;
  if (event === 'PermissionRequest') return verdict === 'allow' ? { decision: { behavior: 'allow' } } : {};
  return {
    ...(verdict === 'ask' || verdict === 'allow'
      ? { permissionDecision: verdict, permissionDecisionReason: message ?? '' }
      : {}),
    ...(rewrittenInput === undefined ? {} : { updatedInput: rewrittenInput }),
    ...(warnings.length > 0 && info.additionalContext
      ? { additionalContext: cutMiddle(warnings.join('\n'), hostStringLimit) }
      : {}),
  };
}

/**
 * Renders a decision for Claude Code.
 * @param notice a text for the user, not the model, such as a log that cannot be written
 */
export function renderClaudeOutput(event: string, decision: Decision, notice?: string): HookOutput {
  if (decision.verdict === 'deny' || decision.verdict === 'block') return renderDeny(event, decision, notice);
  const specific = specificOutput(event, decision);
  const json = {
    ...(Object.keys(specific).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...specific } }),
    ...systemMessage(notice),
  };
  return {
    stdout: Object.keys(json).length === 0 ? '' : JSON.stringify(json),
    stderr: '',
    exitCode: hookExitCode.pass,
  };
}
