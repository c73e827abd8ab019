/**
 * The hook events of Claude Code 2.1.332, what a hook can do on each, and how it is said.
 * Source: the output types in `sdk.d.ts` of `@anthropic-ai/claude-agent-sdk` 0.3.332 and observation of the real client.
 */

/** How an event carries a refusal in its JSON output. */
export type DenyForm =
  /** `hookSpecificOutput.permissionDecision: "deny"` */
  | 'permission-decision'
  /** `hookSpecificOutput.decision: { behavior: "deny" }`, which is what counts; exit code 2 alone does nothing there */
  | 'permission-request'
  /** top-level `decision: "block"` */
  | 'decision-block'
  /** `hookSpecificOutput.action: "decline"` */
  | 'elicitation'
  /** exit code 2 and stderr only */
  | 'exit-code';

export type EffectName = 'deny' | 'ask' | 'allow' | 'warn' | 'rewrite' | 'notify' | 'block';

export interface EventInfo {
  /**
   * `gate`: a tool call or command waits for the verdict, so whatever cannot be judged is denied.
   * `stoppable`: something can be refused, but only a rule of the law does; an unreadable event passes, since refusing
   * it would take the user's own text or lock the session.
   * `notice`: it has happened already; failures never disturb.
   */
  readonly role: 'gate' | 'stoppable' | 'notice';
  readonly deny?: DenyForm;
  /** The effects that a rule on this event can have. */
  readonly effects: readonly EffectName[];
  /** Whether `hookSpecificOutput.additionalContext` reaches the model. */
  readonly additionalContext: boolean;
  /** Whether the event has `tool_name` and `tool_input`. */
  readonly tool: boolean;
}

const notice = (more: Partial<EventInfo> = {}): EventInfo => ({
  role: 'notice',
  effects: more.additionalContext === true ? ['warn'] : [],
  additionalContext: false,
  tool: false,
  ...more,
});

export const eventCatalogue = {
  PreToolUse: {
    role: 'gate',
    deny: 'permission-decision',
    effects: ['deny', 'ask', 'allow', 'warn', 'rewrite'],
    additionalContext: true,
    tool: true,
  },
  PermissionRequest: {
    role: 'gate',
    deny: 'permission-request',
    effects: ['deny', 'allow'],
    additionalContext: false,
    tool: true,
  },
  PreSkillShellCommand: {
    role: 'gate',
    deny: 'permission-decision',
    effects: ['deny'],
    additionalContext: false,
    tool: true,
  },
  PreModelSwitch: {
    role: 'stoppable',
    deny: 'permission-decision',
    effects: ['deny', 'ask'],
    additionalContext: false,
    tool: false,
  },
  UserPromptSubmit: {
    role: 'stoppable',
    deny: 'decision-block',
    effects: ['deny', 'warn'],
    additionalContext: true,
    tool: false,
  },
  UserPromptExpansion: {
    role: 'stoppable',
    deny: 'decision-block',
    effects: ['deny', 'warn'],
    additionalContext: true,
    tool: false,
  },
  PreCompact: { role: 'stoppable', deny: 'decision-block', effects: ['deny'], additionalContext: false, tool: false },
  ConfigChange: { role: 'stoppable', deny: 'decision-block', effects: ['deny'], additionalContext: false, tool: false },
  TaskCreated: { role: 'stoppable', deny: 'exit-code', effects: ['deny'], additionalContext: false, tool: false },
  TaskCompleted: { role: 'stoppable', deny: 'exit-code', effects: ['deny'], additionalContext: false, tool: false },
  TeammateIdle: { role: 'stoppable', deny: 'exit-code', effects: ['deny'], additionalContext: false, tool: false },
  Elicitation: { role: 'stoppable', deny: 'elicitation', effects: ['deny'], additionalContext: false, tool: false },
  ElicitationResult: {
    role: 'stoppable',
    deny: 'elicitation',
    effects: ['deny'],
    additionalContext: false,
    tool: false,
  },
  Stop: notice({ deny: 'decision-block', effects: ['block', 'warn'], additionalContext: true }),
  SubagentStop: notice({ deny: 'decision-block', effects: ['block', 'warn'], additionalContext: true }),
  PostToolUse: notice({ additionalContext: true, tool: true }),
  PostToolUseFailure: notice({ additionalContext: true, tool: true }),
  PostToolBatch: notice({ additionalContext: true }),
  Notification: notice(),
  SessionStart: notice({ additionalContext: true }),
  SessionEnd: notice(),
  StopFailure: notice(),
  SubagentStart: notice({ additionalContext: true }),
  PostCompact: notice(),
  PostModelSwitch: notice(),
  PermissionDenied: notice({ tool: true }),
  Setup: notice({ additionalContext: true }),
  WorktreeCreate: notice(),
  WorktreeRemove: notice(),
  InstructionsLoaded: notice(),
  CwdChanged: notice(),
  FileChanged: notice(),
  DirectoryAdded: notice(),
  MessageDisplay: notice(),
} as const satisfies Record<string, EventInfo>;

export type EventName = keyof typeof eventCatalogue;

export const eventNames = Object.keys(eventCatalogue) as EventName[];

const futureEvent: EventInfo = notice();

/** What a hook can do on an event; an event of a newer client is a mere notice. */
export function eventInfo(name: string): EventInfo {
  return Object.hasOwn(eventCatalogue, name) ? eventCatalogue[name as EventName] : futureEvent;
}

export function isKnownEvent(name: string): name is EventName {
  return Object.hasOwn(eventCatalogue, name);
}
