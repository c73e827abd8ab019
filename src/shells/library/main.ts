/** What `import … from 'hooklaw'` gives. Docs: docs/library.md, docs/dispatcher.md, docs/agent-sdk.md. */
export type { Layer, RuleRef, TraceStep, Verdict } from '../../core/decision/decision.ts';
export type { JsonObject, JsonValue } from '../../core/json/json-value.ts';
export type { Position, Span } from '../../core/problem/position.ts';
export { LawError, type Problem } from '../../core/problem/problem.ts';
export { hooklaw, type SdkHookCallback, type SdkHookMatcher, type SdkHooks } from '../agent-sdk/hooks.ts';
export type { SdkHookOutput } from '../agent-sdk/output.ts';
export type { AssistantMessage } from '../dispatcher/conversation.ts';
export type { CallOptions, Question } from '../dispatcher/guard-call.ts';
export {
  type DispatcherOptions,
  type Guarded,
  guardDispatcher,
  guardingEngines,
  type ToolFunctions,
} from '../dispatcher/guard-dispatcher.ts';
export {
  type CallTool,
  guardMessagesLoop,
  type MessagesClient,
  type MessagesLoopOptions,
  type MessagesLoopResult,
  type ToolCallContext,
} from '../dispatcher/guard-messages-loop.ts';
export type { DispatchedCall, ReadCall } from '../dispatcher/tool-call.ts';
export { type Denial, isDenial, type McpDenial, type ToolResult, toToolResult } from '../dispatcher/tool-result.ts';
export {
  type Agent,
  createEngine,
  type Engine,
  type EngineOptions,
  type EventFields,
  type Judgement,
} from './engine.ts';
export { type Law, type LawText, loadLaw } from './law.ts';
