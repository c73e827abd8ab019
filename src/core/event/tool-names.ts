import { allToolNames, currentToolName } from '../client/tool-aliases.ts';
import { builtinToolNames } from './builtin-tools.ts';

/** Tools of the client that are not described among its built-in ones. Source: `BUILTIN_TOOL_NAMES` of the Agent SDK 0.3.332. */
const moreToolNames = [
  'Artifact',
  'ClaudeDesign',
  'EndConversation',
  'ListAgents',
  'OfferChromeSetup',
  'Projects',
  'propose_skills',
  'PushNotification',
  'ReadMcpResourceDirTool',
  'ReadNotifications',
  'RemoteTrigger',
  'ReportFindings',
  'SendFeedback',
  'SendUserFile',
  'SendUserMessage',
  'SetGoal',
  'ShareOnboardingGuide',
  'ShowOnboardingRolePicker',
  'SubagentHandback',
  'WaitForMcpServers',
];

/**
 * Tools that the client had once and that no present one stands in for, so that no matcher takes them. Source: 2.1.332, in
 * which these are no tools any more; some of them 2.1.197 still has.
 */
export const goneToolNames: readonly string[] = [
  'AgentOutput',
  'AgentOutputTool',
  'AutofixPr',
  'BashOutput',
  'BashOutputTool',
  'Frame',
  'FrameRead',
  'LS',
  'MultiEdit',
  'NotebookRead',
  'SlashCommand',
  'SuggestBackgroundPR',
  'TaskOutput',
  'TeamCreate',
  'TeamDelete',
];

/** Every name of a tool of the client that a matcher can mean, former ones of present tools included. */
export const matchableToolNames: readonly string[] = [
  ...new Set([...builtinToolNames, ...moreToolNames].flatMap(name => [name, ...allToolNames(name)])),
]
  .filter(name => !goneToolNames.includes(name))
  .sort();

/** Every present name of a tool of the client. */
export const presentToolNames: readonly string[] = matchableToolNames.filter(name => currentToolName(name) === name);
